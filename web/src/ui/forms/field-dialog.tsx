import { type FormEvent, useState } from 'react';
import type { Checked } from '../../../../src/shared/rules/checked';
import { Dialog, FormActions } from '../overlays/dialog';
import { Notice } from '../notice';
import { TextField, type TextFieldProps } from './text-field';
import { type FailureText, useSubmission } from './use-submission';

export interface FieldDialogProps<T> {
  title: string;
  description?: string;
  /** The label, placeholder and type of the field. */
  field: Omit<TextFieldProps, 'value' | 'onChange' | 'invalid'>;
  /** The initial text of the field. It is selected, so that typing replaces it. */
  initial?: string;
  submitText: string;
  busyText: string;
  /** Returns the value to save, or what is wrong with the text. */
  check: (text: string) => Checked<T>;
  /** Saves the value. The dialog closes after a success. */
  onSave: (value: T) => Promise<void>;
  failed?: FailureText;
  onClose: () => void;
}

/** A dialog with one field. Editing the field clears the error (docs/product.md, E9). */
export function FieldDialog<T>(props: FieldDialogProps<T>) {
  const { title, description, onClose } = props;
  return (
    <Dialog onClose={onClose} title={title} {...(description === undefined ? {} : { description })}>
      <FieldForm {...props} />
    </Dialog>
  );
}

function FieldForm<T>(props: FieldDialogProps<T>) {
  const { field, initial = '', submitText, busyText, check, onSave, failed, onClose } = props;
  const [text, setText] = useState(initial);
  const { busy, error, setError, submitChecked } = useSubmission(failed);

  async function submitForm(event: FormEvent) {
    event.preventDefault();
    await submitChecked(check(text), onSave, onClose);
  }

  return (
    <form onSubmit={(event) => void submitForm(event)} noValidate className="grid gap-4">
      <TextField
        autoComplete="off"
        {...field}
        value={text}
        invalid={error !== null}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
      />
      {error && <Notice tone="bad">{error}</Notice>}
      <FormActions onCancel={onClose} busy={busy} submitText={busy ? busyText : submitText} />
    </form>
  );
}
