import type { Stripe } from 'stripe';
import * as z from 'zod/mini';
import { SUBSCRIPTION_STATUSES } from '../shared/rules/subscription';
import { toMs } from './unix-time';

const StatusSchema = z.enum(SUBSCRIPTION_STATUSES);

type Listed = Pick<Stripe.Subscription, 'id' | 'created' | 'status'>;

/** Whether the subscription is over for good: only a new subscription can replace it. */
export const hasEnded = ({ status }: Pick<Listed, 'status'>): boolean =>
  status === 'canceled' || status === 'incomplete_expired';

/**
 * Picks the account's subscription from all that its customer ever had: the newest that has not ended, otherwise the
 * newest.
 */
export function pickSubscription<T extends Listed>(subscriptions: readonly T[]): T | undefined {
  const newestFirst = subscriptions.toSorted((a, b) => b.created - a.created);
  return newestFirst.find((subscription) => !hasEnded(subscription)) ?? newestFirst[0];
}

interface Kept extends Pick<Stripe.Subscription, 'status' | 'trial_end'> {
  items: { data: readonly Pick<Stripe.SubscriptionItem, 'current_period_start' | 'current_period_end'>[] };
}

/** The fields of a subscription that D1 stores. The billing period is that of the subscription's only item. */
export function stateOf({ status, trial_end, items }: Kept) {
  const [item] = items.data;
  return {
    status: z.parse(StatusSchema, status),
    trialEndsAt: trial_end === null ? null : toMs(trial_end),
    periodStartsAt: item ? toMs(item.current_period_start) : null,
    periodEndsAt: item ? toMs(item.current_period_end) : null,
  };
}
