export interface CheckFieldProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A yes-or-no choice whose text is as large to touch as a button. */
export const CheckField = ({ label, checked, onChange }: CheckFieldProps) => (
  <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4 font-medium">
    {label}
    <input
      type="checkbox"
      checked={checked}
      onChange={({ target }) => onChange(target.checked)}
      className="size-6 shrink-0 accent-accent"
    />
  </label>
);
