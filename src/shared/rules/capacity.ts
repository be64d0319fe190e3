import { CAPACITY_MAX } from '../schemas/limits';
import type { NewArea } from '../schemas/inputs';
import { message } from '../messages/message';
import { type AreaFacts, setFacts } from '../schemas/area-facts';
import { checkFacts } from './area-facts';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { checkAreaName } from './names';
import { ENGLISH_LOCALE } from '../languages';

export const capacityTexts = {
  capacity_invalid: () => 'Please enter a valid, non-negative number.',
  capacity_not_positive: () => 'Capacity must be a positive number.',
  capacity_too_large: (max: number) => `Capacity must be at most ${max.toLocaleString(ENGLISH_LOCALE)}.`,
  area_incomplete: () => 'Both fields are required.',
};

const tooLarge = () => invalid(message(capacityTexts, 'capacity_too_large', CAPACITY_MAX));

/** Checks the capacity of an existing area: 0 or more (docs/product.md, E2). */
export function checkCapacity(capacity: unknown): Checked<number> {
  if (typeof capacity !== 'number' || !Number.isInteger(capacity) || capacity < 0) {
    return invalid(message(capacityTexts, 'capacity_invalid'));
  }
  return capacity > CAPACITY_MAX ? tooLarge() : valid(capacity);
}

/** Reads a capacity field: a whole decimal number, otherwise NaN (for '12abc' and '1.5'). */
export const parseCapacity = (text: string): number =>
  /^[+-]?\d+$/.test(text.trim()) ? Number.parseInt(text, 10) : Number.NaN;

/** Whether a field holds a number that is refused only because it is not a whole number, such as '1.5'. */
export const isFraction = (text: string): boolean =>
  text.trim() !== '' && Number.isFinite(Number(text)) && Number.isNaN(parseCapacity(text));

/**
 * Checks a new area: name and capacity are required, and the capacity is at least 1 (docs/product.md, E2). Its other
 * facts are optional.
 */
export function checkNewArea(areaName: unknown, capacity: unknown, facts: Unchecked<AreaFacts> = {}): Checked<NewArea> {
  const nameMissing = typeof areaName !== 'string' || areaName.trim() === '';
  if (nameMissing || capacity === undefined || capacity === null || capacity === '')
    return invalid(message(capacityTexts, 'area_incomplete'));
  const name = checkAreaName(areaName);
  if (!name.ok) return name;
  if (typeof capacity !== 'number' || !Number.isInteger(capacity) || capacity <= 0) {
    return invalid(message(capacityTexts, 'capacity_not_positive'));
  }
  if (capacity > CAPACITY_MAX) return tooLarge();
  const checked = checkFacts(facts);
  return checked.ok ? valid({ areaName: name.value, capacity, ...setFacts((fact) => checked.value[fact]) }) : checked;
}
