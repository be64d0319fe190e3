import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatAccessCode } from '../../../../src/shared/rules/access-code';
import type { Event } from '../../../../src/shared/schemas/event';
import { lateTexts } from '../../lib/late-texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Printer } from '../../ui/icons/printer';
import { RefreshCw } from '../../ui/icons/refresh-cw';
import { LinkPanel } from '../../ui/link-panel';
import { DoorCard } from './door-card';
import { useJoinLink } from './join-link';
import { ReplaceCode } from './replace-code';

export interface ShareDialogProps {
  event: Event;
  onClose: () => void;
  /** The event with its new code; without it the code is not theirs to replace. */
  onReplaced?: (event: Event) => void;
}

/** Brings others to the event: by camera, link or paper. While it is open, printing the page prints the door card. */
export function ShareDialog({ event, onClose, onReplaced }: ShareDialogProps) {
  const [view, setView] = useState<'share' | 'replace' | 'replaced'>('share');
  const replacing = view === 'replace' && onReplaced;
  return (
    <Dialog
      onClose={onClose}
      title={replacing ? lateTexts.join.replace : lateTexts.join.title}
      onBack={replacing ? () => setView('share') : undefined}
      description={replacing ? lateTexts.join.replaceWarning : lateTexts.join.lead}
    >
      {replacing ? (
        <ReplaceCode
          event={event}
          onCancel={() => setView('share')}
          onReplaced={onReplaced}
          onDone={() => setView('replaced')}
        />
      ) : (
        <>
          <Access event={event} isNew={view === 'replaced'} />
          <div className="mt-3 grid gap-3">
            <Button variant="quiet" onClick={() => window.print()}>
              <Printer aria-hidden size={18} />
              {lateTexts.join.print}
            </Button>
            {onReplaced && (
              <Button variant="plain" onClick={() => setView('replace')}>
                <RefreshCw aria-hidden size={18} />
                {lateTexts.join.replace}
              </Button>
            )}
          </div>
        </>
      )}
      {createPortal(<DoorCard event={event} />, document.body)}
    </Dialog>
  );
}

function Access({ event, isNew }: { event: Event; isNew: boolean }) {
  return (
    <>
      <output className={isNew ? 'mb-4 block rounded-field bg-good-soft px-4 py-3 font-medium text-good' : ''}>
        {isNew && lateTexts.join.replaced}
      </output>
      <p className="mb-3 text-center font-mono text-3xl font-semibold tracking-wider">
        {formatAccessCode(event.accessCode)}
      </p>
      <LinkPanel link={useJoinLink(event)} title={event.eventName} />
    </>
  );
}
