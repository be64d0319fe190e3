import type { Stripe } from 'stripe';
import { type BillingAccount, storeSubscription, type SubscriptionState } from '../db/billing-accounts';
import { toAccountState } from '../db/accounts';
import type { AccountState } from '../lib/contract';
import type { Billing } from './client';
import { createOnce } from './create-once';
import { isMissing } from './failures';
import { readPrice } from './price';
import { pickSubscription, stateOf, toMs } from './subscription-rules';

/** All subscriptions that the customer ever had, as far as they matter. */
export async function listSubscriptions({ stripe }: Billing, customerId: string): Promise<Stripe.Subscription[]> {
  try {
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
    return data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** What a look at Stripe came to. */
export interface Refreshed {
  subscription: Stripe.Subscription | undefined;
  /** All that the customer ever had. */
  all: readonly Stripe.Subscription[];
  /** Set when devices and rooms must be told. */
  news: AccountState | undefined;
}

const GONE: SubscriptionState = { status: 'canceled', trialEndsAt: null, periodStartsAt: null, periodEndsAt: null };

/** Looks at Stripe and stores what it says now. An account whose subscription is nowhere to be found has none any more. */
export async function refresh(billing: Billing, account: BillingAccount, customerId: string): Promise<Refreshed> {
  const all = await listSubscriptions(billing, customerId);
  const subscription = pickSubscription(all);
  if (subscription === undefined && account.subscriptionStatus === null) return { subscription, all, news: undefined };
  const state = subscription ? stateOf(subscription) : GONE;
  return { subscription, all, news: await store(billing, account.userId, state) };
}

async function store(billing: Billing, userId: string, state: SubscriptionState): Promise<AccountState | undefined> {
  const changed = await storeSubscription(billing.db, userId, state);
  return changed && toAccountState(changed, billing.now());
}

/** The rest of the account's only trial, in Stripe's whole seconds; undefined when it is over or was used before. */
function trialLeft(account: BillingAccount, before: readonly unknown[], now: number): number | undefined {
  // Rounded down: what counts as outside the trial here must do so there.
  const endsAt = Math.floor(account.trialEndsAt / 1000);
  const isFirst = before.length === 0 && account.subscriptionStatus === null;
  return isFirst && toMs(endsAt) > now ? endsAt : undefined;
}

/**
 * A new subscription for a customer that has none that goes on; `before` is all that it ever had. A first one takes over
 * what is left of the trial, and ends with it when there is no card; no other has a trial.
 */
export async function subscribe(
  billing: Billing,
  account: BillingAccount,
  customerId: string,
  before: readonly Stripe.Subscription[],
): Promise<Refreshed> {
  const { stripe, now } = billing;
  const price = await readPrice(billing);
  const trialEnd = trialLeft(account, before, now());
  const key = ['subscription', customerId, before.length, price.id, trialEnd ?? 'no-trial'].join(':');
  const subscription = await createOnce(key, now(), (options) =>
    stripe.subscriptions.create(
      {
        customer: customerId,
        items: [{ price: price.id }],
        billing_mode: { type: 'flexible' },
        metadata: { userId: account.userId },
        ...(trialEnd !== undefined && {
          trial_end: trialEnd,
          trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
        }),
      },
      options,
    ),
  );
  const news = await store(billing, account.userId, stateOf(subscription));
  return { subscription, all: [...before, subscription], news };
}
