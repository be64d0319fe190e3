import type { Stripe } from 'stripe';
import { type BillingAccount, storeSubscription, type SubscriptionState } from '../db/billing-accounts';
import { toAccountState } from '../db/accounts';
import type { AccountState } from '../rpc/contract';
import type { Billing } from './client';
import { createOnce } from './customers/create-once';
import { isMissing } from './stripe-errors';
import { readPrice } from './usage/price';
import { pickSubscription, stateOf } from './subscription-rules';
import { reopenUnbilled } from './usage/unbilled';
import { DAY_MS } from '../shared/limits';
import { SECOND_MS, toMs, toSeconds } from './unix-time';

/** The relevant fields of all subscriptions that the customer ever had. */
export async function listSubscriptions({ stripe }: Billing, customerId: string): Promise<Stripe.Subscription[]> {
  try {
    const { data } = await stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100 });
    return data;
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/** The outcome of a look at Stripe. */
export interface Refreshed {
  subscription: Stripe.Subscription | undefined;
  /** All that the customer ever had. */
  all: readonly Stripe.Subscription[];
  /** Set when devices and rooms must be told. */
  news: AccountState | undefined;
}

/** No subscription is left: its last period is still to be compared with the invoices. */
const endOf = ({ periodStartsAt, periodEndsAt }: BillingAccount): SubscriptionState => ({
  status: 'canceled',
  trialEndsAt: null,
  periodStartsAt,
  periodEndsAt,
});

/**
 * Reads the subscription from Stripe and stores it. An account whose subscription cannot be found has none any more.
 */
export async function refresh(billing: Billing, account: BillingAccount, customerId: string): Promise<Refreshed> {
  const all = await listSubscriptions(billing, customerId);
  const subscription = pickSubscription(all);
  if (subscription === undefined && account.subscriptionStatus === null) return { subscription, all, news: undefined };
  const state = subscription ? stateOf(subscription) : endOf(account);
  return { subscription, all, news: await store(billing, account.userId, state) };
}

async function store(billing: Billing, userId: string, state: SubscriptionState): Promise<AccountState | undefined> {
  const changed = await storeSubscription(billing.db, userId, state);
  return changed && toAccountState(changed, billing.now());
}

/**
 * When the trial of the account's first subscription ends, unix seconds; undefined for none. Without a card there is
 * always a trial: otherwise the subscription would be active at once and stay so, because an invoice of $0 needs no
 * card.
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
 * Creates a subscription for a customer without a running one; `before` is all that it ever had. The first subscription
 * takes over the rest of the trial and ends with it when there is no card. Later ones have no trial, and bill what the
 * one before has not billed.
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
  const news = await store(billing, account.userId, stateOf(subscription));
  return { subscription, all: [...before, subscription], news };
}

/** Stripe announces a trial's end this long before it (docs.stripe.com/billing/subscriptions/trials). */
const NOTICE_MS = 3 * DAY_MS;

/**
 * The extra time for an account that Stripe hears of when its trial is nearly over, or over: nobody's doors lock
 * without notice because Stripe was down, or because billing was turned on for older accounts.
 */
const GRACE_MS = 7 * DAY_MS;

/** Whether enough is left of a trial that ends at `trialEndsAt`, epoch ms, for an account without a card. */
const leavesNotice = (trialEndsAt: number, now: number): boolean => trialEndsAt - now >= NOTICE_MS;

/** The end of the account's own trial, in Stripe's whole seconds; undefined when it is over. */
function restOfTrial(trialEndsAt: number, now: number): number | undefined {
  // Rounded down: what counts as outside the trial here must count so at Stripe.
  const endsAt = Math.floor(trialEndsAt / SECOND_MS);
  return toMs(endsAt) > now ? endsAt : undefined;
}

/**
 * The end of the extra time that begins now, unix seconds. Rounded to a whole day, so that all attempts of a day agree.
 */
const graceEnd = (now: number): number => toSeconds(Math.ceil((now + GRACE_MS) / DAY_MS) * DAY_MS);
