import { dialogTexts } from '../../../texts/dialog-texts';
import { Dialog } from '../../../ui/overlays/dialog';
import { AreaForm } from '../../creating/area-form';

export interface AddAreaDialogProps {
  eventId: string;
  onClose: () => void;
  /** Called when the area was created, even if the dialog was closed before the answer came. */
  onCreated: () => void;
  /** Called after `onCreated`, unless the dialog was closed. */
  onDone: () => void;
}

export function AddAreaDialog({ eventId, onClose, onCreated, onDone }: AddAreaDialogProps) {
  return (
    <Dialog onClose={onClose} title={dialogTexts.areaDialogs.addTitle}>
      <AreaForm
        eventId={eventId}
        onCreated={onCreated}
        onDone={onDone}
        onCancel={onClose}
        submitText={dialogTexts.areaDialogs.create}
      />
    </Dialog>
  );
}
