import { DAY_MS } from '../durations';

/** Recipients of alerts outside the app (docs/product.md, N1). */
export const RECIPIENTS_MAX = 20;
/** The most mails about alerts that an account sends in a day, and an account in its trial (docs/product.md, N9). */
export const MAILS_PER_DAY = 200;
export const TRIAL_MAILS_PER_DAY = 50;
/** The most messages that wait for a recipient, beside those that are never dropped (docs/product.md, N5). */
export const MESSAGES_WAITING_MAX = 200;
/** The most messages in a minute that a webhook gets about orders of one event: three on each of ten orders. Others wait. */
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
