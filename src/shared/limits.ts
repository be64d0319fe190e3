/** Every limit, delay and threshold that more than one module needs: one number, one place. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Free trial (spec section 9). */
export const TRIAL_MS = 7 * DAY_MS;
/** Per event and day on which something was counted, in US cents (spec section 9). */
export const EVENT_DAY_PRICE_CENTS = 300;
/** Sliding life of a session (design section 5). */
export const SESSION_MS = 30 * DAY_MS;
/** How long calls are taken with the cookie that another has replaced: those that are under way meanwhile. */
export const HANDOVER_MS = 30_000;
/** So long after its holder showed the password, a session may do what cannot be undone. */
export const CONFIRMED_MS = 10 * MINUTE_MS;

/** How long a browser is known to have logged in, from its last login on. */
export const DEVICE_MS = 365 * DAY_MS;

/** Life of a link that resets a password. */
export const RESET_LINK_MS = 60 * MINUTE_MS;

/** Names of events and areas after trim (design section 5). */
export const NAME_MAX_LENGTH = 100;
/** Longest email address, RFC 5321 section 4.5.3.1 (path of 256 octets with its brackets). */
export const EMAIL_MAX_LENGTH = 254;
/** Spec section 9. */
export const PASSWORD_MIN_LENGTH = 8;
/** Bounds the work of hashing what a guest sends. */
export const PASSWORD_MAX_LENGTH = 200;
/** Design section 5. */
export const CAPACITY_MAX = 1_000_000;
export const AREAS_PER_EVENT_MAX = 100;
/** With those that were deleted: the room goes on knowing them, for late taps and for reports. */
export const AREAS_EVER_PER_EVENT_MAX = 1_000;
export const EVENTS_PER_ACCOUNT_MAX = 500;
/** Billing details after trim: longer than any that a card provider takes, in characters. */
export const BILLING_MAX_LENGTHS = {
  billing_first_name: 100,
  billing_last_name: 100,
  billing_business_name: 150,
  billing_address_line1: 200,
  billing_address_city: 100,
  billing_address_postcode: 20,
  billing_tax_id: 50,
} as const;
/** Request bodies and socket frames, in bytes (design sections 3 and 5). */
export const BODY_MAX_BYTES = 65_536;
export const FRAME_MAX_BYTES = 65_536;
/** A browser's error report, in bytes: a recording of its screen is far larger than a call. */
export const ERROR_REPORT_MAX_BYTES = 1_048_576;

/** Taps in one update_occupancy frame (design section 3). */
export const TAPS_PER_FRAME_MAX = 200;
/** Largest change of one tap, either way (design section 3). */
export const TAP_CHANGE_MAX = 1000;
/** An undo may come so long after its tap, by the room's clock. */
export const UNDO_WITHIN_MS = 60 * MINUTE_MS;
/** An undo that was made in time but arrives late finds taps that were received so long before it. */
export const UNDO_REACH_MS = 12 * HOUR_MS;
/** How far back a tap may have occurred (design section 4). */
export const TAP_AGE_MAX_MS = 7 * DAY_MS;
/** So long after a moment, taps and undoes may still arrive that change what was counted by then. */
export const ARRIVES_WITHIN_MS = TAP_AGE_MAX_MS + UNDO_REACH_MS;

/** Names that devices give themselves, in UTF-16 units. */
export const DEVICE_NAME_MAX_LENGTH = 40;
/** Why somebody counted anew, in UTF-16 units. */
export const RECOUNT_REASON_MAX_LENGTH = 200;
/** Of a venue's capacity. */
export const SAFETY_MARGIN_MAX_PERCENT = 50;
/** An alert may be meant for a crowd beyond capacity. */
export const ALERT_THRESHOLD_MAX = 200;
export const ALERT_THRESHOLDS_MAX = 5;
/** How far back the flow of an event goes. */
export const FLOW_MINUTES = 60;
/** A tap that arrives longer after it was made says nothing of what goes on now (docs/decisions/0011). */
export const LATE_TAP_MS = 2 * MINUTE_MS;

/** What a report's intervals are made of, and what is kept of a day for good. */
export const SLOT_MS = 5 * MINUTE_MS;
/** Business days in one report. */
export const REPORT_DAYS_MAX = 31;
/** A tap that arrives later than this after it was made counts as late. */
export const LATE_MS = 1 * MINUTE_MS;
/** A device that counts is silent for long when it sends no tap for this long. */
export const SILENCE_MS = 60 * MINUTE_MS;
/**
 * Ledger rows of which a report is made up on request: more do not fit into the 128 MB of an isolate (docs/performance.md).
 * Only a room of before there were reports has so many in days that are not stored yet.
 */
export const REPORT_ROWS_MAX = 1_000_000;
/** Changes and alerts that a report lists; of more it says how many. */
export const REPORT_JOURNAL_MAX = 5_000;
export const REPORT_ALERTS_MAX = 2_000;
/**
 * Whoever reads a ledger in pages waits so long between two: workerd of one's own polls its sockets only while none of its
 * timers is due, so that with less all doors wait until the last page (`npm run bench:reading`).
 */
export const PAUSE_MS = 1;
/** Ids of ledger and journal: received time in ms, times this, plus a running number. */
export const IDS_PER_MS = 1000;
/** A closed day's single taps are kept for so long; after that its five-minute intervals are. */
export const LEDGER_RETENTION_MS = 90 * DAY_MS;
/** Stripe sends an event again for three days (docs.stripe.com/webhooks#behaviors), by hand for thirty: so long it is known again. */
export const PROVIDER_EVENT_RETENTION_MS = 30 * DAY_MS;
/** How long reports are kept where the operator sets nothing else. */
export const DEFAULT_RETENTION_MONTHS = 24;

/** Capacity bar, in percent: above these it warns or shows danger (spec section 9). */
export const WARNING_ABOVE_PERCENT = 75;
export const DANGER_ABOVE_PERCENT = 90;

/** Socket constants of spec section 9 and design section 3. */
export const PING_INTERVAL_MS = 25_000;
export const PING_TIMEOUT_MS = 30_000;
export const CONNECT_TIMEOUT_MS = 20_000;
export const RECONNECT_BASE_MS = 1_000;
export const RECONNECT_MAX_MS = 20_000;
export const RECONNECT_ATTEMPTS = 10;
export const RETRY_AFTER_TOO_FAST_MS = 5_000;
export const POLL_INTERVAL_MS = 3_000;
export const SOCKET_RETRY_WHILE_POLLING_MS = 60_000;
export const CONNECT_AFTER_LOGIN_MS = 100;
export const FORCE_REFRESH_SPREAD_MS = 1_000;

/** How long 'Copied!' stays (spec section 9). */
export const COPIED_MS = 2_000;
