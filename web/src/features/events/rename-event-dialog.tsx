import { checkEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../api/api-client';
import { dialogTexts } from '../../texts/dialog-texts';
import { texts } from '../../texts/app-texts';
import { FieldDialog } from '../../ui/forms/field-dialog';
import { renameEvent } from './events-api';

export interface RenameEventDialogProps {
  event: Event;
  onClose: () => void;
  onRenamed: (event: Event) => void;
}

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
      describeFailure={(failure) => ownMessage(failure, texts.common.saveFailed)}
      onClose={onClose}
    />
  );
}
