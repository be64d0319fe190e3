import { RECOUNT_DUE_CROSSINGS, RECOUNT_DUE_PERCENT, RECOUNTS_MIN } from '../shared/reports/limits';
import { SAFETY_MARGIN_MAX_PERCENT } from '../shared/schemas/limits';
import { usableCapacity } from '../shared/rules/venue-capacity';
import type { VenueSettings } from '../shared/schemas/venue-settings';

/** How far counts drift from the people who are inside, as an event's recounts show it (docs/decisions/0033). */

/** The counting in one area that ended with a recount. */
export interface CountedStretch {
  /** Ins plus outs since the reset or recount before, or since the area was added. */
  crossings: number;
  /** The recounted number minus the number before. */
  drift: number;
}

/** The mistakes of an event's doors. Which of the two kinds they are, a few recounts cannot tell. */
export interface CountingError {
  /** The number of recounts that say it. */
  recounts: number;
  /** Mistakes that do not depend on each other add up to this many people, times the root of the crossings. */
  perRoot: number;
  /** Mistakes to one side, as at a door that misses exits, add up to this many people, times the crossings. */
  perCrossing: number;
}

/** Returns null while there are fewer than RECOUNTS_MIN stretches in which somebody passed. */
export function countingError(stretches: Iterable<CountedStretch>): CountingError | null {
  // A recount by eye is itself exact to about one person. So a few recounts without drift do not make the error zero.
  let squares = 1;
  let [recounts, crossings, crossingsSquared] = [0, 0, 0];
  for (const { drift, crossings: passed } of stretches) {
    if (passed <= 0) continue;
    recounts += 1;
    squares += drift * drift;
    crossings += passed;
    crossingsSquared += passed * passed;
  }
  if (recounts < RECOUNTS_MIN) return null;
  return { recounts, perRoot: Math.sqrt(squares / crossings), perCrossing: Math.sqrt(squares / crossingsSquared) };
}

/**
 * Returns by how many people a count may be wrong, rounded up: about two counts in three are closer. The errors of
 * several areas are independent of each other.
 * @param crossings of each area, since its last reset or recount
 */
export function expectedError({ perRoot, perCrossing }: CountingError, crossings: Iterable<number>): number {
  let squares = 0;
  for (const passed of crossings) squares += Math.max(perRoot * Math.sqrt(passed), perCrossing * passed) ** 2;
  // Rounding errors of the roots must not make one person of none.
  return Math.max(0, Math.ceil(Math.sqrt(squares) - 1e-9));
}

/**
 * Whether an area should be recounted: its expected error is more than RECOUNT_DUE_PERCENT of its capacity. Without one
 * of the two it is the number of crossings that decides.
 * @param people the expected error; null if it is not known
 * @param crossings null if nobody knows how many there were since the last reset or recount
 * @param capacity 0 for no limit
 */
export function isRecountDue(people: number | null, crossings: number | null, capacity: number): boolean {
  if (people !== null && capacity > 0) return people * 100 > RECOUNT_DUE_PERCENT * capacity;
  return crossings !== null && crossings >= RECOUNT_DUE_CROSSINGS;
}

/**
 * Returns the safety margin that keeps about 19 of 20 counts from hiding people above the capacity: twice the expected
 * error, in whole percent of the capacity. Null without a capacity.
 */
export const suggestedMargin = (people: number, capacity: number | null): number | null =>
  capacity === null || capacity === 0
    ? null
    : Math.min(SAFETY_MARGIN_MAX_PERCENT, Math.ceil((200 * people) / capacity));

/**
 * Returns the safety margin in percent that follows from the expected error in these venue settings. It leaves a place
 * for at least one guest. Null without a capacity.
 */
export function followedMargin(people: number, settings: VenueSettings): number | null {
  const percent = suggestedMargin(people, settings.capacity);
  if (percent === null) return null;
  for (let margin = percent; margin > 0; margin--) {
    if (usableCapacity({ ...settings, safetyMarginPercent: margin }) !== 0) return margin;
  }
  return 0;
}
