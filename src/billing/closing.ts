import type { Stripe } from 'stripe';
import type { BillingAccount } from '../db/billing-accounts';
import { countSettledDays } from '../db/usage-days';
import { logError } from '../observability/log';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/limits';
import type { Billing } from './client';
import { findCustomer, isCustomerGone } from './customers/customer';
import { isMissing, logFailure } from './stripe-errors';
import { idOf } from './id-of';
import { payLastInvoices } from './usage/invoices';
import { listSubscriptions } from './subscription';
import { hasEnded, pickSubscription, stateOf } from './subscription-rules';
import { toMs } from './unix-time';
import { readMeter, takesUsage, type UsageAccount } from './usage/usage';
import { minuteOf } from './usage/usage-plan';

/** How long a deleted account's last bill waits until the meter has counted everything, from the last usage on. */
const METER_WAIT_MS = 7 * DAY_MS;
/** How long the customer is kept for a last bill that Stripe makes after it ended the subscription. */
const LAST_BILL_WAIT_MS = DAY_MS;
/** A search finds what is at least an hour old (docs.stripe.com/search#data-freshness); the last call took its time. */
const SEARCH_LAG_MAX_MS = HOUR_MS + MINUTE_MS;

/**
 * Finds the Stripe customer of a deleted account, even if Stripe never confirmed that it created the customer. Returns
 * undefined when there is no customer, or when the customer is deleted.
 */
export async function findLastCustomer(billing: Billing, account: BillingAccount): Promise<string | undefined> {
  const customerId = account.stripeCustomerId ?? (await findCustomer(billing, account.userId));
  return customerId !== undefined && !(await isCustomerGone(billing, customerId)) ? customerId : undefined;
}

/** Whether a later search may still find a Stripe customer of this deleted account after a search has found none. */
export const mayStillBeFound = ({ stripeCustomerId, deletedAt }: BillingAccount, now: number): boolean =>
  stripeCustomerId === null && now - (deletedAt ?? now) < SEARCH_LAG_MAX_MS;

/** The last bill is made whatever is owed, so that it can contain usage of an unpaid subscription, too. */
export const takesLastUsage: typeof takesUsage = (subscription) =>
  takesUsage(subscription) || subscription.status === 'unpaid';

/**
 * Closes a deleted account at Stripe after all its usage was sent: when the meter has counted it, the subscription ends
 * with a final invoice, which is paid if possible, and the customer is deleted. False: it must be tried again. Each
 * step finds out whether it was done before. An unpaid invoice blocks nothing.
 */
export async function closeCustomer(billing: Billing, account: BillingAccount, customerId: string): Promise<boolean> {
  const { userId } = account;
  const subscription = pickSubscription(await listSubscriptions(billing, customerId));
  if (subscription && !(await end(billing, { userId, customerId, subscription }))) return false;
  for (const failure of await payLastInvoices(billing, customerId))
    logFailure('billing.last_invoice', failure, { userId });
  await removeCustomer(billing, customerId);
  return true;
}

/** Ends the subscription with a last bill. False: wait for the meter or for that bill. */
async function end(billing: Billing, account: UsageAccount): Promise<boolean> {
  const { db, now, stripe } = billing;
  const { subscription, userId } = account;
  const from = minuteOf(stateOf(subscription).periodStartsAt ?? 0);
  const sent = await countSettledDays(db, userId, from);
  if (hasEnded(subscription)) return sent.total === 0 || (await isLastBillMade(billing, subscription));
  if (sent.total > 0) {
    const counted = await readMeter(billing, account, { from, to: minuteOf(now()) + MINUTE_MS });
    if (counted < sent.total) {
      if (now() - sent.lastSettledAt <= METER_WAIT_MS) return false;
      logError('billing.closing', 'the meter has not counted all usage', { userId });
    }
  }
  const ended = await stripe.subscriptions.cancel(subscription.id, { invoice_now: true, prorate: false });
  return sent.total === 0 || (await isLastBillMade(billing, ended));
}

/** Whether the subscription's newest invoice is its last one: Stripe may answer before it has made that invoice. */
async function isLastBillMade({ now, stripe }: Billing, subscription: Stripe.Subscription): Promise<boolean> {
  const { ended_at: endedAt, latest_invoice: latest } = subscription;
  if (endedAt === null || now() - toMs(endedAt) > LAST_BILL_WAIT_MS) return true;
  const invoiceId = idOf(latest);
  if (invoiceId === undefined) return false;
  const { created } = await stripe.invoices.retrieve(invoiceId);
  return toMs(created) > toMs(endedAt) - MINUTE_MS;
}

async function removeCustomer({ stripe }: Billing, customerId: string): Promise<void> {
  try {
    await stripe.customers.del(customerId);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
