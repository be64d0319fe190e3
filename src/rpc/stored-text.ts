import type { Checked } from '../shared/rules/checked';

/**
 * Checks a text of a file with the check of the call that sets it. A file holds texts as calls have stored them, which is
 * trimmed. Returns why the text is refused; null if it is right.
 */
export function whyNotStored(text: string, check: (text: string) => Checked<string | null>): string | null {
  const checked = check(text);
  if (!checked.ok) return checked.error.text;
  return checked.value === text ? null : 'Spaces and line breaks around it are not allowed.';
}
