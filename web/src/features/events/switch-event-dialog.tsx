import type { Event } from '../../../../src/shared/schemas/event';
import { lateTexts } from '../../lib/late-texts';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Check } from '../../ui/icons/check';

export interface SwitchEventDialogProps {
  onClose: () => void;
  events: readonly Event[];
  selectedId: string | null;
  onSelect: (eventId: string) => void;
  onCreate: () => void;
}

export function SwitchEventDialog({ onClose, events, selectedId, onSelect, onCreate }: SwitchEventDialogProps) {
  return (
    <Dialog onClose={onClose} title={lateTexts.eventDialogs.switch}>
      {events.length === 0 ? (
        <p className="pb-5 text-muted">{lateTexts.eventDialogs.noEvents}</p>
      ) : (
        <ul className="-mx-2 mb-4 max-h-[50dvh] overflow-y-auto">
          {events.map(({ eventId, eventName }) => (
            <li key={eventId}>
              <button
                type="button"
                aria-current={eventId === selectedId}
                onClick={() => onSelect(eventId)}
                className="flex min-h-13 w-full items-center justify-between gap-3 rounded-field px-3 py-2 text-left text-lg font-medium transition-colors hover:bg-sunken active:bg-sunken-strong"
              >
                <span className="line-clamp-2">{eventName}</span>
                {eventId === selectedId && <Check aria-hidden size={20} className="shrink-0 text-good" />}
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button className="w-full" variant={events.length === 0 ? 'primary' : 'quiet'} onClick={onCreate}>
        {lateTexts.eventDialogs.createNew}
      </Button>
    </Dialog>
  );
}
