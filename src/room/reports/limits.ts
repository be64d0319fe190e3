import { MINUTE_MS } from '../../shared/durations';

/** Stored figures that a report reads at once: days are added until their JSON is this long, in UTF-16 units. */
export const FIGURES_PAGE_LENGTH = 1_000_000;
/** The report of a business day is built this long after the day's end, because taps may still be on their way. */
export const REPORT_GRACE_MS = MINUTE_MS;
/**
 * A report is revised this long after a late tap, because a device that was offline sends its taps in several frames.
 */
export const REVISE_AFTER_MS = 10 * MINUTE_MS;
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
