import type { Ref } from 'react';

export interface CheckFieldProps {
  /** The checkbox. */
  ref?: Ref<HTMLInputElement> | undefined;
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A checkbox whose label is part of its touch target, which is as high as a button. */
export const CheckField = ({ ref, label, checked, onChange }: CheckFieldProps) => (
  <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-medium">
    {label}
    <input
      ref={ref}
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="size-6 shrink-0 accent-accent"
    />
  </label>
);
