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
/** How many of its last items, refusals and notices the call about a source shows. */
export const SOURCE_ITEMS_SHOWN = 20;
/** The most that can pass a machine above a wide gate, for what may be missing: too much is on the safe side there. */
export const MISSING_PER_S = 10;
/** A restart is certain after so many readings that have counted somebody. Before, the old totals may come back. */
export const RESTART_CONFIRMED = 3;
/** So many readings in a row on lower totals are the counter. Fewer are a message that was late, or two computers. */
export const LOWER_READINGS = 3;
/** Calls of one clock travel for as long, to within this. */
export const CLOCK_JITTER_MS = 5_000;
/** A message may show totals that are so old: a broker keeps them, or a computer reads less often. */
export const OLD_TOTALS_MS = MINUTE_MS;
/** A silent source is an alert while at least so many percent of the capacity are inside. */
export const MACHINE_NEEDED_PERCENT = 10;
/** How often a room may set the alarm that looks for a silent source, within the time after which the source is silent. */
export const SILENT_CHECKS_PER_LIMIT = 4;
/** An alert that people of a machine may be missing stays open for so long, unless somebody settles it. */
export const DOUBT_ALERT_MIN_MS = 5 * MINUTE_MS;
/** The most alerts about sources that the list of alerts has, the newest ones. */
export const MACHINE_ALERTS_LISTED_MAX = 250;
