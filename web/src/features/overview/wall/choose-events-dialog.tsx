import type { Event } from '../../../../../src/shared/schemas/event';
import { Button } from '../../../ui/button';
import { CheckField } from '../../../ui/forms/check-field';
import { Dialog, DialogActions } from '../../../ui/overlays/dialog';
import { wallWords } from './wall-words';

export interface ChooseEventsDialogProps {
  events: readonly Event[];
  /** The ids of the chosen events; empty for all. */
  chosen: readonly string[];
  onChoose: (eventIds: readonly string[]) => void;
  onClose: () => void;
}

/** Chooses which events are on the wall. Without a choice, all are. */
export function ChooseEventsDialog({ events, chosen, onChoose, onClose }: ChooseEventsDialogProps) {
  const toggle = (eventId: string, isOn: boolean) =>
    onChoose(isOn ? [...chosen, eventId] : chosen.filter((id) => id !== eventId));
  return (
    <Dialog title={wallWords.choose} description={wallWords.chooseLead} onClose={onClose}>
      <div className="grid max-h-[50dvh] overflow-y-auto">
        <CheckField label={wallWords.all} checked={chosen.length === 0} onChange={() => onChoose([])} />
        {events.map(({ eventId, eventName }) => (
          <CheckField
            key={eventId}
            label={eventName}
            checked={chosen.includes(eventId)}
            onChange={(isOn) => toggle(eventId, isOn)}
          />
        ))}
      </div>
      <DialogActions>
        <Button onClick={onClose}>{wallWords.done}</Button>
      </DialogActions>
    </Dialog>
  );
}
