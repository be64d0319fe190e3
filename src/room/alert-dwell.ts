import type { AlertRow } from './alert-rows';
import { ALERT_DWELL_MS } from './limits';

/** The alert that a subject last had and has no more: over, or fallen to a lower threshold. */
export interface PastAlert {
  readonly threshold: number;
  /** When it was over; epoch ms. */
  readonly at: number;
}

/**
 * Until when a subject's alert stays as it is although it is to be that of `threshold` (null: over); epoch ms, -Infinity for a
 * change that is told at once. A threshold that is reached is told at once, unless the subject was at it, or above, within the last
 * {@link ALERT_DWELL_MS}. What falls has stood for that long before it is told. All of it follows from stored times, so a room
 * that has slept or was restarted holds back the same.
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

/** Whether a change that is held until `until` is to be told. A clock that was set back has said nothing of how long ago it was. */
export const isTold = (until: number, now: number): boolean => until <= now || until - now > ALERT_DWELL_MS;
