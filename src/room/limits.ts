import { DAY_MS, HOUR_MS, MINUTE_MS, UNDO_REACH_MS, UNDO_WITHIN_MS } from '../shared/limits';

/** A year's twelfth, with leap years. */
export const MONTH_MS = (365.25 / 12) * DAY_MS;

/** The room's own constants (design sections 3 and 4, unless said otherwise). */

/** Taps queued before a flush is made at once, without the wait. */
export const FLUSH_AT_TAPS = 256;
/** Flushes in the log before the tables follow. More save writes, and make a waking room read more. */
export const LOG_SLOTS = 256;
/** Ledger rows in the log before the tables follow: devices that come back after hours bring hundreds a flush. */
export const LOG_ROWS = 2_000;
/** Ledger rows that a report reads at once: meanwhile no tap is taken (docs/decisions/0015). */
export const LEDGER_PAGE_ROWS = 2_000;
/** Journal entries among which a page is looked for: those of alerts may be many, and are read alone. */
export const JOURNAL_SCAN_ROWS = 20_000;
/** After a business day has ended, taps may still be on their way: then its report is made. */
export const CLOSING_GRACE_MS = MINUTE_MS;
/** What comes later is waited for so long before a report is revised: a device that was offline sends more than once. */
export const REVISE_AFTER_MS = 10 * MINUTE_MS;
/** Reports that could not be made are tried again after this, and after twice as long each time, but for the longest. */
export const CLOSING_RETRY_MS = 10 * MINUTE_MS;
const CLOSING_RETRY_MAX_MS = 4 * HOUR_MS;
/** What is overdue when a room wakes, or is left for another go, waits for so long: taps come first. */
export const OVERDUE_DELAY_MS = 5_000;
/** Days in one go: as many as a late tap changes at most, and one more. */
export const DAYS_PER_CLOSING = 10;
/** Steps in one go, some ten ms each: an alarm may take 30 s of CPU time (Cloudflare Durable Objects, limits), the next goes on. */
export const CLOSING_STEPS = 500;
/** How a closing reads a day of any size (docs/performance.md). */
export const SLICING = {
  /** Taps that it keeps in memory: some 6 MB. */
  taps: 65_536,
  /** Ledger rows that it surveys in one step, and so looks through for what it needs. */
  surveyRows: 5_000,
  /** Such parts of the ledger that it looks through in one step, and rows that it takes from them. */
  chunks: 8,
  pageRows: 2_000,
};
/** A row of a room is 2 MB at most (Durable Objects limits, "Maximum string, BLOB or table row size"); the rest is for its keys. */
export const REPORT_ROW_MAX_BYTES = 1_900_000;
/** An unknown area makes the room ask D1, at most this often. */
export const ASK_INTERVAL_MS = 1_000;
/** Rows of clients that sent nothing for this long are deleted, as are those of devices and of alerts that are over. */
export const CLIENT_RETENTION_MS = 90 * DAY_MS;
/** Of devices that only joined. */
export const UNCOUNTED_DEVICE_RETENTION_MS = 7 * DAY_MS;
/** So many sockets are served in one go, with a timer before the next, so that acks do not wait long (docs/decisions/0006). */
export const FAN_OUT_SLICE = 50;
/** Marked days that a waking room reads: more than taps reach back (TAP_AGE_MAX_MS). */
export const REMEMBERED_DAYS = 16;
/** Marked days in one statement: five values each, and D1 takes a hundred. */
export const DAYS_PER_DELIVERY = 16;
/** A clock that goes back by more was wrong before, by less it is the present one (docs/decisions/0014). */
export const CLOCK_AHEAD_MAX_MS = 10 * MINUTE_MS;
/** Frames and calls of a session: what may come at once, in seconds of the allowed rate (design section 5). */
export const FRAME_BURST_S = 5;
/** Taps of a session: a device that comes back after hours brings thousands at once (docs/decisions/0005). */
export const TAP_BURST_S = 100;
/** What an undo uses up of its session's taps: it may have to be looked up in the ledger. */
export const UNDO_TOKENS = 10;
/** The same, of a batch with an undo that is not found in memory: up to twelve hours of the ledger are read for it. */
export const LOOK_UP_TOKENS = 1_000;
/** Sessions of which a room remembers what they have sent: one that it forgets has all of its allowance again. */
export const SESSIONS_REMEMBERED = 10_000;
/** Clients that a room has in memory: the others are read when they send. */
export const CLIENTS_IN_MEMORY = 10_000;
/** A display asks once, and again when it has lost its way: whoever holds its link is no device (docs/decisions/0012). */
export const VIEWER_FRAMES_PER_SECOND = 1;
export const VIEWER_FRAME_BURST = 10;
/** Client ids under which one socket may join: a page has one, and another when it must begin anew. */
export const CLIENT_IDS_PER_SOCKET_MAX = 8;
/** Viewers' sockets of one room; to serve so many takes half a second at the pace of broadcasts. */
export const VIEWERS_MAX = 2_000;
/** UTF-16 units after which a viewer is asked whether it reads, and after which it gets nothing more until it has said so. */
export const VIEWER_ASKED_AFTER = 65_536;
export const VIEWER_UNREAD_MAX = 131_072;
/** Less often than a viewer may send frames. */
export const VIEWER_ASKED_EVERY_MS = 2_000;
export const VIEWER_ANSWERS_WITHIN_MS = 10_000;
/** An undo reaches taps that the room received up to an hour before it occurred, and up to twelve before now; epoch ms. */
export const undoReach = (occurredAt: number, now: number): number =>
  Math.max(occurredAt - UNDO_WITHIN_MS, now - UNDO_REACH_MS);
/**
 * An alert of an area or of the venue stands for so long before it is over, and is over for so long before it is raised again:
 * whoever counts up and down writes no more of it, and a siren is heard once (docs/decisions/0011).
 */
export const ALERT_DWELL_MS = 10_000;
/** Ledger rows in memory, 250 bytes each, for undoes: at 50 taps a second those of ten minutes (docs/decisions/0002). */
export const RECENT_ROWS = 20_000;
/** Taps held for one client while D1 is asked for an area; one that sends more is sent away to try again. */
export const HELD_TAPS_MAX = 2_000;

/** Until a delivery that failed for the n-th time is tried again: 5 s, then twice as long each time, at most 10 min. */
export const deliveryBackoffMs = (attempts: number): number => Math.min(5_000 * 2 ** (attempts - 1), 10 * MINUTE_MS);

/** Until the n-th attempt in a row to make reports, of which nothing came, is followed by another. */
export const closingBackoffMs = (attempts: number): number =>
  Math.min(CLOSING_RETRY_MS * 2 ** (attempts - 1), CLOSING_RETRY_MAX_MS);

const clamp = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);

/** Ms between broadcasts that keep the fan-out to about 10,000 frames/s. */
export const broadcastIntervalMs = {
  counting: (sockets: number): number => clamp(10, sockets / 10, 250),
  viewer: (sockets: number): number => clamp(200, sockets / 4, 1000),
} as const;

/** More than is left free in any file of a full disk, which has blocks of 4 KiB. */
export const PING_BYTES = 16_384;
