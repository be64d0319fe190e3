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

/** Counting is locked when a status exists and is not active, trialing or past_due (spec section 4). */
export const isCountingAllowed = (status: SubscriptionStatus | null): boolean =>
  status === null || status === 'active' || status === 'trialing' || status === 'past_due';
