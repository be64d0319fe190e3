import type { Stripe } from 'stripe';
import type { BillingAccount } from '../db/billing-accounts';
import { countAcceptedDays } from '../db/usage-days';
import { logError } from '../observability/log';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../shared/durations';
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

/** How long a deleted account's last bill waits for the meter to count all usage, from the last sent usage on. */
const METER_WAIT_MS = 7 * DAY_MS;
/** How long the customer is kept after its subscription ended, so that Stripe can make the last bill. */
const LAST_BILL_WAIT_MS = DAY_MS;
/**
 * Stripe's search finds objects that are at least an hour old (docs.stripe.com/search#data-freshness). The minute is
 * for the call that created the customer.
 */
const SEARCH_LAG_MAX_MS = HOUR_MS + MINUTE_MS;

/** Finds the customer of a deleted account, even if its creation was never confirmed; undefined for none. */
export async function findLastCustomer(billing: Billing, account: BillingAccount): Promise<string | undefined> {
  const customerId = account.stripeCustomerId ?? (await findCustomer(billing, account.userId));
  return customerId !== undefined && !(await isCustomerGone(billing, customerId)) ? customerId : undefined;
}

/** Whether Stripe's search may still find a customer of a deleted account later on. */
export const mayStillBeFound = ({ stripeCustomerId, deletedAt }: BillingAccount, now: number): boolean =>
  stripeCustomerId === null && now - (deletedAt ?? now) < SEARCH_LAG_MAX_MS;

/** Whether a last bill can contain more usage. It is made even if money is owed, so an unpaid subscription counts. */
export const canBillLastUsage: typeof takesUsage = (subscription) =>
  takesUsage(subscription) || subscription.status === 'unpaid';

/**
 * Closes a deleted account at Stripe after all its usage was sent. Once the meter has counted the usage, it ends the
 * subscription with a final invoice, pays that if possible, and deletes the customer. Returns false if it must be
 * called again. Each step finds out whether it was already done. An unpaid invoice blocks nothing.
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

/** Ends the subscription with a last bill. Returns false while the meter or that bill is not ready. */
async function end(billing: Billing, account: UsageAccount): Promise<boolean> {
  const { db, now, stripe } = billing;
  const { subscription, userId } = account;
  const from = minuteOf(stateOf(subscription).periodStartsAt ?? 0);
  const sent = await countAcceptedDays(db, userId, from);
  if (hasEnded(subscription)) return sent.total === 0 || (await isLastBillMade(billing, subscription));
  if (sent.total > 0) {
    const counted = await readMeter(billing, account, { from, to: minuteOf(now()) + MINUTE_MS });
    if (counted < sent.total) {
      if (now() - sent.lastAcceptedAt <= METER_WAIT_MS) return false;
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
