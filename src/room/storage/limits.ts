import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/durations';

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
/** Journal entries that are scanned to fill one page. Entries about alerts can be many and are read separately. */
export const JOURNAL_SCAN_ROWS_MAX = 20_000;
/** Clients and devices that sent nothing for this long are deleted, and so are alerts that ended this long ago. */
export const CLIENT_RETENTION_MS = 90 * DAY_MS;
/** Devices that joined but never counted are deleted after this time. */
export const UNCOUNTED_DEVICE_RETENTION_MS = 7 * DAY_MS;
/** Clients that a room keeps in memory at least. Other clients are read from storage when they send. */
export const CLIENTS_IN_MEMORY = 10_000;
/** Ledger rows that are kept in memory for undoes, 250 bytes each, at most (docs/decisions/0002). */
export const RECENT_ROWS = 20_000;
/**
 * For how long they are kept when rows come more slowly. Most undoes follow their tap within seconds, and many rooms share
 * one isolate: 300 small rooms held 68 MiB of JavaScript after ten minutes, and more each minute.
 */
export const RECENT_ROWS_MS = 3 * MINUTE_MS;
/**
 * Bytes that a test write stores: more than the space that is left in any file on a full disk, whose blocks are 4 KiB.
 */
export const PING_BYTES = 16_384;
/** Active days in one SQL statement: a day has five values, and D1 accepts at most 100 values in a statement. */
export const DAYS_PER_DELIVERY = 16;
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
/**
 * How often the room stores when it last heard a source, at least. Sources with new totals store it anyway; for the others
 * it costs a row. Without it, a room that woke up would call them silent.
 */
export const SOURCE_HEARD_EVERY_MS = 5 * MINUTE_MS;
/**
 * The maximum size of a stored report. A row in a room is 2 MB at most (Durable Objects limits, "Maximum string, BLOB
 * or table row size"); the rest is for its keys.
 */
export const REPORT_ROW_MAX_BYTES = 1_900_000;
/**
 * A report that could not be built is tried again after this time. The time doubles with each failure, up to the
 * maximum.
 */
export const REPORT_RETRY_MS = 10 * MINUTE_MS;
const REPORT_RETRY_MAX_MS = 4 * HOUR_MS;
/** The delay in ms before the next attempt to build reports, after the n-th failed attempt in a row. */
export const reportBackoffMs = (attempts: number): number =>
  Math.min(REPORT_RETRY_MS * 2 ** (attempts - 1), REPORT_RETRY_MAX_MS);
