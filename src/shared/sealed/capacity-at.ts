/** A capacity that applies from `at` (epoch ms) on; 0 or null for no limit. */
export interface CapacityFrom {
  at: number;
  capacity: number | null;
}

/** Returns the capacity in force at a moment (epoch ms), before the first one that one; 0 or null for no limit. */
export const capacityAt = (capacities: readonly CapacityFrom[], at: number): number | null =>
  (capacities.findLast((change) => change.at <= at) ?? capacities[0])?.capacity ?? null;

/** Returns the capacities from the first that is set on, if it changed after that; none if it did not. */
export function changesOf<Of extends { capacity: number | null }>(capacities: readonly Of[]): Of[] {
  const set = capacities.slice(capacities.findIndex(({ capacity }) => !!capacity));
  return set.length > 1 && set.some(({ capacity }) => !!capacity) ? set : [];
}
