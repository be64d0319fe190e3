import { type RefObject, useId } from 'react';
import { TextField } from '../../ui/forms/text-field';
import { PasswordHint } from './password-hint';

export interface NewPasswordFieldProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  password: string;
  onChange: (password: string) => void;
}

/** A field for a new password, with its requirements. */
export function NewPasswordField({ ref, label, password, onChange }: NewPasswordFieldProps) {
  const hintId = useId();
  return (
    <>
      <TextField
        ref={ref}
        label={label}
        name="password"
        type="password"
        value={password}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="new-password"
        aria-describedby={hintId}
        required
      />
      <PasswordHint id={hintId} password={password} />
    </>
  );
}
