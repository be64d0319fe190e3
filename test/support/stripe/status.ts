import type { Invoice, Subscription, SubscriptionItem } from './objects';
import type { World } from './world';

/** The events of those statuses that have one of their own; all others are updates. */
const EVENTS: Record<string, string> = {
  paused: 'customer.subscription.paused',
  canceled: 'customer.subscription.deleted',
};

export function setStatus(world: World, subscription: Subscription, status: Subscription['status']): void {
  const wasPaused = subscription.status === 'paused' && status === 'active';
  const type = EVENTS[status] ?? (wasPaused ? 'customer.subscription.resumed' : 'customer.subscription.updated');
  world.change(type, subscription, { status });
}

/** Ends it at once and for good; what it has not billed yet stays unbilled, and open invoices are collected no more. */
export function endSubscription(world: World, subscription: Subscription): void {
  for (const invoice of world.invoices.values()) {
    if (invoice.status === 'open' && subscriptionOf(invoice) === subscription.id) invoice.auto_advance = false;
  }
  const ended_at = world.clock.seconds;
  world.change('customer.subscription.deleted', subscription, { status: 'canceled', ended_at });
}

export const subscriptionOf = ({ parent }: Invoice): string => parent.subscription_details.subscription;

/** A subscription's only item, which has its price and its period. */
export const itemOf = ({ items }: Subscription): SubscriptionItem => items.data[0];

/** The card that pays for what the customer owes; null where there is none. */
export function cardOf(world: World, id: string): string | null {
  const customer = world.customers.get(id);
  return !customer || customer.deleted ? null : customer.invoice_settings.default_payment_method;
}
