import { type FormEvent, useState } from 'react';
import { checkNewArea, isFraction, parseCapacity } from '../../../../src/shared/rules/capacity';
import { serverMessage } from '../../lib/api-client';
import { lateTexts } from '../../lib/late-texts';
import { Dialog, FormActions } from '../../ui/dialog';
import { Notice, NoticeHint } from '../../ui/notice';
import { TextField } from '../../ui/text-field';
import { useSubmission } from '../../ui/use-submission';
import { createArea } from './areas-api';

export interface AddAreaDialogProps {
  eventId: string;
  onClose: () => void;
  /** Even when the dialog was closed before it was known. */
  onCreated: () => void;
}

export function AddAreaDialog(props: AddAreaDialogProps) {
  return (
    <Dialog onClose={props.onClose} title={lateTexts.areaDialogs.addTitle}>
      <AddAreaForm {...props} />
    </Dialog>
  );
}

function AddAreaForm({ eventId, onClose, onCreated }: AddAreaDialogProps) {
  const [name, setName] = useState('');
  const [capacity, setCapacity] = useState('');
  const { busy, error, setError, submit } = useSubmission((failure) =>
    serverMessage(failure, lateTexts.areaDialogs.createFailed),
  );

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    const checked = checkNewArea(name, capacity.trim() === '' ? '' : parseCapacity(capacity));
    if (!checked.ok) {
      setError(checked.error);
      return;
    }
    await submit(async () => {
      await createArea(eventId, checked.value);
      onCreated();
    }, onClose);
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} noValidate className="grid gap-4">
      <TextField
        label={lateTexts.areaDialogs.name}
        placeholder={lateTexts.areaDialogs.namePlaceholder}
        value={name}
        onChange={(event) => setName(event.target.value)}
        autoComplete="off"
      />
      <TextField
        label={lateTexts.areaDialogs.capacity}
        placeholder={lateTexts.areaDialogs.capacityPlaceholder}
        type="number"
        inputMode="numeric"
        min={1}
        step={1}
        value={capacity}
        onChange={(event) => setCapacity(event.target.value)}
        autoComplete="off"
      />
      {error && <Notice tone="bad">{error}</Notice>}
      {error && isFraction(capacity) && <NoticeHint>{lateTexts.areaDialogs.wholeNumbers}</NoticeHint>}
      <FormActions
        onCancel={onClose}
        busy={busy}
        submitText={busy ? lateTexts.areaDialogs.creating : lateTexts.areaDialogs.create}
      />
    </form>
  );
}
