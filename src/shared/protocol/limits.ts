import { MINUTE_MS, HOUR_MS, DAY_MS } from '../durations';

/** The largest frame, in bytes (docs/product.md, E5). */
export const FRAME_MAX_BYTES = 65_536;
/** The most taps in one update_occupancy frame (docs/product.md, R3). */
export const TAPS_PER_FRAME_MAX = 200;
/** The largest change of one tap, in either direction (docs/product.md, C1). */
export const TAP_CHANGE_MAX = 1000;
/** How long after a tap its undo can be made, by the room's clock. */
export const UNDO_WITHIN_MS = 60 * MINUTE_MS;
/** How far back the room searches for an undone tap, by time of receipt: an undo made in time can arrive late. */
export const UNDO_REACH_MS = 12 * HOUR_MS;
/** How old a tap can be when it arrives (docs/product.md, C6). */
export const TAP_AGE_MAX_MS = 7 * DAY_MS;
/** How long after a moment taps and undoes can arrive that change that moment's counts. */
export const ARRIVES_WITHIN_MS = TAP_AGE_MAX_MS + UNDO_REACH_MS;
/** The most event streams of an event that are open: dashboards and scripts, each of which holds a socket of the room. */
export const STREAMS_PER_EVENT_MAX = 20;
/** Times and attempts of the socket's client (docs/product.md, R4 to R6, R10). */
export const PING_INTERVAL_MS = 25_000;
export const PING_TIMEOUT_MS = 30_000;
export const CONNECT_TIMEOUT_MS = 20_000;
export const RECONNECT_BASE_MS = 1_000;
export const RECONNECT_MAX_MS = 20_000;
export const RECONNECT_ATTEMPTS = 10;
export const RETRY_AFTER_TOO_FAST_MS = 5_000;
export const POLL_INTERVAL_MS = 3_000;
/** How often a page that only watches asks about an event that nobody has opened: at random, this on average. */
export const UNOPENED_POLL_INTERVAL_MS = 15_000;
export const SOCKET_RETRY_WHILE_POLLING_MS = 60_000;
export const CONNECT_AFTER_LOGIN_MS = 100;
export const FORCE_REFRESH_SPREAD_MS = 1_000;
