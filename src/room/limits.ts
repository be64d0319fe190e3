import { DAY_MS, HOUR_MS, MINUTE_MS, UNDO_REACH_MS, UNDO_WITHIN_MS } from '../shared/limits';

/** A twelfth of a year, including leap years. */
export const MONTH_MS = (365.25 / 12) * DAY_MS;

/** The room's own constants. Those without a source are the project's choice. */

/** With this many queued taps a flush happens at once, without the wait. */
export const FLUSH_AT_TAPS = 256;
/**
 * Flushes in the log before they are written into the tables. More flushes save writes and make a waking room read
 * more.
 */
export const LOG_SLOTS = 256;
/**
 * When the log holds this many ledger rows, they are written into the tables, even before LOG_SLOTS flushes. Devices
 * that come back after hours bring hundreds of rows in a flush.
 */
export const LOG_ROWS = 2_000;
/** Ledger rows that a report reads at once; no tap is taken meanwhile (docs/decisions/0015). */
export const LEDGER_PAGE_ROWS = 2_000;
/** Journal entries that are scanned for one page. Alerts may be many, and they are read separately. */
export const JOURNAL_SCAN_ROWS = 20_000;
/** The report of a business day is built this long after the day's end, because taps may still be on their way. */
export const REPORT_GRACE_MS = MINUTE_MS;
/** A report is revised this long after a late tap: a device that was offline sends more than once. */
export const REVISE_AFTER_MS = 10 * MINUTE_MS;
/** A report that could not be built is tried again after this, and after twice as long each time, up to the maximum. */
export const REPORT_RETRY_MS = 10 * MINUTE_MS;
const REPORT_RETRY_MAX_MS = 4 * HOUR_MS;
/** Overdue work waits this long after a room wakes, and between two runs: taps come first. */
export const OVERDUE_DELAY_MS = 5_000;
/** Days in one run: as many as one late tap can change, and one more. */
export const DAYS_PER_REPORT_RUN = 10;
/**
 * Steps in one run, some ten ms each. An alarm may take 30 s of CPU time (Cloudflare Durable Objects, limits); the next
 * run goes on.
 */
export const REPORT_STEPS = 500;
/** How a day of any size is read for its report (docs/performance.md). */
export const SLICING = {
  /** Taps in memory: some 6 MB. */
  taps: 65_536,
  /** Ledger rows that one step surveys. They are also the smallest part of the ledger that is read later. */
  surveyRows: 5_000,
  /** Parts of the ledger that one step reads, and rows that it takes from them. */
  chunks: 8,
  pageRows: 2_000,
};
/**
 * A row of a room is 2 MB at most (Durable Objects limits, "Maximum string, BLOB or table row size"); the rest is for
 * its keys.
 */
export const REPORT_ROW_MAX_BYTES = 1_900_000;
/** The room asks D1 about unknown areas at most this often. */
export const ASK_INTERVAL_MS = 1_000;
/** Clients that sent nothing for this long are deleted, as are devices, and alerts that are over. */
export const CLIENT_RETENTION_MS = 90 * DAY_MS;
/** Devices that joined and never counted are deleted after this. */
export const UNCOUNTED_DEVICE_RETENTION_MS = 7 * DAY_MS;
/**
 * Sockets that are served in one slice, with a timer before the next one, so that acks do not wait long
 * (docs/decisions/0006).
 */
export const FAN_OUT_SLICE = 50;
/** Active days that a waking room reads: more than taps reach back (TAP_AGE_MAX_MS). */
export const REMEMBERED_DAYS = 16;
/** Active days in one statement: five values each, and D1 takes a hundred values. */
export const DAYS_PER_DELIVERY = 16;
/** If a clock moves back by more, it was wrong before; by less, it is right now (docs/decisions/0014). */
export const CLOCK_AHEAD_MAX_MS = 10 * MINUTE_MS;
/** Frames and calls that a session may send at once, in seconds of its allowed rate (docs/product.md, R11). */
export const FRAME_BURST_S = 5;
/**
 * Taps that a session may send at once, in seconds of its allowed rate: a device that comes back after hours brings
 * thousands (docs/decisions/0005).
 */
export const TAP_BURST_S = 100;
/** The number of taps that one undo uses up, because the room may have to look it up in the ledger. */
export const UNDO_TOKENS = 10;
/**
 * The number of taps that a batch uses up when one of its undoes is not found in memory: the room reads up to twelve
 * hours of the ledger for it.
 */
export const LOOK_UP_TOKENS = 1_000;
/** Sessions whose allowances a room remembers. A forgotten session has its full allowance again. */
export const SESSIONS_REMEMBERED = 10_000;
/** Clients that a room keeps in memory. Others are read when they send. */
export const CLIENTS_IN_MEMORY = 10_000;
/**
 * A display asks once, and again after it has lost its connection. Whoever holds its link is not a device
 * (docs/decisions/0012).
 */
export const VIEWER_FRAMES_PER_SECOND = 1;
export const VIEWER_FRAME_BURST = 10;
/** Client ids under which one socket may join: a page has one, and another one when it must start over. */
export const CLIENT_IDS_PER_SOCKET_MAX = 8;
/** Viewers' sockets of one room. To serve this many takes half a second at the pace of broadcasts. */
export const VIEWERS_MAX = 2_000;
/**
 * UTF-16 units after which a viewer is asked whether it reads, and after which it gets nothing more until it has
 * answered.
 */
export const VIEWER_ASKED_AFTER = 65_536;
export const VIEWER_UNREAD_MAX = 131_072;
/** Longer than the time in which a viewer may send one frame. */
export const VIEWER_ASKED_EVERY_MS = 2_000;
export const VIEWER_ANSWERS_WITHIN_MS = 10_000;
/**
 * The earliest receipt time of taps that an undo can reach: an hour before the undo occurred, and at most twelve hours
 * before now. Epoch ms.
 */
export const undoReach = (occurredAt: number, now: number): number =>
  Math.max(occurredAt - UNDO_WITHIN_MS, now - UNDO_REACH_MS);
/**
 * An alert stays for this long before it is over, and is over for this long before it is raised again. Whoever counts
 * up and down by turns writes no more entries than that, and people hear one alarm (docs/decisions/0011).
 */
export const ALERT_DWELL_MS = 10_000;
/** Ledger rows in memory for undoes, 250 bytes each: ten minutes at 50 taps a second (docs/decisions/0002). */
export const RECENT_ROWS = 20_000;
/**
 * Taps that are held for one client while D1 is asked for an area. A client that sends more is disconnected and tries
 * again.
 */
export const HELD_TAPS_MAX = 2_000;

/**
 * The delay before a delivery that failed for the n-th time is tried again: 5 s, then twice as long each time, at most
 * 10 min.
 */
export const deliveryBackoffMs = (attempts: number): number => Math.min(5_000 * 2 ** (attempts - 1), 10 * MINUTE_MS);

/** The delay before the next attempt to build reports, after the n-th attempt in a row that produced none. */
export const reportBackoffMs = (attempts: number): number =>
  Math.min(REPORT_RETRY_MS * 2 ** (attempts - 1), REPORT_RETRY_MAX_MS);

const clamp = (low: number, value: number, high: number): number => Math.min(Math.max(value, low), high);

/** Ms between broadcasts. They keep the fan-out to about 10,000 frames/s. */
export const broadcastIntervalMs = {
  counting: (sockets: number): number => clamp(10, sockets / 10, 250),
  viewer: (sockets: number): number => clamp(200, sockets / 4, 1000),
} as const;

/** More than the free space that is left in any file of a full disk, whose blocks are 4 KiB. */
export const PING_BYTES = 16_384;
