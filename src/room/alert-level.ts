/**
 * How far a count must fall below a threshold before its alert is over, since crowds at a threshold waver: more than so
 * many points, and by so many people, as one person is many points of a small area.
 */
const HYSTERESIS = { percent: 5, people: 2 } as const;

/** Where nobody may be, one person is beyond all percentages; nobody is never too many. */
const reaches = (occupancy: number, capacity: number, percent: number): boolean =>
  occupancy > 0 && occupancy * 100 >= percent * capacity;

const isNotLeft = (occupancy: number, capacity: number, threshold: number): boolean =>
  reaches(occupancy, capacity, threshold - HYSTERESIS.percent) ||
  (occupancy > 0 && occupancy > Math.ceil((threshold * capacity) / 100) - HYSTERESIS.people);

/**
 * The threshold whose alert is to be open; null for none. Each threshold is reached at its percentage, and left as
 * {@link HYSTERESIS} says or with the last person: what counts is the highest that is reached and not left.
 *
 * @param thresholds in percent, in any order
 * @param open the threshold whose alert is open, be it one of `thresholds` or one of before
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
