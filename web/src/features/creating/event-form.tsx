import { checkNewEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { Form } from '../../ui/forms/form';
import { TextField } from '../../ui/forms/text-field';
import { textIn, useForm } from '../../ui/forms/use-form';
import { createEvent } from '../events/events-api';

export interface EventFormProps {
  /** Called when the event was created, even if the form was closed before the answer came. */
  onCreated: (event: Event) => void;
  /** Called after `onCreated`, unless the form was closed. */
  onDone: () => void;
  onCancel: () => void;
}

/** Creates an event with a name. */
export function EventForm({ onCreated, onDone, onCancel }: EventFormProps) {
  const { typed, edit, ...form } = useForm({ name: '' }, dialogTexts.eventDialogs.createFailed);
  const create = async (name: string) => onCreated(await createEvent(name));
  return (
    <Form
      form={form}
      onSubmit={() => form.submitChecked(checkNewEventName(typed.name), create, onDone)}
      onCancel={onCancel}
      submitText={dialogTexts.eventDialogs.createConfirm}
      busyText={dialogTexts.eventDialogs.creating}
    >
      <TextField
        label={dialogTexts.eventDialogs.name}
        placeholder={dialogTexts.eventDialogs.namePlaceholder}
        invalid={form.error !== null}
        autoComplete="off"
        {...textIn(typed, edit, 'name')}
      />
    </Form>
  );
}
