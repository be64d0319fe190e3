/** Rooms of an isolate whose unfinished minute is kept for the log, at least. */
export const WINDOWS_IN_MEMORY = 1_000;
/**
 * An alert stays open for this long before it can end, and stays ended for this long before it can be raised again. So
 * a person who counts up and down in turn causes few entries, and people hear one alarm (docs/decisions/0011).
 */
export const ALERT_DWELL_MS = 10_000;
