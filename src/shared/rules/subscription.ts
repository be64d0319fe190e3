/** The statuses that the payment provider knows (stripe.com/docs/api/subscriptions/object, `status`). */
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
  /** What billing says; null without a subscription. */
  subscriptionStatus: SubscriptionStatus | null;
  /** Epoch ms. */
  trialEndsAt: number;
}

export const isTrialOver = ({ trialEndsAt }: Subscription, now: number): boolean => now >= trialEndsAt;

/** What an account counts as: without a subscription it is in its trial, then active (design section 6). */
export function effectiveStatus(subscription: Subscription, now: number): SubscriptionStatus {
  if (subscription.subscriptionStatus !== null) return subscription.subscriptionStatus;
  return isTrialOver(subscription, now) ? 'active' : 'trialing';
}

/** Counting is locked when a status exists and is not active, trialing or past_due (spec section 4). */
export const isCountingAllowed = (status: SubscriptionStatus | null): boolean =>
  status === null || status === 'active' || status === 'trialing' || status === 'past_due';
