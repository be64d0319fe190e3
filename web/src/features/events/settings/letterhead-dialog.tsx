import { LETTERHEAD_MAX_LENGTHS } from '../../../../../src/shared/schemas/limits';
import { checkLetterhead } from '../../../../../src/shared/rules/names';
import { type Letterhead, LetterheadSchema } from '../../../../../src/shared/schemas/report';
import { callApi } from '../../../api/api-client';
import { dialogTexts } from '../../../texts/dialog-texts';
import { TextField } from '../../../ui/forms/text-field';
import { Form } from '../../../ui/forms/form';
import { textIn, useForm } from '../../../ui/forms/use-form';
import { Dialog } from '../../../ui/overlays/dialog';
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
  const { typed, edit, ...form } = useForm(saved);
  const words = dialogTexts.letterhead;

  async function save(body: Letterhead) {
    await callApi(`${eventPath(eventId)}/letterhead`, LetterheadSchema, { method: 'PUT', body });
    onSaved();
  }

  const field = (name: keyof Letterhead, autoComplete: string) => (
    <TextField
      label={words[name]}
      maxLength={LETTERHEAD_MAX_LENGTHS[name]}
      autoComplete={autoComplete}
      invalid={form.error !== null}
      {...textIn(typed, edit, name)}
    />
  );

  return (
    <Dialog onClose={onClose} title={words.title} description={words.lead}>
      <Form form={form} onSubmit={() => form.submitChecked(checkLetterhead(typed), save, onClose)} onCancel={onClose}>
        {field('organizer', 'organization')}
        {field('address', 'street-address')}
      </Form>
    </Dialog>
  );
}
