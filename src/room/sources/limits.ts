import { MINUTE_MS } from '../../shared/durations';

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
