import { MINUTE_MS, DAY_MS } from '../durations';

/** The most entries of one page: days with stored reports, and seals. */
export const REPORT_DAYS_PER_PAGE_MAX = 5_000;
export const SEALS_PER_PAGE_MAX = 500;
/** The most orders that a report lists. It also says how many more there were. */
export const REPORT_ORDERS_MAX = 1_000;
/** How many recounts must have found how far a count was off before an error is expected (docs/decisions/0033). */
export const RECOUNTS_MIN = 2;
/** How long a recount says something about the doors: staff and habits change. */
export const RECOUNTS_WITHIN_MS = 90 * DAY_MS;
/**
 * A recount is due when the expected error is above this percentage of the area's capacity or, if one of them is not
 * known, after this many people in and out.
 */
export const RECOUNT_DUE_PERCENT = 2;
export const RECOUNT_DUE_CROSSINGS = 2_000;
/** The most recounts that a report lists. It also says how many more there were. */
export const REPORT_RECOUNTS_MAX = 1_000;
/** The length of the slots of a daily report, from which all longer intervals are made. */
export const SLOT_MS = 5 * MINUTE_MS;
/** The most business days of one report (docs/product.md, D5). */
export const REPORT_DAYS_MAX = 366;
/** The most business days of a report with intervals in minutes. A longer report has one interval a day. */
export const MINUTE_INTERVALS_DAYS_MAX = 31;
/** The most business days of a file of single taps. */
export const TAPS_FILE_DAYS_MAX = 31;
/** A tap counts as late if it arrives more than this after it was made. */
export const LATE_MS = 1 * MINUTE_MS;
/** A counting device that sends no tap for this long is shown as silent. */
export const DEVICE_QUIET_MS = 60 * MINUTE_MS;
/**
 * The most ledger rows that a report is built from on request: more do not fit into an isolate's 128 MB
 * (docs/evidence/performance.md). A day has that many rows only if thousands of devices count, or its report could not be
 * stored for days.
 */
export const REPORT_ROWS_MAX = 1_000_000;
/**
 * So many things that hands did stand one by one in a report, further ones counted by the hour; none is left out. Entries of
 * machines, and alerts, have limits of their own, and the report says how many more there were.
 */
export const REPORT_JOURNAL_MAX = 5_000;
export const REPORT_MACHINE_ENTRIES_MAX = 1_000;
export const REPORT_ALERTS_MAX = 2_000;
/** The most periods over capacity, and the most quiet times of devices, that a report lists, with the same note. */
export const REPORT_PERIODS_MAX = 20_000;
export const REPORT_QUIET_TIMES_MAX = 20_000;
/**
 * The most numbers of intervals by category that the areas of a report have together: more do not fit into an isolate's
 * memory beside the rest. Categories beyond have their sums only. A month in steps of five minutes reaches it with 111
 * categories in all areas together.
 */
export const REPORT_CATEGORY_CELLS_MAX = 3_000_000;
/** The id of a ledger or journal row is its time of receipt in ms, multiplied by this, plus a running number. */
export const IDS_PER_MS = 1000;
/** How long the single taps of a stored day are kept. Afterwards only its five-minute slots remain. */
export const LEDGER_RETENTION_MS = 90 * DAY_MS;
