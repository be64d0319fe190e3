import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { Dialog, FormActions } from '../../ui/overlays/dialog';
import { useMounted } from '../../ui/overlays/use-mounted';
import { EventForm } from '../creating/event-form';

export interface CreateEventDialogProps {
  onClose: () => void;
  /** Called even when the dialog was closed before the answer came. */
  onCreated: (event: Event) => void;
  /** Not called when it was closed: somebody who cancelled has gone on to something else. */
  onSelect: (eventId: string) => void;
}

export function CreateEventDialog({ onClose, onCreated, onSelect }: CreateEventDialogProps) {
  const isMounted = useMounted();

  function take(event: Event) {
    onCreated(event);
    if (isMounted()) onSelect(event.eventId);
  }

  return (
    <Dialog onClose={onClose} title={dialogTexts.eventDialogs.create}>
      <EventForm onCreated={take} onDone={onClose}>
        {(busy) => (
          <FormActions
            onCancel={onClose}
            busy={busy}
            submitText={busy ? dialogTexts.eventDialogs.creating : dialogTexts.eventDialogs.createConfirm}
          />
        )}
      </EventForm>
    </Dialog>
  );
}
