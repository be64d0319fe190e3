import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  label: string;
  className?: string | undefined;
  /** The control, under the id that the label is for. */
  children: (id: string) => ReactNode;
}

/** A label above its control. */
export function Field({ label, className, children }: FieldProps) {
  const id = useId();
  return (
    <div className={className}>
      <label htmlFor={id} className={fieldLabelClass}>
        {label}
      </label>
      {children(id)}
    </div>
  );
}

/** Also for text that names a control which a label cannot be for. */
export const fieldLabelClass = 'mb-1.5 block text-sm font-medium text-muted';

/** The box to type or choose in; `invalid` marks it. */
export const controlClass = (invalid: boolean): string =>
  clsx(
    'min-h-13 w-full rounded-field border bg-page text-base text-ink transition-colors',
    invalid ? 'border-bad' : 'border-line-strong',
  );
