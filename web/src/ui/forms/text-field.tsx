import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, Field } from './field';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'aria-invalid'> {
  label: string;
  /** Marks the field as invalid. The form shows the error text in its own line. */
  invalid?: boolean;
}

export function TextField({ label, invalid = false, className, ...props }: TextFieldProps) {
  return (
    <Field label={label} className={className}>
      {(id) => <input id={id} aria-invalid={invalid} className={clsx(controlClass(invalid), 'px-4')} {...props} />}
    </Field>
  );
}
