import { MINUTE_MS, HOUR_MS } from '../durations';

/** The most characters in the name of an event or area, after trimming (docs/product.md, E1). */
export const NAME_MAX_LENGTH = 100;
/** The highest capacity, and the most areas of an event (docs/product.md, E2 and E3). */
export const CAPACITY_MAX = 1_000_000;
export const AREAS_PER_EVENT_MAX = 100;
/** The most areas that an event can ever have, with deleted ones: the room keeps those for late taps and reports. */
export const AREAS_EVER_PER_EVENT_MAX = 1_000;
/** The most categories that an event offers, and the most that it can ever have, with removed ones (docs/product.md, C14). */
export const CATEGORIES_PER_EVENT_MAX = 8;
export const CATEGORIES_EVER_PER_EVENT_MAX = 64;
/** The most characters of a category's name, after trimming. */
export const CATEGORY_NAME_MAX_LENGTH = 40;
/** The most alerts of one page of their list. */
export const ALERTS_PER_PAGE_MAX = 500;
/** The most characters of the lines of a letterhead, after trimming. */
export const LETTERHEAD_MAX_LENGTHS = { organizer: 100, address: 200 } as const;
/** The most UTF-16 units of a device's name. */
export const DEVICE_NAME_MAX_LENGTH = 40;
/** The most UTF-16 units of a recount's reason. */
export const RECOUNT_REASON_MAX_LENGTH = 200;
/** The most UTF-16 units of the note on what was done about an alert. */
export const ALERT_NOTE_MAX_LENGTH = 300;
/** The most UTF-16 units of a limit's condition: conditions of premises licenses have a few sentences. */
export const LIMIT_CONDITION_MAX_LENGTH = 500;
/** The largest safety margin, in percent of a venue's capacity. */
export const SAFETY_MARGIN_MAX_PERCENT = 50;
/**
 * The highest alert threshold in percent of the capacity, and how many thresholds there can be. Alerts can also be
 * about crowds above the capacity.
 */
export const ALERT_THRESHOLD_MAX = 200;
export const ALERT_THRESHOLDS_MAX = 5;
/** How long an alert stays in the list of alerts after it has ended. */
export const ENDED_ALERT_LISTED_MS = 24 * HOUR_MS;
/** How many minutes an event's flow goes back. */
export const FLOW_MINUTES = 60;
/** A tap that arrives more than this after it was made is not part of the present flow (docs/decisions/0011). */
export const LATE_TAP_MS = 2 * MINUTE_MS;
/** Percentages above which the capacity bar shows a warning or danger (docs/product.md, C13). */
export const WARNING_ABOVE_PERCENT = 75;
export const DANGER_ABOVE_PERCENT = 90;
