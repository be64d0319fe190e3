import { MINUTE_MS } from '../../shared/durations';

/**
 * Sockets to which a broadcast is sent in one slice. A timer separates the slices, so that acks do not wait long
 * (docs/decisions/0006).
 */
export const FAN_OUT_SLICE = 50;
/**
 * Frames and calls that a session is allowed to send at once, in seconds of its allowed rate (docs/product.md, R11).
 */
export const FRAME_BURST_S = 5;
/**
 * Taps that a session is allowed to send at once, in seconds of its allowed rate: a device that comes back after hours
 * brings thousands (docs/decisions/0005).
 */
export const TAP_BURST_S = 100;
/**
 * One undo uses up the allowance of this many taps, because the room may have to look up the undone tap in the ledger.
 */
export const UNDO_TOKENS = 10;
/**
 * A batch uses up the allowance of this many taps if a tap that it undoes is not in memory: the room reads up to twelve
 * hours of the ledger for it, twice at most (src/room/counting/draft.ts).
 */
export const LOOK_UP_TOKENS = 1_000;
/** Sessions whose allowances a room remembers at least. A forgotten session has its full allowance again. */
export const SESSIONS_REMEMBERED = 10_000;
/** How long the device of somebody who may only watch waits before it offers its taps again, in ms. */
export const WATCHING_RETRY_MS = MINUTE_MS;
/**
 * The frame rate limit of a viewer. A display asks once, and again after it has lost its connection. A person with the
 * display's link is not a device (docs/decisions/0012).
 */
export const VIEWER_FRAMES_PER_SECOND = 1;
export const VIEWER_FRAME_BURST = 10;
/**
 * Client ids under which one socket is allowed to join. A page has one client id, and takes a new one when it must
 * start over.
 */
export const CLIENT_IDS_PER_SOCKET_MAX = 8;
/** Relays of one room: 100,000 viewers at 2,000 each. */
export const RELAYS_MAX = 50;
/** A publication that a relay has not taken after this time has failed: the room gives the relay up. */
export const RELAY_TIMEOUT_MS = 5_000;
/** A relay that has no viewers for this long is released. */
export const RELAY_IDLE_MS = 5 * MINUTE_MS;
/**
 * UTF-16 units that are sent to a viewer before it is asked whether it reads. After VIEWER_UNREAD_MAX units it gets
 * nothing more until it has answered.
 */
export const VIEWER_ASKED_AFTER = 65_536;
export const VIEWER_UNREAD_MAX = 131_072;
/**
 * The time between two questions to a viewer. It is longer than the time in which a viewer is allowed to send one
 * frame.
 */
export const VIEWER_ASKED_EVERY_MS = 2_000;
export const VIEWER_ANSWERS_WITHIN_MS = 10_000;
/** Notes on alerts that one session can write or change in an hour: each one is a row of the journal. */
export const ALERT_NOTES_PER_HOUR = 120;
const clamp = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);
const viewerIntervalMs = (viewers: number): number => clamp(200, viewers / 4, 1000);
/**
 * Ms between two broadcasts that reach this many sockets, directly or through relays. The intervals limit the fan-out
 * to 10,000 frames/s for counting devices and 4,000 frames/s for up to 4,000 viewers. A tap that comes within an
 * interval keeps the room awake until its end, so a long interval costs more than frequent calls (docs/cost.md).
 */
export const broadcastIntervalMs = {
  counting: (sockets: number): number => Math.max(10, sockets / 10),
  viewer: viewerIntervalMs,
  relay: viewerIntervalMs,
} as const;
/**
 * Orders *open* and *one in, one out* that can be given at an event in a minute. Those that keep people out are never
 * refused (docs/product.md, O9).
 */
export const LENIENT_ORDERS_PER_MINUTE = 10;
