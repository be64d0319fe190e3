import { MINUTE_MS, DAY_MS } from '../shared/durations';

/** A twelfth of a year, including leap years. */
export const MONTH_MS = (365.25 / 12) * DAY_MS;
/** Overdue work waits this long after a room wakes and between two runs, so that taps come first. */
export const OVERDUE_DELAY_MS = 5_000;
/**
 * If the clock moves back by more than this, it was wrong before, and the room's time moves back, too. If the clock
 * moves back by less, the room's time stays ahead until the clock has caught up (docs/decisions/0014).
 */
export const CLOCK_AHEAD_MAX_MS = 10 * MINUTE_MS;
/**
 * The delay in ms before a delivery that failed for the n-th time is tried again: 5 s, then twice as long each time, at
 * most 10 min.
 */
export const deliveryBackoffMs = (attempts: number): number => Math.min(5_000 * 2 ** (attempts - 1), 10 * MINUTE_MS);
