import type { ReportSubject } from '../../../../../src/shared/schemas/report';

const SECONDS_PER_MINUTE = 60;

/** The shortest time above a capacity that is shown, because a time above zero must not be shown as zero. */
export const SOME_SECONDS = 1;

/** Converts minutes as a report has them, to a hundredth, back into the whole seconds that they were. */
const toSeconds = (minutes: number): number => Math.round(minutes * SECONDS_PER_MINUTE);

/** The seconds with more people inside than 75, 90 and 100 % of the capacity. */
export type SecondsAbove = ReportSubject['minutesAbove'];

/**
 * Returns the seconds above each percentage of the capacity. Those above 100 % are the seconds of all periods over the
 * capacity together. Any time above the whole capacity is also time above the lower percentages.
 */
export function secondsAbove({ overCapacity, minutesAbove }: ReportSubject): SecondsAbove {
  const least = overCapacity.length === 0 ? 0 : SOME_SECONDS;
  const seconds = (minutes: number) => Math.max(least, toSeconds(minutes));
  return {
    above75: seconds(minutesAbove.above75),
    above90: seconds(minutesAbove.above90),
    above100: seconds(minutesAbove.above100),
  };
}

export const secondsBelowZero = ({ minutesBelowZero }: ReportSubject): number => toSeconds(minutesBelowZero);

/**
 * Returns the change of the occupancy by resets, recounts and deleted areas. Opening occupancy, entries, exits, floored
 * exits and this number add up to the closing occupancy.
 */
export const corrected = ({ opening, closing, net, floored }: ReportSubject): number =>
  closing - opening - net - floored;
