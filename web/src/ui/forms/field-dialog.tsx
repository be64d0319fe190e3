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
  const { typed, edit, ...form } = useForm({ text: initial }, failed);
  return (
    <Form
      form={form}
      onSubmit={() => form.submitChecked(check(typed.text), onSave, onClose)}
      onCancel={onClose}
      submitText={submitText}
      busyText={busyText}
    >
      <TextField autoComplete="off" {...field} invalid={form.error !== null} {...textIn(typed, edit, 'text')} />
    </Form>
  );
}
