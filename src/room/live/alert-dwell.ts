import type { AlertRow } from './alert-rows';
import { ALERT_DWELL_MS } from '../limits';

/** The previous alert of an area or of the venue. It is over, or it has fallen to a lower threshold. */
export interface PastAlert {
  readonly threshold: number;
  /** When it was over; epoch ms. */
  readonly at: number;
}

/**
 * Returns until when the present alert stays as it is before it changes to the one of `threshold` (null: no alert any
 * more). Epoch ms; -Infinity means that the change is announced at once. A rising alert is announced at once, unless
 * the same or a higher one was open within the last {@link ALERT_DWELL_MS}. A falling alert must have been open for
 * that long. Both follow from stored times, so a room that has slept or was restarted delays in the same way.
 */
export function heldUntil(
  open: Pick<AlertRow, 'threshold' | 'raisedAt'> | undefined,
  threshold: number | null,
  past: PastAlert | undefined,
): number {
  const isRise = threshold !== null && threshold > (open?.threshold ?? 0);
  if (isRise) return past === undefined || threshold > past.threshold ? -Infinity : past.at + ALERT_DWELL_MS;
  return open === undefined ? -Infinity : open.raisedAt + ALERT_DWELL_MS;
}

/**
 * Whether a change that is delayed until `until` is due. If the clock moved backwards, the elapsed time is unknown, so
 * the change is due.
 */
export const isTold = (until: number, now: number): boolean => until <= now || until - now > ALERT_DWELL_MS;
