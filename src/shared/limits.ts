/** Limits, delays and thresholds that more than one module needs. */

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The length of a free trial (docs/product.md, B1). */
export const TRIAL_MS = 7 * DAY_MS;
/** The longest time from the beginning of any trial to its end: extra time ends with a whole day (decision 7). */
export const TRIAL_MAX_MS = TRIAL_MS + DAY_MS;
/** How long an invitation to sign up works. */
export const INVITATION_MS = 7 * DAY_MS;
/** The price of an active day, in US cents (docs/product.md, B1). */
export const EVENT_DAY_PRICE_CENTS = 300;
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

/** The most characters in the name of an event or area, after trimming (docs/product.md, E1). */
export const NAME_MAX_LENGTH = 100;
/** The longest email address, according to RFC 5321 section 4.5.3.1 (a path of 256 octets with its brackets). */
export const EMAIL_MAX_LENGTH = 254;
/** The fewest characters of a password (docs/product.md, S1). */
export const PASSWORD_MIN_LENGTH = 8;
/** The most characters of a password, because a guest's password has to be hashed, too. */
export const PASSWORD_MAX_LENGTH = 200;
/** The highest capacity, and the most areas of an event (docs/product.md, E2 and E3). */
export const CAPACITY_MAX = 1_000_000;
export const AREAS_PER_EVENT_MAX = 100;
/** The most areas that an event can ever have, with deleted ones: the room keeps those for late taps and reports. */
export const AREAS_EVER_PER_EVENT_MAX = 1_000;
export const EVENTS_PER_ACCOUNT_MAX = 500;
/** The most categories that an event offers, and the most that it can ever have, with removed ones (docs/product.md, C14). */
export const CATEGORIES_PER_EVENT_MAX = 8;
export const CATEGORIES_EVER_PER_EVENT_MAX = 64;
/** The most characters of a category's name, after trimming. */
export const CATEGORY_NAME_MAX_LENGTH = 40;
/** The most entries of one page of a list: sessions, days with stored reports, seals, events with their active days, and alerts. */
export const SESSIONS_PER_PAGE_MAX = 5_000;
export const REPORT_DAYS_PER_PAGE_MAX = 5_000;
export const SEALS_PER_PAGE_MAX = 500;
export const USAGE_EVENTS_PER_PAGE_MAX = 1_000;
export const ALERTS_PER_PAGE_MAX = 500;
/** The most characters of billing details, after trimming: more than any card provider accepts. */
export const BILLING_MAX_LENGTHS = {
  billing_first_name: 100,
  billing_last_name: 100,
  billing_business_name: 150,
  billing_address_line1: 200,
  billing_address_city: 100,
  billing_address_postcode: 20,
  billing_tax_id: 50,
} as const;
/** The most characters of the lines of a letterhead, after trimming. */
export const LETTERHEAD_MAX_LENGTHS = { organizer: 100, address: 200 } as const;
/** The largest body and the largest frame, in bytes (docs/product.md, E5). */
export const BODY_MAX_BYTES = 65_536;
export const FRAME_MAX_BYTES = 65_536;
/** The largest error report of a browser, in bytes: it can contain a screen recording. */
export const ERROR_REPORT_MAX_BYTES = 1_048_576;

/** The most taps in one update_occupancy frame (docs/product.md, R3). */
export const TAPS_PER_FRAME_MAX = 200;
/** The largest change of one tap, in either direction (docs/product.md, C1). */
export const TAP_CHANGE_MAX = 1000;
/** How long after a tap its undo can be made, by the room's clock. */
export const UNDO_WITHIN_MS = 60 * MINUTE_MS;
/** How far back the room searches for an undone tap, by time of receipt: an undo made in time can arrive late. */
export const UNDO_REACH_MS = 12 * HOUR_MS;
/** How old a tap can be when it arrives (docs/product.md, C6). */
export const TAP_AGE_MAX_MS = 7 * DAY_MS;
/** How long after a moment taps and undoes can arrive that change that moment's counts. */
export const ARRIVES_WITHIN_MS = TAP_AGE_MAX_MS + UNDO_REACH_MS;

/** The most event streams of an event that are open: dashboards and scripts, each of which holds a socket of the room. */
export const STREAMS_PER_EVENT_MAX = 20;

/** For how long an inspector's link can be made, in hours, and the most links of an event that are in force. */
export const INSPECTION_HOURS_MAX = 168;
export const INSPECTOR_LINKS_MAX = 20;
/** The most characters of the text that says for whom an inspector's link is, after trimming. */
export const INSPECTION_LABEL_MAX_LENGTH = 80;
/** How long an inspector's link stays in the list of its event after it has expired. */
export const INSPECTOR_LINK_RETENTION_MS = 90 * DAY_MS;

/** The most orders of an event that are in force, and the most UTF-16 units of an order's note: doors show it. */
export const ORDERS_IN_FORCE_MAX = 50;
export const ORDER_NOTE_MAX_LENGTH = 120;
/** The most orders that a report lists. It also says how many more there were. */
export const REPORT_ORDERS_MAX = 1_000;

/** The most assembly points of an event, and the most evacuations and drills that one answer lists, the newest ones. */
export const ASSEMBLY_POINTS_MAX = 8;
export const EVACUATIONS_LISTED_MAX = 100;
/** The most UTF-16 units of what displays say in an evacuation: a line in large letters, and what to do. */
export const NOTICE_TITLE_MAX_LENGTH = 40;
export const NOTICE_TEXT_MAX_LENGTH = 200;
/** The minutes after which recipients are told of an order that a door has not confirmed (docs/product.md, N11). */
export const UNCONFIRMED_MINUTES = 2;
export const UNCONFIRMED_MINUTES_MAX = 60;
/** The longest time in which an organizer wants everybody out, in minutes (docs/product.md, V13). */
export const TARGET_MINUTES_MAX = 120;
/** Recipients of alerts outside the app (docs/product.md, N1). */
export const RECIPIENTS_MAX = 20;
/** The most mails about alerts that an account sends in a day, and an account in its trial (docs/product.md, N9). */
export const MAILS_PER_DAY = 200;
export const TRIAL_MAILS_PER_DAY = 50;
/** The most messages that wait for a recipient, beside those that are never dropped (docs/product.md, N5). */
export const MESSAGES_WAITING_MAX = 200;
/** Of orders of one event, a webhook is told so often in a minute: three messages on each of ten orders. More of it waits. */
export const ORDER_MESSAGES_PER_MINUTE = 30;
/** A webhook gets the counts of an event at most once in this time (docs/product.md, N7). */
export const COUNTS_INTERVAL_MS = 1_000;
/** The most UTF-16 units of a recipient's name. */
export const RECIPIENT_NAME_MAX_LENGTH = 60;
/** Browsers and servers accept addresses of this length; push endpoints have about 200 characters. */
export const OUTBOUND_ADDRESS_MAX_LENGTH = 1_000;
/** How long an alert may wait for an acknowledgment before the next recipient learns of it. */
export const ESCALATION_MINUTES_MAX = 120;
/** How long a mail's link confirms its address. */
export const CONFIRM_MAIL_MS = 7 * DAY_MS;

/** The most UTF-16 units of a device's name. */
export const DEVICE_NAME_MAX_LENGTH = 40;
/** The most UTF-16 units of a recount's reason. */
export const RECOUNT_REASON_MAX_LENGTH = 200;
/** The most UTF-16 units of the note on what was done about an alert. */
export const ALERT_NOTE_MAX_LENGTH = 300;
/** The most UTF-16 units of a limit's condition: conditions of premises licenses have a few sentences. */
export const LIMIT_CONDITION_MAX_LENGTH = 500;
/** How many recounts must have found how far a count was off before an error is expected (docs/decisions/0033). */
export const RECOUNTS_MIN = 2;
/** How long a recount says something about the doors: staff and habits change. */
export const RECOUNTS_WITHIN_MS = 90 * DAY_MS;
/**
 * A recount is due when the expected error is above this percentage of the area's capacity or, if one of them is not
 * known, after this many people in and out.
 */
export const RECOUNT_DUE_PERCENT = 2;
export const RECOUNT_DUE_CROSSINGS = 2_000;
/** The most recounts that a report lists. It also says how many more there were. */
export const REPORT_RECOUNTS_MAX = 1_000;
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

/** The length of the slots of a daily report, from which all longer intervals are made. */
export const SLOT_MS = 5 * MINUTE_MS;
/** The most business days of one report (docs/product.md, D5). */
export const REPORT_DAYS_MAX = 366;
/** The most business days of a report with intervals in minutes. A longer report has one interval a day. */
export const MINUTE_INTERVALS_DAYS_MAX = 31;
/** The most business days of a file of single taps. */
export const TAPS_FILE_DAYS_MAX = 31;
/** A tap counts as late if it arrives more than this after it was made. */
export const LATE_MS = 1 * MINUTE_MS;
/** A counting device that sends no tap for this long is shown as silent. */
export const DEVICE_QUIET_MS = 60 * MINUTE_MS;
/**
 * The most ledger rows that a report is built from on request: more do not fit into an isolate's 128 MB
 * (docs/evidence/performance.md). A day has that many rows only if thousands of devices count, or its report could not be
 * stored for days.
 */
export const REPORT_ROWS_MAX = 1_000_000;
/**
 * So many things that hands did stand one by one in a report, further ones counted by the hour; none is left out. Entries of
 * machines, and alerts, have limits of their own, and the report says how many more there were.
 */
export const REPORT_JOURNAL_MAX = 5_000;
export const REPORT_MACHINE_ENTRIES_MAX = 1_000;
export const REPORT_ALERTS_MAX = 2_000;
/** The most periods over capacity, and the most quiet times of devices, that a report lists, with the same note. */
export const REPORT_PERIODS_MAX = 20_000;
export const REPORT_QUIET_TIMES_MAX = 20_000;
/**
 * The most numbers of intervals by category that the areas of a report have together: more do not fit into an isolate's
 * memory beside the rest. Categories beyond have their sums only. A month in steps of five minutes reaches it with 111
 * categories in all areas together.
 */
export const REPORT_CATEGORY_CELLS_MAX = 3_000_000;
/**
 * The pause between two pages of a ledger, in ms. Local workerd reads its sockets only while none of its timers is due,
 * so with a shorter pause all devices would wait until the last page (docs/evidence/performance.md).
 */
export const PAUSE_MS = 1;
/** The id of a ledger or journal row is its time of receipt in ms, multiplied by this, plus a running number. */
export const IDS_PER_MS = 1000;
/** How long the single taps of a stored day are kept. Afterwards only its five-minute slots remain. */
export const LEDGER_RETENTION_MS = 90 * DAY_MS;
/**
 * How long the ids of webhook events are kept. Stripe repeats an event for three days
 * (docs.stripe.com/webhooks#behaviors), and a person can have it repeated for thirty.
 */
export const PROVIDER_EVENT_RETENTION_MS = 30 * DAY_MS;

/** Percentages above which the capacity bar shows a warning or danger (docs/product.md, C13). */
export const WARNING_ABOVE_PERCENT = 75;
export const DANGER_ABOVE_PERCENT = 90;

/** Times and attempts of the socket's client (docs/product.md, R4 to R6, R10). */
export const PING_INTERVAL_MS = 25_000;
export const PING_TIMEOUT_MS = 30_000;
export const CONNECT_TIMEOUT_MS = 20_000;
export const RECONNECT_BASE_MS = 1_000;
export const RECONNECT_MAX_MS = 20_000;
export const RECONNECT_ATTEMPTS = 10;
export const RETRY_AFTER_TOO_FAST_MS = 5_000;
export const POLL_INTERVAL_MS = 3_000;
/** How often a page that only watches asks about an event that nobody has opened: at random, this on average. */
export const UNOPENED_POLL_INTERVAL_MS = 15_000;
export const SOCKET_RETRY_WHILE_POLLING_MS = 60_000;
export const CONNECT_AFTER_LOGIN_MS = 100;
export const FORCE_REFRESH_SPREAD_MS = 1_000;

/** How long 'Copied!' is shown. */
export const COPIED_MS = 2_000;

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
