/** Stripe's statuses of a subscription (stripe.com/docs/api/subscriptions/object, `status`). */
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
  /** The status at Stripe; null without a subscription. */
  subscriptionStatus: SubscriptionStatus | null;
  /** The end of the account's trial, epoch ms. */
  trialEndsAt: number;
}

export const isTrialOver = ({ trialEndsAt }: Subscription, now: number): boolean => now >= trialEndsAt;

/** Returns an account's status. Without a subscription it is first trialing, then active (docs/product.md, B4). */
export function effectiveStatus(subscription: Subscription, now: number): SubscriptionStatus {
  if (subscription.subscriptionStatus !== null) return subscription.subscriptionStatus;
  return isTrialOver(subscription, now) ? 'active' : 'trialing';
}

/**
 * Whether an account with this status may count. It may not if it has a status other than active, trialing or past_due
 * (docs/product.md, S9).
 */
export const isCountingAllowed = (status: SubscriptionStatus | null): boolean =>
  status === null || status === 'active' || status === 'trialing' || status === 'past_due';

/** Whether an account with this status pays, so that its taps and events are not those of a trial (docs/product.md, B9). */
export const hasSubscribed = (status: SubscriptionStatus | null): boolean =>
  status === 'active' || status === 'past_due';
