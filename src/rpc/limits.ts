import { MINUTE_MS } from '../shared/durations';

/** Sources, machines that count (docs/product.md, M1): the most of an event, and the most items of one batch. */
export const SOURCES_MAX = 250;
export const SOURCE_ITEMS_MAX = 100;
/** The most UTF-16 units of an item's key. */
export const SOURCE_KEY_MAX_LENGTH = 100;
/** A source counts as silent after this many minutes. A source can ask for another number, up to the maximum. */
export const SOURCE_SILENT_MINUTES = 15;
export const SOURCE_SILENT_MINUTES_MAX = 1_440;
/** It counts as refused when nothing else happened to its items for this long, with the same maximum. */
export const SOURCE_REFUSED_MINUTES = 5;
/** How far a source's clock can be ahead: its items count as of now. Items of a later time are refused. */
export const SOURCE_AHEAD_MAX_MS = 2 * MINUTE_MS;
