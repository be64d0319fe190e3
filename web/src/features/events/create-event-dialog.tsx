import { checkNewEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../lib/api-client';
import { lateTexts } from '../../lib/late-texts';
import { FieldDialog } from '../../ui/field-dialog';
import { useMounted } from '../../ui/use-mounted';
import { createEvent } from './events-api';

export interface CreateEventDialogProps {
  onClose: () => void;
  /** Even when the dialog was closed before it was known. */
  onCreated: (event: Event) => void;
  /** Not once it was closed: whoever has cancelled has gone on to something else. */
  onSelect: (eventId: string) => void;
}

export function CreateEventDialog({ onClose, onCreated, onSelect }: CreateEventDialogProps) {
  const isMounted = useMounted();

  async function create(eventName: string) {
    const event = await createEvent(eventName);
    onCreated(event);
    if (isMounted()) onSelect(event.eventId);
  }

  return (
    <FieldDialog
      title={lateTexts.eventDialogs.create}
      field={{ label: lateTexts.eventDialogs.name, placeholder: lateTexts.eventDialogs.namePlaceholder }}
      submitText={lateTexts.eventDialogs.createConfirm}
      busyText={lateTexts.eventDialogs.creating}
      check={checkNewEventName}
      onSave={create}
      describeFailure={(failure) => ownMessage(failure, lateTexts.eventDialogs.createFailed)}
      onClose={onClose}
    />
  );
}
