import { MINUTE_MS, DAY_MS } from '../../shared/durations';

/** How long a session lasts after its last use (docs/product.md, S3). */
export const SESSION_MS = 30 * DAY_MS;
/** How long the old cookie of a replaced session is still accepted, for calls that were sent with it. */
export const HANDOVER_MS = 30_000;
/** How long a session may make irreversible changes after its password was entered. */
export const CONFIRMED_MS = 10 * MINUTE_MS;
/** How long a browser counts as a known device after its last login. */
export const DEVICE_MS = 365 * DAY_MS;
/** How long a link that resets a password is valid. */
export const RESET_LINK_MS = 60 * MINUTE_MS;
/** The most sessions of one page of their list. */
export const SESSIONS_PER_PAGE_MAX = 5_000;
