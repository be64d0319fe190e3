import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { texts } from '../../texts/texts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { deleteEvent } from './events-api';

export interface DeleteEventDialogProps {
  event: Event;
  onClose: () => void;
  /** Called when the event was deleted, even if the dialog was closed before the answer came. */
  onDeleted: (eventId: string) => void;
}

/** Asks before an event is deleted. */
export function DeleteEventDialog({ event, onClose, onDeleted }: DeleteEventDialogProps) {
  async function confirm() {
    await deleteEvent(event.eventId);
    onDeleted(event.eventId);
  }

  return (
    <ConfirmDialog
      title={dialogTexts.eventDialogs.delete}
      subject={event.eventName}
      description={dialogTexts.eventDialogs.deleteWarning}
      confirmText={dialogTexts.eventDialogs.deleteConfirm}
      busyText={texts.common.deleting}
      onConfirm={confirm}
      failed={dialogTexts.eventDialogs.deleteFailed}
      onClose={onClose}
    />
  );
}
