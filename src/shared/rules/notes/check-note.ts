import { message } from '../../messages/message';
import { UNUSABLE, VISIBLE } from '../../visible-text';
import { type Checked, invalid, valid } from '../checked';

export const noteTexts = {
  note_too_long: (max: number) => `The note must be at most ${max} characters long.`,
  note_unusable: () => 'The note contains characters that cannot be used.',
};

/** Checks a note, as on an alert or with an order. A missing note, or one without a visible character, is none: null. */
export function checkNote(given: unknown, max: number): Checked<string | null> {
  if (given === undefined || given === null) return valid(null);
  if (typeof given !== 'string') return invalid(message(noteTexts, 'note_unusable'));
  const note = given.trim();
  if (note.length > max) return invalid(message(noteTexts, 'note_too_long', max));
  if (UNUSABLE.test(note)) return invalid(message(noteTexts, 'note_unusable'));
  return valid(VISIBLE.test(note) ? note : null);
}
