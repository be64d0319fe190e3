/** Points by which a percentage must fall below a threshold before its alert is over: crowds at a threshold waver. */
const ALERT_HYSTERESIS_PERCENT = 5;

/** Where nobody may be, one person is beyond all percentages; nobody is never too many. */
const reaches = (occupancy: number, capacity: number, percent: number): boolean =>
  occupancy > 0 && occupancy * 100 >= percent * capacity;

/**
 * The threshold whose alert is to be open; null for none. Each threshold is reached at its percentage, and left more than
 * {@link ALERT_HYSTERESIS_PERCENT} below it: what counts is the highest that is reached and not left.
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
    const isHeld = open !== null && threshold <= open;
    const from = isHeld ? threshold - ALERT_HYSTERESIS_PERCENT : threshold;
    if (threshold > (level ?? 0) && reaches(occupancy, capacity, from)) level = threshold;
  }
  return level;
}
