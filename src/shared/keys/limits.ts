import { MINUTE_MS, DAY_MS } from '../durations';

/** The most API keys of an account that are in force, and for how many days a key can be made. */
export const API_KEYS_MAX = 50;
export const API_KEY_DAYS_MAX = 730;
/** For how many days the text of an API key before its renewal stays valid, at most and unless somebody chooses. */
export const KEY_OVERLAP_DAYS_MAX = 30;
export const KEY_OVERLAP_DAYS = 7;
/** A key that ends within so many days is told of: once by mail, and in the list. */
export const KEY_ENDS_SOON_DAYS = 14;
/** The most address ranges of an API key, and the most characters of its name, after trimming. */
export const API_KEY_ADDRESSES_MAX = 10;
export const API_KEY_NAME_MAX_LENGTH = 60;
/** How long an API key stays in the list after it has expired, and how old its last use can be in the list. */
export const API_KEY_RETENTION_MS = 90 * DAY_MS;
export const KEY_USE_NOTED_MS = 5 * MINUTE_MS;
