import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Report } from '../../../../../src/shared/schemas/report';
import { useMay } from '../../../session/may';
import { reportTexts } from '../../../texts/report-texts';
import { MissingDialog, preloadable } from '../../../ui/overlays/lazy-component';
import type { LetterheadDialogProps } from '../../events/settings/letterhead-dialog';

const [LetterheadDialog, fetchLetterheadDialog] = preloadable<LetterheadDialogProps>(
  async () => (await import('../../events/settings/letterhead-dialog')).LetterheadDialog,
  MissingDialog,
);

/** Says who organizes the event and where it is, and lets those who manage the event change that. */
export function LetterheadLine({ report: { eventId, letterhead } }: { report: Report }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const mayChange = useMay('manage');
  const words = reportTexts.face;
  const lines = [letterhead.organizer, letterhead.address].filter((line) => line !== '');
  if (!mayChange && lines.length === 0) return null;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      {lines.length > 0 && <span className="[overflow-wrap:anywhere]">{lines.join(' · ')}</span>}
      {mayChange && (
        <button
          type="button"
          onPointerEnter={() => void fetchLetterheadDialog()}
          onClick={() => setOpen(true)}
          className="min-h-11 text-start text-sm text-muted underline decoration-line-strong underline-offset-4"
        >
          {lines.length === 0 ? words.addLetterhead : words.changeLetterhead}
        </button>
      )}
      {isOpen && (
        <LetterheadDialog
          eventId={eventId}
          saved={letterhead}
          onSaved={() => void client.invalidateQueries({ queryKey: ['report', eventId] })}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
