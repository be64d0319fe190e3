import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/overlays/dialog';
import { Check } from '../../ui/icons/checks';
import { RetryNotice } from '../../ui/load-failed';
import { failureBeside, failureText, type LoadFailure } from './known/load-failure';

export interface SwitchEventDialogProps {
  onClose: () => void;
  events: readonly Event[];
  /** Why the list could not be loaded; null if it was loaded. */
  failure: LoadFailure | null;
  onRetry: () => void;
  selectedId: string | null;
  onSelect: (eventId: string) => void;
  /** Undefined for users who create no events. */
  onCreate: (() => void) | undefined;
}

export function SwitchEventDialog({
  onClose,
  events,
  failure,
  onRetry,
  selectedId,
  onSelect,
  onCreate,
}: SwitchEventDialogProps) {
  const isEmpty = events.length === 0;
  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.switch}>
      {failure?.isAnswered && (
        <div className="grid gap-3 pb-5">
          <RetryNotice text={failureText(failure)} onRetry={onRetry} />
        </div>
      )}
      {failure && !failure.isAnswered && <p className="pb-5 text-muted">{failureBeside(failure)}</p>}
      {isEmpty && !failure && <p className="pb-5 text-muted">{dialogTexts.eventDialogs.noEvents}</p>}
      {!isEmpty && (
        <ul className="-mx-2 mb-4 max-h-[50dvh] overflow-y-auto">
          {events.map(({ eventId, eventName }) => (
            <li key={eventId}>
              <button
                type="button"
                aria-current={eventId === selectedId}
                onClick={() => onSelect(eventId)}
                className="flex min-h-13 w-full items-center justify-between gap-3 rounded-field px-3 py-2 text-start text-lg font-medium transition-colors hover:bg-sunken active:bg-sunken-strong"
              >
                <span className="min-w-0 wrap-anywhere">{eventName}</span>
                {eventId === selectedId && <Check size={20} className="shrink-0 text-good" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      {onCreate && (
        <Button className="w-full" variant={isEmpty ? 'primary' : 'quiet'} onClick={onCreate}>
          {dialogTexts.eventDialogs.createNew}
        </Button>
      )}
    </Dialog>
  );
}
