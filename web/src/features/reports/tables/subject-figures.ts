import type { ReportSubject } from '../../../../../src/shared/schemas/report';

/** The shortest duration in minutes that is shown, because a duration above zero must not be shown as zero. */
const SOME_MINUTES = 0.1;

/**
 * Returns the minutes above each percentage of the capacity. Any time above the whole capacity is also time above the
 * lower percentages.
 */
export function minutesAbove({ overCapacity, minutesAbove: minutes }: ReportSubject): ReportSubject['minutesAbove'] {
  const least = overCapacity.length === 0 ? 0 : SOME_MINUTES;
  return {
    above75: Math.max(least, minutes.above75),
    above90: Math.max(least, minutes.above90),
    above100: Math.max(least, minutes.above100),
  };
}

/**
 * Returns the change of the occupancy by resets, recounts and deleted areas. Opening occupancy, entries, exits, floored
 * exits and this number add up to the closing occupancy.
 */
export const corrected = ({ opening, closing, net, floored }: ReportSubject): number =>
  closing - opening - net - floored;
