import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../limits';
import { type Checked, invalid, valid } from './checked';

export interface PasswordRule {
  readonly text: string;
  readonly met: (password: string) => boolean;
}

/** The requirements, in the order of the error text. Each text follows 'Password must ' (docs/product.md, S1). */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { text: 'be at least 8 characters long', met: (p) => p.length >= PASSWORD_MIN_LENGTH },
  { text: 'contain an uppercase letter', met: (p) => /[A-Z]/.test(p) },
  { text: 'contain a lowercase letter', met: (p) => /[a-z]/.test(p) },
  { text: 'contain a number', met: (p) => /[0-9]/.test(p) },
  { text: 'contain a special character (e.g., !@#$%^&*)', met: (p) => /[!@#$%^&*]/.test(p) },
];

/** Returns the error text for a password; null if the password is allowed. */
export function passwordError(password: string): string | null {
  if (password.length > PASSWORD_MAX_LENGTH) return `Password must be at most ${PASSWORD_MAX_LENGTH} characters long.`;
  const unmet = PASSWORD_RULES.filter((rule) => !rule.met(password));
  return unmet.length === 0 ? null : `Password must ${unmet.map((rule) => rule.text).join(', ')}.`;
}

/** Checks a new password. A value that is not text counts as empty. */
export function checkPassword(password: unknown): Checked<string> {
  const text = typeof password === 'string' ? password : '';
  const error = passwordError(text);
  return error === null ? valid(text) : invalid(error);
}
