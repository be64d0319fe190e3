import type { ReportSubject } from '../../../../../src/shared/schemas/report';

/** A duration above zero is never shown as zero. */
const SOME_MINUTES = 0.1;

/** Minutes above the shares of the capacity. Any time above the whole capacity is also time above each share. */
export function minutesAbove({ overCapacity, minutesAbove: minutes }: ReportSubject): ReportSubject['minutesAbove'] {
  const least = overCapacity.length === 0 ? 0 : SOME_MINUTES;
  return {
    above75: Math.max(least, minutes.above75),
    above90: Math.max(least, minutes.above90),
    above100: Math.max(least, minutes.above100),
  };
}

/** The changes by resets, recounts and deleted areas. With them, start, ins, outs and floored add up to the end. */
export const corrected = ({ opening, closing, net, floored }: ReportSubject): number =>
  closing - opening - net - floored;
