import { NAME_MAX_LENGTH } from '../limits';
import { type Checked, invalid, valid } from './checked';

function checkName(what: 'Event' | 'Area', name: unknown, emptyText: string): Checked<string> {
  const trimmed = typeof name === 'string' ? name.trim() : '';
  if (trimmed === '') return invalid(emptyText);
  if (trimmed.length > NAME_MAX_LENGTH) return invalid(`${what} name must be at most ${NAME_MAX_LENGTH} characters long.`);
  return valid(trimmed);
}

/** Texts of spec section 5. */
export const checkNewEventName = (name: unknown): Checked<string> => checkName('Event', name, 'Event name is required.');
export const checkEventName = (name: unknown): Checked<string> => checkName('Event', name, 'Event name cannot be empty.');
export const checkAreaName = (name: unknown): Checked<string> => checkName('Area', name, 'Area name cannot be empty.');
