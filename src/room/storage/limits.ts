import { MINUTE_MS, DAY_MS } from '../../shared/durations';

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
