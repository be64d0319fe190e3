import { CAPACITY_MAX } from '../limits';
import type { NewArea } from '../schemas/inputs';
import { type Checked, invalid, valid } from './checked';
import { checkAreaName } from './names';

const TOO_LARGE = `Capacity must be at most ${CAPACITY_MAX.toLocaleString('en-US')}.`;

/** Checks the capacity of an existing area: 0 or more (docs/product.md, E2). */
export function checkCapacity(capacity: unknown): Checked<number> {
  if (typeof capacity !== 'number' || !Number.isInteger(capacity) || capacity < 0) {
    return invalid('Please enter a valid, non-negative number.');
  }
  return capacity > CAPACITY_MAX ? invalid(TOO_LARGE) : valid(capacity);
}

/** Reads a capacity field: a whole decimal number, otherwise NaN (for '12abc' and '1.5'). */
export const parseCapacity = (text: string): number =>
  /^[+-]?\d+$/.test(text.trim()) ? Number.parseInt(text, 10) : Number.NaN;

/** Whether a field holds a number that is refused only because it is not a whole number, such as '1.5'. */
export const isFraction = (text: string): boolean =>
  text.trim() !== '' && Number.isFinite(Number(text)) && Number.isNaN(parseCapacity(text));

/** Checks a new area: both fields are required, and the capacity is at least 1 (docs/product.md, E2). */
export function checkNewArea(areaName: unknown, capacity: unknown): Checked<NewArea> {
  const nameMissing = typeof areaName !== 'string' || areaName.trim() === '';
  if (nameMissing || capacity === undefined || capacity === null || capacity === '')
    return invalid('Both fields are required.');
  const name = checkAreaName(areaName);
  if (!name.ok) return name;
  if (typeof capacity !== 'number' || !Number.isInteger(capacity) || capacity <= 0) {
    return invalid('Capacity must be a positive number.');
  }
  return capacity > CAPACITY_MAX ? invalid(TOO_LARGE) : valid({ areaName: name.value, capacity });
}
