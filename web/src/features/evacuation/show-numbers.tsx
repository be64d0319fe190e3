import { useQueryClient } from '@tanstack/react-query';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../../ui/button';
import { useSubmission } from '../../ui/forms/use-submission';
import { Notice } from '../../ui/notice';
import { evacuationsQuery, showNumbers } from './evacuations-api';

interface ShowNumbersProps {
  eventId: string;
  evacuationId: string;
  onShown?: () => void;
}

/** Says that displays still ask for the staff after an evacuation, and lets them show numbers again. */
export function ShowNumbers({ eventId, evacuationId, onShown }: ShowNumbersProps) {
  const client = useQueryClient();
  const words = dialogTexts.evacuation;
  const { busy, error, submit } = useSubmission(words.showFailed);
  const show = () =>
    void submit(async () => {
      await showNumbers(eventId, evacuationId);
      onShown?.();
      await client.invalidateQueries({ queryKey: evacuationsQuery(eventId).queryKey });
    });
  return (
    <div className="grid gap-2 rounded-field bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-52 text-sm">{words.asksStaff}</p>
        <Button variant="quiet" busy={busy} onClick={show} className="min-h-11 bg-raised! px-4 text-sm">
          {busy ? words.showingNumbers : words.showNumbers}
        </Button>
      </div>
      {error !== null && <Notice tone="bad">{error}</Notice>}
    </div>
  );
}
