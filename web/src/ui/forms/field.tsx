import { clsx } from 'clsx';
import { type ReactNode, useId } from 'react';

export interface FieldProps {
  label: string;
  className?: string | undefined;
  /** Renders the control with the id to which the label points. */
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

/** The classes of a label. Also used for text that names a control to which a label element cannot point. */
export const fieldLabelClass = 'mb-1.5 block text-sm font-medium text-muted';

/** Returns the classes of an input or a select; `invalid` marks it. */
export const controlClass = (invalid: boolean): string =>
  clsx(
    'min-h-13 w-full rounded-field border bg-page text-base text-ink transition-colors',
    invalid ? 'border-bad' : 'border-line-strong',
  );
