import { MINUTE_MS } from '../../shared/durations';

/** Rooms of an isolate whose unfinished minute is kept for the log, at least. */
export const WINDOWS_IN_MEMORY = 1_000;
/**
 * An alert stays open for this long before it can end, and stays ended for this long before it can be raised again. So
 * a person who counts up and down in turn causes few entries, and people hear one alarm (docs/decisions/0011).
 */
export const ALERT_DWELL_MS = 10_000;
/** Alerts of which one call tells the account's hub. An event has at most 101 open alerts. */
export const ALERTS_PER_ANNOUNCEMENT = 200;
/**
 * Returns the delay in ms before the hub is told again of an alert that changed `ageMs` ago. It grows with the age, so that
 * nothing has to be counted.
 */
export const alertRetryMs = (ageMs: number): number => Math.min(Math.max(5_000, ageMs), 10 * MINUTE_MS);
