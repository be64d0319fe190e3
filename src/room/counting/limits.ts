import { UNDO_WITHIN_MS, UNDO_REACH_MS } from '../../shared/protocol/limits';

/** When this many taps are queued, a flush happens at once, without waiting for the timer. */
export const FLUSH_AT_TAPS = 256;
/**
 * Taps of an event whose trial has no taps left wait up to this long for their refusal, so that they share one row of the
 * log (docs/cost.md).
 */
export const REFUSALS_EVERY_MS = 1_000;
/** The room asks D1 about unknown areas at most once in this time. */
export const ASK_INTERVAL_MS = 1_000;
/**
 * Returns the earliest time (epoch ms) at which a tap can have been received that an undo can still take back: an hour
 * before the undo occurred, and at most twelve hours before `now`.
 */
export const undoReach = (occurredAt: number, now: number): number =>
  Math.max(occurredAt - UNDO_WITHIN_MS, now - UNDO_REACH_MS);
/**
 * Taps that are held for one client while the room asks D1 about an area. A client that sends more is disconnected and
 * tries again.
 */
export const HELD_TAPS_MAX = 2_000;
