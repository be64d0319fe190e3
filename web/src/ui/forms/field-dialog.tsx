import type { Checked } from '../../../../src/shared/rules/checked';
import { Dialog } from '../overlays/dialog';
import { Form } from './form';
import { TextField, type TextFieldProps } from './text-field';
import { textIn, useForm } from './use-form';
import type { FailureText } from './use-submission';

export interface FieldDialogProps<T> {
  title: string;
  description?: string;
  /** The label, placeholder and type of the field. */
  field: Omit<TextFieldProps, 'value' | 'onChange' | 'invalid'>;
  /** The initial text of the field. It is selected, so that typing replaces it. */
  initial?: string;
  submitText?: string;
  busyText?: string;
  /** Returns the value to save, or what is wrong with the text. */
  check: (text: string) => Checked<T>;
  /** Saves the value. The dialog closes after a success. */
  onSave: (value: T) => Promise<void>;
  failed?: FailureText;
  onClose: () => void;
}

/** A dialog with one field. */
export function FieldDialog<T>(props: FieldDialogProps<T>) {
  const { title, description, field, initial = '', check, onSave, failed, onClose, ...buttons } = props;
  const { typed, edit, ...form } = useForm({ text: initial }, failed);
  const submit = () => form.submitChecked(check(typed.text), onSave, onClose);
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <Form form={form} onSubmit={submit} onCancel={onClose} {...buttons}>
        <TextField autoComplete="off" {...field} invalid={form.error !== null} {...textIn(typed, edit, 'text')} />
      </Form>
    </Dialog>
  );
}
