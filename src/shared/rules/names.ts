import { INSPECTION_LABEL_MAX_LENGTH } from '../inspections/limits';
import { API_KEY_NAME_MAX_LENGTH } from '../keys/limits';
import { RECIPIENT_NAME_MAX_LENGTH } from '../notifications/limits';
import { LETTERHEAD_MAX_LENGTHS, NAME_MAX_LENGTH } from '../schemas/limits';
import { type Message, message } from '../messages/message';
import type { Letterhead } from '../schemas/report';
import { UNUSABLE, VISIBLE } from '../visible-text';
import { type Checked, invalid, type Unchecked, valid } from './checked';

const NAMES = {
  eventName: 'Event name',
  areaName: 'Area name',
  organizer: 'Organizer',
  address: 'Address',
  label: 'Name',
  pointName: 'Name of the assembly point',
};
export type NameField = keyof typeof NAMES;

/** The texts about events and areas are exactly those of docs/product.md, E1. */
export const nameTexts = {
  event_name_missing: () => 'Event name is required.',
  event_name_empty: () => 'Event name cannot be empty.',
  area_name_empty: () => 'Area name cannot be empty.',
  inspection_label_empty: () => 'Please say for whom the link is.',
  key_name_empty: () => 'Please say what the key is for.',
  recipient_name_empty: () => 'Please give the recipient a name.',
  name_too_long: (field: NameField, max: number) => `${NAMES[field]} must be at most ${max} characters long.`,
  name_unusable: (field: NameField) => `${NAMES[field]} contains characters that cannot be used.`,
};

function checkName(field: NameField, name: unknown, whenEmpty: Message, max = NAME_MAX_LENGTH): Checked<string> {
  const trimmed = typeof name === 'string' ? name.trim() : '';
  if (!VISIBLE.test(trimmed)) return invalid(whenEmpty);
  if (Array.from(trimmed).length > max) return invalid(message(nameTexts, 'name_too_long', field, max));
  return UNUSABLE.test(trimmed) ? invalid(message(nameTexts, 'name_unusable', field)) : valid(trimmed);
}

export const checkNewEventName = (name: unknown): Checked<string> =>
  checkName('eventName', name, message(nameTexts, 'event_name_missing'));
export const checkEventName = (name: unknown): Checked<string> =>
  checkName('eventName', name, message(nameTexts, 'event_name_empty'));
export const checkAreaName = (name: unknown): Checked<string> =>
  checkName('areaName', name, message(nameTexts, 'area_name_empty'));

/** Checks the names of an event's assembly points, whose lengths are right. */
export function checkPointNames(names: readonly string[]): Checked<readonly string[]> {
  const isUsable = names.every((name) => VISIBLE.test(name) && !UNUSABLE.test(name));
  return isUsable ? valid(names) : invalid(message(nameTexts, 'name_unusable', 'pointName'));
}

function checkLine(field: keyof Letterhead, given: unknown): Checked<string> {
  if (typeof given !== 'string') return invalid(message(nameTexts, 'name_unusable', field));
  const trimmed = given.trim();
  const max = LETTERHEAD_MAX_LENGTHS[field];
  if (Array.from(trimmed).length > max) return invalid(message(nameTexts, 'name_too_long', field, max));
  if (UNUSABLE.test(trimmed)) return invalid(message(nameTexts, 'name_unusable', field));
  return valid(VISIBLE.test(trimmed) ? trimmed : '');
}

/** Checks a whole letterhead. Both of its lines may be empty. */
export function checkLetterhead(given: Unchecked<Letterhead>): Checked<Letterhead> {
  const organizer = checkLine('organizer', given.organizer);
  if (!organizer.ok) return organizer;
  const address = checkLine('address', given.address);
  return address.ok ? valid({ organizer: organizer.value, address: address.value }) : address;
}
/** Checks the text that says for whom an inspector's link is. */
export const checkInspectionLabel = (label: unknown): Checked<string> =>
  checkName('label', label, message(nameTexts, 'inspection_label_empty'), INSPECTION_LABEL_MAX_LENGTH);
/** Checks the name of an API key. */
export const checkKeyName = (name: unknown): Checked<string> =>
  checkName('label', name, message(nameTexts, 'key_name_empty'), API_KEY_NAME_MAX_LENGTH);
/** Checks the name of a recipient of alerts. */
export const checkRecipientName = (name: unknown): Checked<string> =>
  checkName('label', name, message(nameTexts, 'recipient_name_empty'), RECIPIENT_NAME_MAX_LENGTH);
