import { MINUTE_MS } from '../shared/durations';

/** Every number by which the monitor decides. docs/incidents.md, "Alarms", explains them to operators. */

/**
 * An alarm begins in the second bad minute in a row and is over after the third good one. One bad minute can be a
 * deployment or a failed query, and a part that works for a minute or two is not repaired yet.
 */
export const BEGINS_AFTER_MINUTES = 2;
export const OVER_AFTER_MINUTES = 3;

/** The time over which 5xx answers are counted, in minutes. */
export const ERROR_WINDOW_MINUTES = 5;
/**
 * The alarm for 5xx answers needs this many of them and this share of all answers. Ten are more than one person's
 * retries; one in a hundred is far above what a healthy installation answers, which is none.
 */
export const ERRORS_MIN = 10;
export const ERROR_SHARE_MIN = 0.01;

/** How often an isolate with 5xx answers tells the monitor, at most. */
export const TELL_INTERVAL_MS = 10_000;

/** A frame that waits longer than this for its flush is slow: people see their own tap at once, but others see it late. */
export const SLOW_WAIT_MS = 1_000;
/** A flush that takes longer than this until it is on disk is slow: its acks leave only then. */
export const SLOW_SYNC_MS = 2_000;

/** How long a failing room is left alone before it is asked again. */
export const ASK_AGAIN_AFTER_MS = MINUTE_MS;
/** How many failing rooms are asked at the same time. */
export const ROOMS_AT_ONCE = 10;
/** How long the rooms are asked in all, so that the readiness call has its answer in time. */
export const ASK_FOR_MS = 1_500;

/** The time that the webhook and the heartbeat's URL have to answer. */
export const DELIVERY_TIMEOUT_MS = 5_000;

/** How long the names of events are waited for. A message without them still has the ids. */
export const NAMES_TIMEOUT_MS = 1_000;
