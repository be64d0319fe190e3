import type { CrowdAlert, PastAlert } from '../storage/alert-kinds';
import { ALERT_DWELL_MS } from './limits';

/**
 * Returns until when (epoch ms) the open alert stays before it changes to `threshold` (null: the alert ends). -Infinity
 * means that the change is announced at once. A rise is announced at once, unless an alert of the same or a higher
 * threshold was open within the last {@link ALERT_DWELL_MS}. Before an alert falls, it must have been open for that
 * long. Both rules use stored times, so a room that has slept or was restarted delays in the same way.
 */
export function heldUntil(
  open: Pick<CrowdAlert, 'threshold' | 'raisedAt'> | undefined,
  threshold: number | null,
  past: PastAlert | undefined,
): number {
  const isRise = threshold !== null && threshold > (open?.threshold ?? 0);
  if (isRise) return past === undefined || threshold > past.threshold ? -Infinity : past.at + ALERT_DWELL_MS;
  return open === undefined ? -Infinity : open.raisedAt + ALERT_DWELL_MS;
}

/**
 * Whether a change that is delayed until `until` (epoch ms) is due. If the clock moved backwards, the elapsed time is
 * unknown, and the change is due.
 */
export const isDue = (until: number, now: number): boolean => until <= now || until - now > ALERT_DWELL_MS;
