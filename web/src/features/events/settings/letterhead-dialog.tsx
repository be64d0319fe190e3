import { type FormEvent, useState } from 'react';
import { LETTERHEAD_MAX_LENGTHS } from '../../../../../src/shared/schemas/limits';
import { checkLetterhead } from '../../../../../src/shared/rules/names';
import { type Letterhead, LetterheadSchema } from '../../../../../src/shared/schemas/report';
import { callApi } from '../../../api/api-client';
import { texts } from '../../../texts/app-texts';
import { dialogTexts } from '../../../texts/dialog-texts';
import { TextField } from '../../../ui/forms/text-field';
import { useSubmission } from '../../../ui/forms/use-submission';
import { Notice } from '../../../ui/notice';
import { Dialog, FormActions } from '../../../ui/overlays/dialog';
import { eventPath } from '../events-api';

export interface LetterheadDialogProps {
  eventId: string;
  /** The letterhead as the report shows it. */
  saved: Letterhead;
  /** Called when the letterhead was saved, even if the dialog was closed before the answer came. */
  onSaved: () => void;
  onClose: () => void;
}

/** Edits what heads the event's reports. */
export function LetterheadDialog({ eventId, saved, onSaved, onClose }: LetterheadDialogProps) {
  const [fields, setFields] = useState(saved);
  const { busy, error, setError, submitChecked } = useSubmission();
  const words = dialogTexts.letterhead;

  async function save(submitted: FormEvent) {
    submitted.preventDefault();
    const send = async (body: Letterhead) => {
      await callApi(`${eventPath(eventId)}/letterhead`, LetterheadSchema, { method: 'PUT', body });
      onSaved();
    };
    await submitChecked(checkLetterhead(fields), send, onClose);
  }

  const field = (name: keyof Letterhead, autoComplete: string) => (
    <TextField
      label={words[name]}
      value={fields[name]}
      maxLength={LETTERHEAD_MAX_LENGTHS[name]}
      autoComplete={autoComplete}
      invalid={error !== null}
      onChange={({ target }) => {
        setFields({ ...fields, [name]: target.value });
        setError(null);
      }}
    />
  );

  return (
    <Dialog onClose={onClose} title={words.title} description={words.lead}>
      <form onSubmit={(submitted) => void save(submitted)} noValidate className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {field('organizer', 'organization')}
        {field('address', 'street-address')}
        {error && <Notice tone="bad">{error}</Notice>}
        <FormActions onCancel={onClose} busy={busy} submitText={busy ? texts.common.saving : texts.common.save} />
      </form>
    </Dialog>
  );
}
