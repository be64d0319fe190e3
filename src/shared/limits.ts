/** Every limit, delay and threshold that more than one module needs is declared here, once. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Free trial (docs/product.md, B1). */
export const TRIAL_MS = 7 * DAY_MS;
/** For each active day of an event, in US cents (docs/product.md, B1). */
export const EVENT_DAY_PRICE_CENTS = 300;
/** Lifetime of a session from its last use (docs/product.md, S3). */
export const SESSION_MS = 30 * DAY_MS;
/** How long a replaced cookie is still accepted, for calls that are on their way. */
export const HANDOVER_MS = 30_000;
/** How long after its holder entered the password a session may do what cannot be undone. */
export const CONFIRMED_MS = 10 * MINUTE_MS;

/** How long a browser counts as one that has logged in, from its last login on. */
export const DEVICE_MS = 365 * DAY_MS;

/** Lifetime of a link that resets a password. */
export const RESET_LINK_MS = 60 * MINUTE_MS;

/** Names of events and areas after trimming (docs/product.md, E1). */
export const NAME_MAX_LENGTH = 100;
/** Longest email address, RFC 5321 section 4.5.3.1 (path of 256 octets with its brackets). */
export const EMAIL_MAX_LENGTH = 254;
/** docs/product.md, S1. */
export const PASSWORD_MIN_LENGTH = 8;
/** Limits the work of hashing what a guest sends. */
export const PASSWORD_MAX_LENGTH = 200;
/** docs/product.md, E2 and E3. */
export const CAPACITY_MAX = 1_000_000;
export const AREAS_PER_EVENT_MAX = 100;
/** Including deleted areas, which the room keeps for late taps and reports. */
export const AREAS_EVER_PER_EVENT_MAX = 1_000;
export const EVENTS_PER_ACCOUNT_MAX = 500;
/** Billing details after trimming, in characters: longer than any that a card provider accepts. */
export const BILLING_MAX_LENGTHS = {
  billing_first_name: 100,
  billing_last_name: 100,
  billing_business_name: 150,
  billing_address_line1: 200,
  billing_address_city: 100,
  billing_address_postcode: 20,
  billing_tax_id: 50,
} as const;
/** Request bodies and socket frames, in bytes (docs/product.md, E5). */
export const BODY_MAX_BYTES = 65_536;
export const FRAME_MAX_BYTES = 65_536;
/** A browser's error report, in bytes: a screen recording is far larger than a call. */
export const ERROR_REPORT_MAX_BYTES = 1_048_576;

/** Taps in one update_occupancy frame (docs/product.md, R3). */
export const TAPS_PER_FRAME_MAX = 200;
/** Largest change of one tap, in either direction (docs/product.md, C1). */
export const TAP_CHANGE_MAX = 1000;
/** How long after its tap an undo may be made, by the room's clock. */
export const UNDO_WITHIN_MS = 60 * MINUTE_MS;
/** How far back the room looks for the tap of an undo that was made in time but arrives late, by time of receipt. */
export const UNDO_REACH_MS = 12 * HOUR_MS;
/** How long ago a tap may have occurred (docs/product.md, C6). */
export const TAP_AGE_MAX_MS = 7 * DAY_MS;
/** How long after a moment taps and undoes may still arrive that change what was counted then. */
export const ARRIVES_WITHIN_MS = TAP_AGE_MAX_MS + UNDO_REACH_MS;

/** Names of devices, in UTF-16 units. */
export const DEVICE_NAME_MAX_LENGTH = 40;
/** The reason of a recount, in UTF-16 units. */
export const RECOUNT_REASON_MAX_LENGTH = 200;
/** Percent of a venue's capacity. */
export const SAFETY_MARGIN_MAX_PERCENT = 50;
/** Percent of the capacity. An alert may be meant for a crowd beyond capacity. */
export const ALERT_THRESHOLD_MAX = 200;
export const ALERT_THRESHOLDS_MAX = 5;
/** How far back the flow of an event goes. */
export const FLOW_MINUTES = 60;
/** A tap that arrives longer than this after it was made says nothing about the present flow (docs/decisions/0011). */
export const LATE_TAP_MS = 2 * MINUTE_MS;

/** The unit of a report's intervals, and of what is kept of a day for good. */
export const SLOT_MS = 5 * MINUTE_MS;
/** Business days in one report. */
export const REPORT_DAYS_MAX = 31;
/** A tap that arrives later than this after it was made counts as late. */
export const LATE_MS = 1 * MINUTE_MS;
/** A counting device that sends no tap for this long is shown as silent. */
export const SILENCE_MS = 60 * MINUTE_MS;
/**
 * Ledger rows of which a report is built on request: more do not fit into the 128 MB of an isolate
 * (docs/performance.md). Only a room of a version without stored reports has so many in days that are not stored yet.
 */
export const REPORT_ROWS_MAX = 1_000_000;
/** Changes and alerts that a report lists; it says how many more there were. */
export const REPORT_JOURNAL_MAX = 5_000;
export const REPORT_ALERTS_MAX = 2_000;
/**
 * The pause between two pages of a ledger. A local workerd polls its sockets only while none of its timers is due; with
 * a shorter pause all doors would wait until the last page (docs/performance.md).
 */
export const PAUSE_MS = 1;
/** Ids of ledger and journal: received time in ms, times this, plus a running number. */
export const IDS_PER_MS = 1000;
/** How long a closed day's single taps are kept; afterwards its five-minute intervals remain. */
export const LEDGER_RETENTION_MS = 90 * DAY_MS;
/**
 * How long webhook events are remembered: Stripe repeats an event for three days (docs.stripe.com/webhooks#behaviors),
 * and by hand for thirty.
 */
export const PROVIDER_EVENT_RETENTION_MS = 30 * DAY_MS;
/** How long reports are kept unless the operator sets another number. */
export const DEFAULT_RETENTION_MONTHS = 24;

/** Capacity bar, in percent: above these it warns or shows danger (docs/product.md, C13). */
export const WARNING_ABOVE_PERCENT = 75;
export const DANGER_ABOVE_PERCENT = 90;

/** Constants of the socket (docs/product.md, R4 to R6, R10). */
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

/** How long 'Copied!' is shown, in ms. */
export const COPIED_MS = 2_000;
