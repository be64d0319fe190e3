import { type FormEvent, type ReactNode, type RefObject, useState } from 'react';
import { checkNewEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { dialogTexts } from '../../texts/dialog-texts';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/forms/text-field';
import { useSubmission } from '../../ui/forms/use-submission';
import { createEvent } from '../events/events-api';

export interface EventFormProps {
  field?: RefObject<HTMLInputElement | null>;
  /** Called when the event was created, even if the form was closed before the answer came. */
  onCreated: (event: Event) => void;
  /** Called after `onCreated`, unless the form was closed. */
  onDone?: () => void;
  /** The form's buttons. */
  children: (busy: boolean) => ReactNode;
}

/** Creates an event with a name. Editing the name clears the error (docs/product.md, E9). */
export function EventForm({ field, onCreated, onDone, children }: EventFormProps) {
  const [name, setName] = useState('');
  const { busy, error, setError, submitChecked } = useSubmission(dialogTexts.eventDialogs.createFailed);

  async function submitForm(submitted: FormEvent) {
    submitted.preventDefault();
    await submitChecked(checkNewEventName(name), async (checked) => onCreated(await createEvent(checked)), onDone);
  }

  return (
    <form onSubmit={(submitted) => void submitForm(submitted)} noValidate className="grid gap-4">
      <TextField
        ref={field}
        label={dialogTexts.eventDialogs.name}
        placeholder={dialogTexts.eventDialogs.namePlaceholder}
        value={name}
        invalid={error !== null}
        onChange={({ target }) => {
          setName(target.value);
          setError(null);
        }}
        autoComplete="off"
      />
      {error && <Notice tone="bad">{error}</Notice>}
      {children(busy)}
    </form>
  );
}
