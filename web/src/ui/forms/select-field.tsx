import { clsx } from 'clsx';
import type { ComponentProps } from 'react';
import { controlClass, Field } from './field';
import { ChevronDown } from '../icons/arrows';

export interface SelectFieldProps extends Omit<ComponentProps<'select'>, 'id' | 'aria-invalid'> {
  label: string;
  /** Shown until an option is chosen. Without a placeholder, an option is always chosen. */
  placeholder?: string;
  options: readonly { readonly value: string; readonly text: string }[];
  /** Marks the field as invalid. The form shows the error text in its own line. */
  invalid?: boolean;
}

/** The device's own list, which all users know, styled like the other fields. */
export function SelectField({ label, placeholder, options, invalid = false, className, ...props }: SelectFieldProps) {
  return (
    <Field label={label} className={className}>
      {(id) => (
        <div className="relative">
          <select
            id={id}
            aria-invalid={invalid}
            className={clsx(controlClass(invalid), 'appearance-none pe-11 ps-4 text-ellipsis')}
            {...props}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
          <ChevronDown size={20} className="pointer-events-none absolute top-1/2 end-3.5 -translate-y-1/2" />
        </div>
      )}
    </Field>
  );
}
