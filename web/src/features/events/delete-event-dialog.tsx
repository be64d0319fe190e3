import type { Event } from '../../../../src/shared/schemas/event';
import { isRefusal, ownMessage } from '../../api/api-client';
import { dialogTexts } from '../../texts/dialog-texts';
import { texts } from '../../texts/app-texts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog';
import { deleteEvent } from './events-api';

export interface DeleteEventDialogProps {
  event: Event;
  onClose: () => void;
  /** Called even when the dialog was closed before the answer came. */
  onDeleted: (eventId: string) => void;
}

export function DeleteEventDialog({ event, onClose, onDeleted }: DeleteEventDialogProps) {
  async function confirm() {
    try {
      await deleteEvent(event.eventId);
    } catch (error) {
      // Somebody else was faster: the result is what was wanted.
      if (!isRefusal(error, 'not_found')) throw error;
    }
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
      describeFailure={(failure) => ownMessage(failure, dialogTexts.eventDialogs.deleteFailed)}
      onClose={onClose}
    />
  );
}
