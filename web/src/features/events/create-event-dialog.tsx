import { checkNewEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/texts';
import { FieldDialog } from '../../ui/field-dialog';
import { createEvent } from './events-api';

export interface CreateEventDialogProps {
  onClose: () => void;
  onCreated: (event: Event) => void;
}

export function CreateEventDialog({ onClose, onCreated }: CreateEventDialogProps) {
  return (
    <FieldDialog
      title={texts.event.create}
      field={{ label: texts.event.name, placeholder: texts.event.namePlaceholder }}
      submitText={texts.event.create}
      busyText={texts.event.creating}
      check={checkNewEventName}
      onSave={async (eventName) => onCreated(await createEvent(eventName))}
      describeFailure={(failure) => ownMessage(failure, texts.event.createFailed)}
      onClose={onClose}
    />
  );
}
