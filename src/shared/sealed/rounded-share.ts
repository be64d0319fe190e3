/**
 * Rounds to a whole number, but to the number of the full capacity only what is the full capacity: of 100, 99.9 is 99 and
 * 100.1 is 101. So a percentage always says on which side of the capacity it is (docs/decisions/0034).
 * @param share not rounded, in percent or, with `full` = 1000, in tenths of a percent
 */
export function roundedShare(share: number, full = 100): number {
  const nearest = Math.round(share);
  return nearest === full ? full + Math.sign(share - full) : nearest;
}

/** Returns how many percent of the capacity the people are, to a tenth; null without a capacity. */
export const percentOfCapacity = (people: number, capacity: number | null): number | null =>
  capacity === null || capacity === 0 ? null : roundedShare((people / capacity) * 1000, 1000) / 10;

/** Returns a category's part of all entries with a category, in percent to a tenth. */
export const categoryShare = (ins: number, named: number): number =>
  named === 0 ? 0 : Math.round((ins / named) * 1000) / 10;
