import { type FormEvent, useState } from 'react';
import { checkNewEventName } from '../../../../src/shared/rules/names';
import type { Event } from '../../../../src/shared/schemas/event';
import { ownMessage } from '../../lib/api-client';
import { texts } from '../../lib/texts';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
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
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const checked = checkNewEventName(name);
    if (!checked.ok) {
      setError(checked.error);
      return;
    }
    setBusy(true);
    setError(null);
    try {
      onCreated(await createEvent(checked.value));
    } catch (failure) {
      setError(ownMessage(failure, texts.event.createFailed));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
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
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? texts.event.creating : texts.event.create}
        </Button>
      </DialogActions>
    </form>
  );
}
