import { isAtLeast, type Reading } from './readings';

/** How far ahead of the room's clock the newest of these times is, in ms: nothing occurs after it has arrived. */
export const aheadOf = (times: readonly number[], now: number): number => Math.max(0, Math.max(...times) - now);

const fallsIn = (readings: readonly Reading[]): number =>
  readings.filter((one, index) => !isAtLeast(one, readings[index - 1] ?? { ins: 0, outs: 0 })).length;

/**
 * Returns the readings of one call in the order in which they were read: that of their times, or as they were sent if the totals
 * fall less often then. The one was sent in disorder, the other by a clock that was set.
 */
export function inOrder<T extends Reading>(readings: readonly T[]): readonly T[] {
  const byTime = readings.toSorted((a, b) => a.at - b.at);
  return fallsIn(byTime) < fallsIn(readings) ? byTime : readings;
}
