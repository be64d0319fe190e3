import { clsx } from 'clsx';
import { type ComponentProps, useId } from 'react';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'aria-invalid'> {
  label: string;
  /** Marks the field; the text itself stands in the form's own error line. */
  invalid?: boolean;
}

export function TextField({ label, invalid = false, className, ...props }: TextFieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-muted">
        {label}
      </label>
      <input
        id={id}
        aria-invalid={invalid}
        className={clsx(
          'min-h-13 w-full rounded-field border bg-page px-4 text-base text-ink transition-colors',
          invalid ? 'border-bad' : 'border-line-strong',
        )}
        {...props}
      />
    </div>
  );
}
