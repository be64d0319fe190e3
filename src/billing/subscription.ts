import type { Stripe } from 'stripe';
import { type BillingAccount, storeSubscription, type SubscriptionState } from '../db/billing-accounts';
import { toAccountState } from '../db/accounts';
import type { AccountState } from '../rpc/identity';
import type { Billing } from './client';
import { createOnce } from './customers/create-once';
import { isMissing } from './stripe-errors';
import { readPrice } from './usage/price';
import { pickSubscription, stateOf } from './subscription-rules';
import { reopenUnbilled } from './usage/unbilled';
import { DAY_MS } from '../shared/durations';
import { SECOND_MS, toMs, toSeconds } from './unix-time';

/** Lists all subscriptions that the customer ever had; none for an unknown customer. */
export async function listSubscriptions({ stripe }: Billing, customerId: string): Promise<Stripe.Subscription[]> {
  try {
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
    return data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The result of reading the subscription from Stripe. */
export interface Refreshed {
  subscription: Stripe.Subscription | undefined;
  /** All subscriptions that the customer ever had. */
  all: readonly Stripe.Subscription[];
  /** The account's new state for devices and rooms; undefined if they need not learn anything. */
  account: AccountState | undefined;
}

/** The state after the last subscription is gone. The period stays, to compare its days with the invoices later. */
const endOf = ({ periodStartsAt, periodEndsAt }: BillingAccount): SubscriptionState => ({
  status: 'canceled',
  trialEndsAt: null,
  periodStartsAt,
  periodEndsAt,
});

/**
 * Reads the subscription from Stripe and stores it. If Stripe has none any more, the account's status becomes canceled.
 */
export async function refresh(billing: Billing, account: BillingAccount, customerId: string): Promise<Refreshed> {
  const all = await listSubscriptions(billing, customerId);
  const subscription = pickSubscription(all);
  if (subscription === undefined && account.subscriptionStatus === null)
    return { subscription, all, account: undefined };
  const state = subscription ? stateOf(subscription) : endOf(account);
  return { subscription, all, account: await store(billing, account.userId, state) };
}

async function store(billing: Billing, userId: string, state: SubscriptionState): Promise<AccountState | undefined> {
  const changed = await storeSubscription(billing.db, userId, state);
  return changed && toAccountState(changed, billing.now());
}

/**
 * Returns when the trial of the account's first subscription ends, in unix seconds; undefined for no trial. Without a
 * card there is always a trial: otherwise Stripe would make the subscription active at once and forever, because an
 * invoice of $0 needs no card.
 */
async function firstTrialEnd(
  billing: Billing,
  { trialEndsAt }: BillingAccount,
  customerId: string,
): Promise<number | undefined> {
  const now = billing.now();
  if (leavesNotice(trialEndsAt, now) || (await hasCard(billing, customerId))) return restOfTrial(trialEndsAt, now);
  return graceEnd(now);
}

async function hasCard({ stripe }: Billing, customerId: string): Promise<boolean> {
  const customer = await stripe.customers.retrieve(customerId);
  return !customer.deleted && customer.invoice_settings.default_payment_method !== null;
}

/**
 * Creates a subscription for a customer without a running one. `before` holds all subscriptions that the customer ever
 * had. The first subscription takes over the rest of the trial and ends with the trial if there is no card. Later ones
 * have no trial, and bill the days that the one before has not billed.
 */
export async function subscribe(
  billing: Billing,
  account: BillingAccount,
  customerId: string,
  before: readonly Stripe.Subscription[],
): Promise<Refreshed> {
  const { stripe, now } = billing;
  const price = await readPrice(billing);
  const isFirst = before.length === 0 && account.subscriptionStatus === null;
  const trialEnd = isFirst ? await firstTrialEnd(billing, account, customerId) : undefined;
  if (before.length > 0) await reopenUnbilled(billing, account, { customerId, subscriptions: before, isGone: false });
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
  const changed = await store(billing, account.userId, stateOf(subscription));
  return { subscription, all: [...before, subscription], account: changed };
}

/** Stripe announces the end of a trial this long in advance (docs.stripe.com/billing/subscriptions/trials). */
const NOTICE_MS = 3 * DAY_MS;

/**
 * Extra time for an account that Stripe first sees when its trial is nearly over, or over. So an account is never
 * locked without notice because Stripe was down, or because billing was turned on for older accounts.
 */
const GRACE_MS = 7 * DAY_MS;

/** Whether a trial that ends at `trialEndsAt`, epoch ms, leaves enough time for Stripe's notice. */
const leavesNotice = (trialEndsAt: number, now: number): boolean => trialEndsAt - now >= NOTICE_MS;

/** Returns the end of the account's own trial in unix seconds; undefined if the trial is over. */
function restOfTrial(trialEndsAt: number, now: number): number | undefined {
  // It is rounded down, so that a day that is outside the trial here is outside the trial at Stripe, too.
  const endsAt = Math.floor(trialEndsAt / SECOND_MS);
  return toMs(endsAt) > now ? endsAt : undefined;
}

/**
 * Returns the end of extra time that begins now, in unix seconds. It is rounded up to a whole day, so that all attempts
 * of a day use the same time.
 */
const graceEnd = (now: number): number => toSeconds(Math.ceil((now + GRACE_MS) / DAY_MS) * DAY_MS);
