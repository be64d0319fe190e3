/** The names that Stripe and this product share. Imports nothing, so that scripts/stripe-setup.mjs can read it. */

/** Finds the price, unless STRIPE_PRICE_LOOKUP_KEY says another; wrangler.toml has the same value. */
export const PRICE_LOOKUP_KEY = 'headroom_event_day';

/** Names the meter in each usage event. */
export const METER_EVENT_NAME = 'event_day';
/** The payload's keys, as the meter was created with them. */
export const METER_CUSTOMER_KEY = 'stripe_customer_id';
export const METER_VALUE_KEY = 'value';

/** The path that takes Stripe's events. */
export const WEBHOOK_PATH = '/api/billing/webhook';

/** The events of the webhook endpoint: everything that may change a subscription's status. */
export const WEBHOOK_EVENTS = [
  'customer.deleted',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_action_required',
  'invoice.payment_failed',
  'payment_method.detached',
] as const;

/** A thin event (docs.stripe.com/event-destinations): usage that was taken could not be counted. */
export const USAGE_ERROR_EVENT = 'v1.billing.meter.error_report_triggered';
