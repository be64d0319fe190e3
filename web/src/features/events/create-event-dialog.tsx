import { type FormEvent, useState } from 'react';
import { checkNewEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/texts';
import { Dialog, FormActions } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { useSubmission } from '../../ui/use-submission';
import { createEvent } from './events-api';

export interface CreateEventDialogProps {
  onClose: () => void;
  onCreated: (event: Event) => void;
}

export function CreateEventDialog({ onClose, onCreated }: CreateEventDialogProps) {
  return (
    <Dialog onClose={onClose} title={texts.event.create}>
      <CreateEventForm onCancel={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

function CreateEventForm({ onCancel, onCreated }: { onCancel: () => void; onCreated: (event: Event) => void }) {
  const [name, setName] = useState('');
  const { busy, error, setError, submit } = useSubmission((failure) => ownMessage(failure, texts.event.createFailed));

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    const checked = checkNewEventName(name);
    if (!checked.ok) {
      setError(checked.error);
      return;
    }
    await submit(async () => onCreated(await createEvent(checked.value)));
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} noValidate className="grid gap-4">
      <TextField
        label={texts.event.name}
        placeholder={texts.event.namePlaceholder}
        value={name}
        invalid={error !== null}
        onChange={(event) => {
          setName(event.target.value);
          setError(null);
        }}
        autoComplete="off"
      />
      {error && <Notice tone="bad">{error}</Notice>}
      <FormActions onCancel={onCancel} busy={busy} submitText={busy ? texts.event.creating : texts.event.create} />
    </form>
  );
}
