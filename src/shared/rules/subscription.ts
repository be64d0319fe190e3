/** Stripe's statuses (stripe.com/docs/api/subscriptions/object, `status`). */
export const SUBSCRIPTION_STATUSES = [
  'trialing',
  'active',
  'past_due',
  'canceled',
  'unpaid',
  'incomplete',
  'incomplete_expired',
  'paused',
] as const;

export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export interface Subscription {
  /** The status according to Stripe; null without a subscription. */
  subscriptionStatus: SubscriptionStatus | null;
  /** Epoch ms. */
  trialEndsAt: number;
}

export const isTrialOver = ({ trialEndsAt }: Subscription, now: number): boolean => now >= trialEndsAt;

/** An account's status: without a subscription it is in its trial, then active (docs/product.md, B4). */
export function effectiveStatus(subscription: Subscription, now: number): SubscriptionStatus {
  if (subscription.subscriptionStatus !== null) return subscription.subscriptionStatus;
  return isTrialOver(subscription, now) ? 'active' : 'trialing';
}

/** Counting is locked when a status exists and is not active, trialing or past_due (docs/product.md, S9). */
export const isCountingAllowed = (status: SubscriptionStatus | null): boolean =>
  status === null || status === 'active' || status === 'trialing' || status === 'past_due';
