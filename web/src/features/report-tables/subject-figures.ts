import type { ReportSubject } from '../../../../src/shared/schemas/report';

/** What was there at all is never told as nothing. */
const SOME_MINUTES = 0.1;

/** Minutes above its shares of the capacity; who was above all of it, as shortly as it was, was above each. */
export function minutesAbove({ overCapacity, minutesAbove: minutes }: ReportSubject): ReportSubject['minutesAbove'] {
  const least = overCapacity.length === 0 ? 0 : SOME_MINUTES;
  return {
    above75: Math.max(least, minutes.above75),
    above90: Math.max(least, minutes.above90),
    above100: Math.max(least, minutes.above100),
  };
}

/** What resets, recounts and the deleting of areas changed: with it, start and ins, outs and outs at zero come to the end. */
export const corrected = ({ opening, closing, net, floored }: ReportSubject): number =>
  closing - opening - net - floored;
