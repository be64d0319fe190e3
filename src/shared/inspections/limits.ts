import { DAY_MS } from '../durations';

/** For how long an inspector's link can be made, in hours, and the most links of an event that are in force. */
export const INSPECTION_HOURS_MAX = 168;
export const INSPECTOR_LINKS_MAX = 20;
/** The most characters of the text that says for whom an inspector's link is, after trimming. */
export const INSPECTION_LABEL_MAX_LENGTH = 80;
/** How long an inspector's link stays in the list of its event after it has expired. */
export const INSPECTOR_LINK_RETENTION_MS = 90 * DAY_MS;
