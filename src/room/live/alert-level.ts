/**
 * How far a count must fall below a threshold before its alert is over. Crowds at a threshold fluctuate, so it takes
 * more than this many points, and at least this many people: in a small area one person is many points.
 */
const HYSTERESIS = { percent: 5, people: 2 } as const;

/** With a capacity of 0 every person exceeds every percentage, and nobody exceeds none. */
const reaches = (occupancy: number, capacity: number, percent: number): boolean =>
  occupancy > 0 && occupancy * 100 >= percent * capacity;

const isNotLeft = (occupancy: number, capacity: number, threshold: number): boolean =>
  reaches(occupancy, capacity, threshold - HYSTERESIS.percent) ||
  (occupancy > 0 && occupancy > Math.ceil((threshold * capacity) / 100) - HYSTERESIS.people);

/**
 * Returns the threshold whose alert should be open, or null for none: the highest one that was reached and not left. A
 * threshold is reached at its percentage. It is left as {@link HYSTERESIS} says, or when the last person leaves.
 * @param thresholds in percent, in any order
 * @param open the threshold whose alert is open now; it may have been removed from `thresholds` since
 */
export function alertLevel(
  { occupancy, capacity }: { occupancy: number; capacity: number },
  thresholds: readonly number[],
  open: number | null,
): number | null {
  let level: number | null = null;
  for (const threshold of thresholds) {
    const isOn = open !== null && threshold <= open ? isNotLeft : reaches;
    if (threshold > (level ?? 0) && isOn(occupancy, capacity, threshold)) level = threshold;
  }
  return level;
}
