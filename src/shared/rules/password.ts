import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '../accounts/limits';
import type { Message } from '../messages/message';
import type { Checked } from './checked';

/** The requirements. Each text follows 'Password must ' (docs/product.md, S1). */
const NEEDS = {
  length: 'be at least 8 characters long',
  uppercase: 'contain an uppercase letter',
  lowercase: 'contain a lowercase letter',
  number: 'contain a number',
  special: 'contain a special character (e.g., !@#$%^&*)',
};
export type PasswordNeed = keyof typeof NEEDS;

export const passwordTexts = {
  password_need: (need: PasswordNeed) => NEEDS[need],
  password_unmet: (needs: PasswordNeed[]) => `Password must ${needs.map((need) => NEEDS[need]).join(', ')}.`,
  password_too_long: (max: number) => `Password must be at most ${max} characters long.`,
};

export interface PasswordRule {
  readonly need: PasswordNeed;
  readonly met: (password: string) => boolean;
}

/** The requirements in the order of the error text. */
export const PASSWORD_RULES: readonly PasswordRule[] = [
  { need: 'length', met: (p) => p.length >= PASSWORD_MIN_LENGTH },
  { need: 'uppercase', met: (p) => /[A-Z]/.test(p) },
  { need: 'lowercase', met: (p) => /[a-z]/.test(p) },
  { need: 'number', met: (p) => /[0-9]/.test(p) },
  { need: 'special', met: (p) => /[!@#$%^&*]/.test(p) },
];

// The first script of the sign-up loads this file. It must not import `message` or `invalid`: the build would then put it
// into a chunk that every dialog loads.

export const needMessage = (need: PasswordNeed): Message => ({
  id: 'password_need',
  values: [need],
  text: passwordTexts.password_need(need),
});

/** Returns the error for a password; null if the password is allowed. */
export function passwordError(password: string): Message | null {
  const max = PASSWORD_MAX_LENGTH;
  if (password.length > max)
    return { id: 'password_too_long', values: [max], text: passwordTexts.password_too_long(max) };
  const unmet = PASSWORD_RULES.filter((rule) => !rule.met(password)).map(({ need }) => need);
  if (unmet.length === 0) return null;
  return { id: 'password_unmet', values: [unmet], text: passwordTexts.password_unmet(unmet) };
}

/** Checks a new password. A value that is not text counts as empty. */
export function checkPassword(password: unknown): Checked<string> {
  const text = typeof password === 'string' ? password : '';
  const error = passwordError(text);
  return error === null ? { ok: true, value: text } : { ok: false, error };
}
