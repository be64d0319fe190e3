/** Names that Stripe and this product share. This file imports nothing: scripts/stripe-setup.mjs reads it, too. */

/** The lookup key of the price, unless STRIPE_PRICE_LOOKUP_KEY names another one. */
export const PRICE_LOOKUP_KEY = 'headroom_event_day';

/** The name of the meter, which each usage event contains. */
export const METER_EVENT_NAME = 'event_day';
/** The keys of a usage event's payload, as the meter was created with them. */
export const METER_CUSTOMER_KEY = 'stripe_customer_id';
export const METER_VALUE_KEY = 'value';

/** The path to which Stripe sends its events. */
export const WEBHOOK_PATH = '/api/billing/webhook';

/** The events that the webhook endpoint receives: all that can change a subscription's status. */
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

/** A thin event (docs.stripe.com/event-destinations): Stripe accepted usage, but could not count it. */
export const USAGE_ERROR_EVENT = 'v1.billing.meter.error_report_triggered';
