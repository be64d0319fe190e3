import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../limits';
import { type Checked, invalid, valid } from './checked';

export interface PasswordRule {
  readonly text: string;
  readonly met: (password: string) => boolean;
}

/** The requirements in the order of the message; the texts follow 'Password must ' (docs/product.md, S1). */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { text: 'be at least 8 characters long', met: (p) => p.length >= PASSWORD_MIN_LENGTH },
  { text: 'contain an uppercase letter', met: (p) => /[A-Z]/.test(p) },
  { text: 'contain a lowercase letter', met: (p) => /[a-z]/.test(p) },
  { text: 'contain a number', met: (p) => /[0-9]/.test(p) },
  { text: 'contain a special character (e.g., !@#$%^&*)', met: (p) => /[!@#$%^&*]/.test(p) },
];

/** The message for a password that is not allowed, or null. */
export function passwordError(password: string): string | null {
  if (password.length > PASSWORD_MAX_LENGTH) return `Password must be at most ${PASSWORD_MAX_LENGTH} characters long.`;
  const unmet = PASSWORD_RULES.filter((rule) => !rule.met(password));
  return unmet.length === 0 ? null : `Password must ${unmet.map((rule) => rule.text).join(', ')}.`;
}

/** A password for a new account; anything but text counts as empty. */
export function checkPassword(password: unknown): Checked<string> {
  const text = typeof password === 'string' ? password : '';
  const error = passwordError(text);
  return error === null ? valid(text) : invalid(error);
}
