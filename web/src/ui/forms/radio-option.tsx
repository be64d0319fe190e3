import { clsx } from 'clsx';
import type { ReactNode } from 'react';

export interface RadioOptionProps {
  /** The name of the group of radio buttons. */
  name: string;
  value: string;
  checked: boolean;
  onChoose: () => void;
  /** The name of the option, if the option shows no text. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** One of a few options that are all visible. The chosen option looks like a pressed key. */
export function RadioOption({ name, value, checked, onChoose, label, className, children }: RadioOptionProps) {
  return (
    <label
      title={label}
      className={clsx(
        'relative grid cursor-pointer place-items-center text-muted has-checked:bg-raised has-checked:text-ink has-checked:shadow-lift has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      <input
        type="radio"
        name={name}
        value={value}
        aria-label={label}
        checked={checked}
        onChange={onChoose}
        className="sr-only"
      />
      {children}
    </label>
  );
}
