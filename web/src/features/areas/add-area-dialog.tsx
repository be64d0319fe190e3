import { type FormEvent, useState } from 'react';
import { checkNewArea, parseCapacity } from '../../../../src/shared/rules/capacity';
import { serverMessage } from '../../lib/api-client';
import { texts } from '../../lib/texts';
import { Button } from '../../ui/button';
import { Dialog, DialogActions } from '../../ui/dialog';
import { Notice } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { createArea } from './areas-api';

export interface AddAreaDialogProps {
  eventId: string;
  onClose: () => void;
  onCreated: () => void;
}

export function AddAreaDialog({ eventId, onClose, onCreated }: AddAreaDialogProps) {
  return (
    <Dialog onClose={onClose} title={texts.areas.addTitle}>
      <AddAreaForm eventId={eventId} onCancel={onClose} onCreated={onCreated} />
    </Dialog>
  );
}

interface AddAreaFormProps {
  eventId: string;
  onCancel: () => void;
  onCreated: () => void;
}

function AddAreaForm({ eventId, onCancel, onCreated }: AddAreaFormProps) {
  const [name, setName] = useState('');
  const [capacity, setCapacity] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const checked = checkNewArea(name, capacity.trim() === '' ? '' : parseCapacity(capacity));
    if (!checked.ok) {
      setError(checked.error);
      return;
    }
    setBusy(true);
    setError(null);
    try {
      await createArea(eventId, checked.value);
      onCreated();
    } catch (failure) {
      setError(serverMessage(failure, texts.areas.createFailed));
      setBusy(false);
    }
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-4">
      <TextField
        label={texts.areas.name}
        placeholder={texts.areas.namePlaceholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
      <TextField
        label={texts.areas.capacity}
        placeholder={texts.areas.capacityPlaceholder}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        value={capacity}
        onChange={(event) => setCapacity(event.target.value)}
        autoComplete="off"
      />
      {error && <Notice tone="bad">{error}</Notice>}
      <DialogActions>
        <Button variant="quiet" onClick={onCancel}>
          {texts.common.cancel}
        </Button>
        <Button type="submit" disabled={busy}>
          {busy ? texts.areas.creating : texts.areas.create}
        </Button>
      </DialogActions>
    </form>
  );
}
