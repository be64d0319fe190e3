import { MINUTE_MS } from '../../shared/durations';

/**
 * The newest numbers of a source whose items the room can tell from other ones: a full batch and more. With their digests a
 * source's row stays below the 1,002 bytes that SQLite keeps in a page of a table without row ids (sqlite.org/fileformat2.html,
 * 1.6): a longer one costs each batch a second page.
 */
export const SOURCE_NUMBERS_REMEMBERED = 128;
/** The newest runs of refused numbers that a source's row keeps. */
export const SOURCE_REFUSALS_REMEMBERED = 256;
/** Totals of a source that the room remembers, so that late ones still count. */
export const SOURCE_READINGS_MAX = 24;
/**
 * How many people can pass a machine in one direction: at once, as a counter shows them that is read now and then, and per second.
 * A turnstile lets 0.2 a second through (660 an hour, Green Guide), a door of 1.2 m 1.6 (82 per meter and minute, same).
 */
export const PASSING_AT_ONCE = 10;
export const PASSING_PER_S = 2;
/**
 * Totals that fell are a restart up to this number. What was counted beyond it may be another counter's, or one that somebody
 * has corrected. 50 seconds of a busy door pass before; a machine starts in less, or nobody passes.
 */
export const RESTART_TOTAL_MAX = 100;
/**
 * By so many calls a source's clock is judged, and from this offset on it is wrong: people may count into the wrong minute, and
 * after a recount not at all.
 */
export const CLOCK_OFFSETS = 10;
export const CLOCK_WRONG_MS = 2 * MINUTE_MS;
/** More people than pass one door between two readings: the counter shows something else. */
export const SOURCE_JUMP_MAX = 100_000;
