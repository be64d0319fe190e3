import { checkEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { texts } from '../../texts/texts';
import { FieldDialog } from '../../ui/forms/field-dialog';
import { renameEvent } from './events-api';

export interface RenameEventDialogProps {
  event: Event;
  onClose: () => void;
  onRenamed: (event: Event) => void;
}

/** Changes the name of an event. */
export function RenameEventDialog({ event, onClose, onRenamed }: RenameEventDialogProps) {
  return (
    <FieldDialog
      title={dialogTexts.eventDialogs.rename}
      field={{ label: dialogTexts.eventDialogs.name, placeholder: dialogTexts.eventDialogs.renamePlaceholder }}
      initial={event.eventName}
      submitText={texts.common.save}
      busyText={texts.common.saving}
      check={checkEventName}
      onSave={async (eventName) => onRenamed(await renameEvent(event.eventId, eventName))}
      onClose={onClose}
    />
  );
}
