import { DAY_MS } from '../shared/durations';

/** The length of a free trial (docs/product.md, B1). */
export const TRIAL_MS = 7 * DAY_MS;
/** The longest time from the beginning of any trial to its end: extra time ends with a whole day (decision 7). */
export const TRIAL_MAX_MS = TRIAL_MS + DAY_MS;
/** The most events with their active days of one page. */
export const USAGE_EVENTS_PER_PAGE_MAX = 1_000;
/**
 * How long the ids of webhook events are kept. Stripe repeats an event for three days
 * (docs.stripe.com/webhooks#behaviors), and a person can have it repeated for thirty.
 */
export const PROVIDER_EVENT_RETENTION_MS = 30 * DAY_MS;
