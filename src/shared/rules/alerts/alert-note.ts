import { ALERT_NOTE_MAX_LENGTH } from '../../limits';
import { message } from '../../messages/message';
import { UNUSABLE, VISIBLE } from '../../visible-text';
import { type Checked, invalid, valid } from '../checked';

export const alertNoteTexts = {
  note_too_long: (max: number) => `The note must be at most ${max} characters long.`,
  note_unusable: () => 'The note contains characters that cannot be used.',
};

/** Checks the note on what was done about an alert. A note without a visible character is none: null. */
export function checkAlertNote(given: string): Checked<string | null> {
  const note = given.trim();
  if (note.length > ALERT_NOTE_MAX_LENGTH)
    return invalid(message(alertNoteTexts, 'note_too_long', ALERT_NOTE_MAX_LENGTH));
  if (UNUSABLE.test(note)) return invalid(message(alertNoteTexts, 'note_unusable'));
  return valid(VISIBLE.test(note) ? note : null);
}
