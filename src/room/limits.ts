import { DAY_MS, HOUR_MS, MINUTE_MS, UNDO_REACH_MS, UNDO_WITHIN_MS } from '../shared/limits';

/** A twelfth of a year, including leap years. */
export const MONTH_MS = (365.25 / 12) * DAY_MS;

/** The room's own constants. Where a comment gives no source, the project chose the value. */

/** When this many taps are queued, a flush happens at once, without waiting for the timer. */
export const FLUSH_AT_TAPS = 256;
/**
 * Taps of an event whose trial has no taps left wait up to this long for their refusal, so that they share one row of the
 * log (docs/cost.md).
 */
export const REFUSALS_EVERY_MS = 1_000;
/**
 * After this many flushes the log is written into the tables. A higher number saves writes but makes a waking room read
 * more.
 */
export const LOG_FLUSHES_MAX = 256;
/**
 * When the log holds this many ledger rows, it is written into the tables, too: devices that come back after hours
 * bring hundreds of rows in one flush.
 */
export const LOG_LEDGER_ROWS_MAX = 2_000;
/** So does this number of clients: a refused tap makes no ledger row, and its client still waits to be written. */
export const LOG_CLIENTS_MAX = 2_000;
/**
 * The clients that tapped get rows of their own at every n-th time that the log is written into the tables, or when
 * this many clients wait for it: their one row is then at most 1 MB, of the 2 MB that a row can have.
 */
export const LOG_WRITES_PER_CLIENT_WRITE = 16;
export const CLIENTS_UNWRITTEN_MAX = 6_000;
/** Ledger rows that a report reads at once. The room takes no taps during such a read (docs/decisions/0015). */
export const LEDGER_PAGE_ROWS = 2_000;
/** Stored figures that a report reads at once: days are added until their JSON is this long, in UTF-16 units. */
export const FIGURES_PAGE_LENGTH = 1_000_000;
/** Journal entries that are scanned to fill one page. Entries about alerts can be many and are read separately. */
export const JOURNAL_SCAN_ROWS_MAX = 20_000;
/** The report of a business day is built this long after the day's end, because taps may still be on their way. */
export const REPORT_GRACE_MS = MINUTE_MS;
/**
 * A report is revised this long after a late tap, because a device that was offline sends its taps in several frames.
 */
export const REVISE_AFTER_MS = 10 * MINUTE_MS;
/**
 * A report that could not be built is tried again after this time. The time doubles with each failure, up to the
 * maximum.
 */
export const REPORT_RETRY_MS = 10 * MINUTE_MS;
const REPORT_RETRY_MAX_MS = 4 * HOUR_MS;
/** Ledger rows that one step of sealing hashes: writing them as CSV takes most of it, and taps wait for a step. */
export const SEAL_STEP_ROWS = 500;
/** A day that could not be sealed is tried again after this time. */
export const SEAL_RETRY_MS = HOUR_MS;
/** The mail with a fingerprint is given up after this many failures, which take about two days. */
export const SEAL_MAIL_ATTEMPTS_MAX = 15;
/** The most links that one mail names, the newest ones: after an upgrade, years of days are sealed at once. */
export const SEAL_MAIL_LINKS_MAX = 10;
/** Overdue work waits this long after a room wakes and between two runs, so that taps come first. */
export const OVERDUE_DELAY_MS = 5_000;
/** Days whose reports one run builds: as many days as one late tap can change, and one more. */
export const DAYS_PER_REPORT_RUN = 10;
/**
 * Steps in one run, about 10 ms each. An alarm is allowed 30 s of CPU time (Cloudflare Durable Objects, limits); the
 * next run goes on.
 */
export const REPORT_STEPS = 500;
/** Steps in which one run deletes old ledger rows, each of LEDGER_PAGE_ROWS rows; the next run goes on. */
export const RETENTION_STEPS = 500;
/** The limits for reading a day's ledger for its report, so that a day of any size can be read. */
export const SLICING = {
  /** Taps in memory at the same time: about 6 MB. */
  taps: 65_536,
  /** Ledger rows that one step reads. Such a chunk is also the smallest part of the ledger that is surveyed. */
  chunkRows: 2_000,
};
/**
 * The maximum size of a stored report. A row in a room is 2 MB at most (Durable Objects limits, "Maximum string, BLOB
 * or table row size"); the rest is for its keys.
 */
export const REPORT_ROW_MAX_BYTES = 1_900_000;
/** The room asks D1 about unknown areas at most once in this time. */
export const ASK_INTERVAL_MS = 1_000;
/** Clients and devices that sent nothing for this long are deleted, and so are alerts that ended this long ago. */
export const CLIENT_RETENTION_MS = 90 * DAY_MS;
/** Devices that joined but never counted are deleted after this time. */
export const UNCOUNTED_DEVICE_RETENTION_MS = 7 * DAY_MS;
/**
 * Sockets to which a broadcast is sent in one slice. A timer separates the slices, so that acks do not wait long
 * (docs/decisions/0006).
 */
export const FAN_OUT_SLICE = 50;
/** Active days that a waking room reads: more days than the time by which a tap can be late (TAP_AGE_MAX_MS). */
export const REMEMBERED_DAYS = 16;
/** Active days in one SQL statement: a day has five values, and D1 accepts at most 100 values in a statement. */
export const DAYS_PER_DELIVERY = 16;
/**
 * If the clock moves back by more than this, it was wrong before, and the room's time moves back, too. If the clock
 * moves back by less, the room's time stays ahead until the clock has caught up (docs/decisions/0014).
 */
export const CLOCK_AHEAD_MAX_MS = 10 * MINUTE_MS;
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
/** Rooms of an isolate whose unfinished minute is kept for the log, at least. */
export const WINDOWS_IN_MEMORY = 1_000;
/** Clients that a room keeps in memory at least. Other clients are read from storage when they send. */
export const CLIENTS_IN_MEMORY = 10_000;
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
/** A relay that hears nothing from its room for this long asks the room, and tells its viewers that it is alive. */
export const RELAY_UNHEARD_MS = 15_000;
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
/**
 * Returns the earliest time (epoch ms) at which a tap can have been received that an undo can still take back: an hour
 * before the undo occurred, and at most twelve hours before `now`.
 */
export const undoReach = (occurredAt: number, now: number): number =>
  Math.max(occurredAt - UNDO_WITHIN_MS, now - UNDO_REACH_MS);
/**
 * Evacuations and drills of an hour whose timelines are made again for each reader. That of a further one is stored when it
 * ends, so that late taps are not in it.
 */
export const TIMELINES_REMADE_PER_HOUR = 10;
/** Assembly points that a room keeps, with removed ones: a further one takes the place of the one that was removed first. */
export const ASSEMBLY_POINTS_KEPT_MAX = 64;
/** A timeline ends this many hours after the start at the latest: the room takes no taps while it reads their rows. */
export const TIMELINE_HOURS_MAX = 6;
/**
 * Orders *open* and *one in, one out* that can be given at an event in a minute. Those that keep people out are never
 * refused (docs/product.md, O9).
 */
export const LENIENT_ORDERS_PER_MINUTE = 10;
/** The most devices that can confirm one order: more than a room has sockets for counting devices. */
export const CONFIRMATIONS_PER_ORDER_MAX = 5_000;
/**
 * An alert stays open for this long before it can end, and stays ended for this long before it can be raised again. So
 * a person who counts up and down in turn causes few entries, and people hear one alarm (docs/decisions/0011).
 */
export const ALERT_DWELL_MS = 10_000;

/** Notes on alerts that one session can write or change in an hour: each one is a row of the journal. */
export const ALERT_NOTES_PER_HOUR = 120;

/** Alerts of which one call tells the account's hub. An event has at most 101 open alerts. */
export const ALERTS_PER_ANNOUNCEMENT = 200;

/**
 * Returns the delay in ms before the hub is told again of an alert that changed `ageMs` ago. It grows with the age, so that
 * nothing has to be counted.
 */
export const alertRetryMs = (ageMs: number): number => Math.min(Math.max(5_000, ageMs), 10 * MINUTE_MS);
/** News of which one call tells the account's hub. */
export const NEWS_PER_ANNOUNCEMENT = 50;
/** News that waits for a hub that does not answer, the newest: at most 1 MB, of the 2 MB that a row can have. */
export const PENDING_NEWS_MAX = 500;
/** If the room stops before the hub knows the newest counts, it starts again within this time and tells it. */
export const COUNTS_CHECK_MS = MINUTE_MS;
/** Ledger rows that are kept in memory for undoes, 250 bytes each, at most (docs/decisions/0002). */
export const RECENT_ROWS = 20_000;
/**
 * For how long they are kept when rows come more slowly. Most undoes follow their tap within seconds, and many rooms share
 * one isolate: 300 small rooms held 68 MiB of JavaScript after ten minutes, and more each minute.
 */
export const RECENT_ROWS_MS = 3 * MINUTE_MS;
/**
 * Taps that are held for one client while the room asks D1 about an area. A client that sends more is disconnected and
 * tries again.
 */
export const HELD_TAPS_MAX = 2_000;

/**
 * The delay in ms before a delivery that failed for the n-th time is tried again: 5 s, then twice as long each time, at
 * most 10 min.
 */
export const deliveryBackoffMs = (attempts: number): number => Math.min(5_000 * 2 ** (attempts - 1), 10 * MINUTE_MS);

/** The delay in ms before the next attempt to build reports, after the n-th failed attempt in a row. */
export const reportBackoffMs = (attempts: number): number =>
  Math.min(REPORT_RETRY_MS * 2 ** (attempts - 1), REPORT_RETRY_MAX_MS);

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
 * Bytes that a test write stores: more than the space that is left in any file on a full disk, whose blocks are 4 KiB.
 */
export const PING_BYTES = 16_384;
/** Batches that a source may send at once. */
export const SOURCE_BURST = 20;
/**
 * Scans of tickets that an event takes, at once and on average: a ticketing system sends one call for each. 70,000 people an
 * hour are more than enter any venue, and the burst is what an outage of some minutes leaves behind.
 */
export const SCANS_BURST = 600;
export const SCANS_PER_SECOND = 20;
/** Among how many taps of its source a scan that is taken back is searched. */
export const SCANS_TAKEN_BACK_MAX = 100;
/**
 * The newest numbers of a source whose items the room can tell from other ones: a full batch and more. With their digests a
 * source's row stays below the 1,002 bytes that SQLite keeps in a page of a table without row ids (sqlite.org/fileformat2.html,
 * 1.6): a longer one costs each batch a second page.
 */
export const SOURCE_NUMBERS_REMEMBERED = 128;
/** The newest runs of refused numbers that a source's row keeps. */
export const SOURCE_REFUSALS_REMEMBERED = 256;
/** How many of its last items, refusals and notices the call about a source shows. */
export const SOURCE_ITEMS_SHOWN = 20;
/** Totals of a source that the room remembers, so that late ones still count. */
export const SOURCE_READINGS_MAX = 24;
/**
 * How many people can pass a machine in one direction: at once, as a counter shows them that is read now and then, and per second.
 * A turnstile lets 0.2 a second through (660 an hour, Green Guide), a door of 1.2 m 1.6 (82 per meter and minute, same).
 */
export const PASSING_AT_ONCE = 10;
export const PASSING_PER_S = 2;
/** The most that can pass a machine above a wide gate, for what may be missing: too much is on the safe side there. */
export const MISSING_PER_S = 10;
/**
 * Totals that fell are a restart up to this number. What was counted beyond it may be another counter's, or one that somebody
 * has corrected. 50 seconds of a busy door pass before; a machine starts in less, or nobody passes.
 */
export const RESTART_TOTAL_MAX = 100;
/** A restart is certain after so many readings that have counted somebody. Before, the old totals may come back. */
export const RESTART_CONFIRMED = 3;
/** So many readings in a row on lower totals are the counter. Fewer are a message that was late, or two computers. */
export const LOWER_READINGS = 3;
/**
 * By so many calls a source's clock is judged, and from this offset on it is wrong: people may count into the wrong minute, and
 * after a recount not at all.
 */
export const CLOCK_OFFSETS = 10;
export const CLOCK_WRONG_MS = 2 * MINUTE_MS;
/** Calls of one clock travel for as long, to within this. */
export const CLOCK_JITTER_MS = 5_000;
/** A message may show totals that are so old: a broker keeps them, or a computer reads less often. */
export const OLD_TOTALS_MS = MINUTE_MS;
/** More people than pass one door between two readings: the counter shows something else. */
export const SOURCE_JUMP_MAX = 100_000;
/**
 * How often the room stores when it last heard a source, at least. Sources with new totals store it anyway; for the others
 * it costs a row. Without it, a room that woke up would call them silent.
 */
export const SOURCE_HEARD_EVERY_MS = 5 * MINUTE_MS;
/** A silent source is an alert while at least so many percent of the capacity are inside. */
export const MACHINE_NEEDED_PERCENT = 10;
/** How often a room may set the alarm that looks for a silent source, within the time after which the source is silent. */
export const SILENT_CHECKS_PER_LIMIT = 4;
/** An alert that people of a machine may be missing stays open for so long, unless somebody settles it. */
export const DOUBT_ALERT_MIN_MS = 5 * MINUTE_MS;
/** The most alerts about sources that the list of alerts has, the newest ones. */
export const MACHINE_ALERTS_LISTED_MAX = 250;
