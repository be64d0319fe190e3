import type Stripe from 'stripe';
import type { World } from './world';

/** The event of a status that has one of its own; all others are updates. */
const EVENTS: Record<string, string> = {
  paused: 'customer.subscription.paused',
  canceled: 'customer.subscription.deleted',
};

export function setStatus(world: World, subscription: Stripe.Subscription, status: Stripe.Subscription.Status): void {
  const wasPaused = subscription.status === 'paused' && status === 'active';
  const type = EVENTS[status] ?? (wasPaused ? 'customer.subscription.resumed' : 'customer.subscription.updated');
  world.change(type, subscription, { status });
}

/** Ends it at once and for good; what it has not billed yet stays unbilled, and open invoices are collected no more. */
export function endSubscription(world: World, subscription: Stripe.Subscription): void {
  const { seconds } = world.clock;
  for (const invoice of world.invoices.values()) {
    const isOpen = invoice.status === 'open' && subscriptionOf(invoice) === subscription.id;
    if (isOpen) Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
  }
  world.change('customer.subscription.deleted', subscription, {
    status: 'canceled',
    canceled_at: seconds,
    ended_at: seconds,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: 'cancellation_requested' },
  });
}

/** An invoice's subscription; null for one of none. */
export function subscriptionOf(invoice: Stripe.Invoice): string | null {
  const subscription = invoice.parent?.subscription_details?.subscription;
  return typeof subscription === 'string' ? subscription : null;
}

/** The card that pays for a subscription: its own, else the customer's; null where there is none. */
export function methodOf(world: World, subscription: Stripe.Subscription | null, customerId: string): string | null {
  const customer = world.customers.get(customerId);
  const own = subscription?.default_payment_method;
  const theirs = customer && !customer.deleted ? customer.invoice_settings.default_payment_method : null;
  const method = own ?? theirs;
  return typeof method === 'string' ? method : null;
}
