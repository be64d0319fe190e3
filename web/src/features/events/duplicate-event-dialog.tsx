import { NAME_MAX_LENGTH } from '../../../../src/shared/schemas/limits';
import { checkNewEventName } from '../../../../src/shared/rules/names';
import { type Event, EventSchema } from '../../../../src/shared/schemas/event';
import { callApi } from '../../api/api-client';
import { dialogTexts } from '../../texts/dialog-texts';
import { FieldDialog } from '../../ui/forms/field-dialog';
import { useMounted } from '../../ui/overlays/use-mounted';
import { eventPath } from './events-api';

const duplicateEvent = (eventId: string, eventName: string): Promise<Event> =>
  callApi(`${eventPath(eventId)}/duplicate`, EventSchema, { method: 'POST', body: { eventName } });

/** Returns the name of a copy, cut to the length that the server accepts. */
const nameOfCopy = (eventName: string): string =>
  Array.from(dialogTexts.eventDialogs.copyOf(eventName)).slice(0, NAME_MAX_LENGTH).join('').trim();

export interface DuplicateEventDialogProps {
  event: Event;
  onClose: () => void;
  /** Called when the event was created, even if the dialog was closed before the answer came. */
  onCreated: (event: Event) => void;
  /** Called after `onCreated`, unless the dialog was closed: somebody who cancelled is now doing something else. */
  onSelect: (eventId: string) => void;
}

/** Asks for a name, then creates an event with the same areas and settings. */
export function DuplicateEventDialog({ event, onClose, onCreated, onSelect }: DuplicateEventDialogProps) {
  const isMounted = useMounted();

  async function duplicate(eventName: string) {
    const copy = await duplicateEvent(event.eventId, eventName);
    onCreated(copy);
    if (isMounted()) onSelect(copy.eventId);
  }

  return (
    <FieldDialog
      title={dialogTexts.eventDialogs.duplicate}
      description={dialogTexts.eventDialogs.duplicateHint}
      field={{ label: dialogTexts.eventDialogs.name, placeholder: dialogTexts.eventDialogs.namePlaceholder }}
      initial={nameOfCopy(event.eventName)}
      submitText={dialogTexts.eventDialogs.duplicate}
      busyText={dialogTexts.eventDialogs.duplicating}
      check={checkNewEventName}
      onSave={duplicate}
      failed={dialogTexts.eventDialogs.createFailed}
      onClose={onClose}
    />
  );
}
