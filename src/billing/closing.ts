import type { BillingAccount } from '../db/billing-accounts';
import { countSettledDays, countWaitingDays } from '../db/usage-days';
import { logError } from '../lib/log';
import { DAY_MS, MINUTE_MS } from '../shared/limits';
import type { Billing } from './client';
import { findCustomer, isCustomerGone } from './customer';
import { isMissing, logFailure } from './failures';
import { payLastInvoices } from './invoices';
import { listSubscriptions } from './subscription';
import { hasEnded, pickSubscription, stateOf } from './subscription-rules';
import { readMeter, takesUsage, type UsageAccount } from './usage';
import { minuteOf } from './usage-plan';

/** How long a deleted account's last bill waits for the meter to have counted everything. */
const METER_WAIT_MS = 7 * DAY_MS;

/** The customer of a deleted account, also one whose creation was never heard of; undefined when there is none left. */
export async function findLastCustomer(billing: Billing, account: BillingAccount): Promise<string | undefined> {
  const customerId = account.stripeCustomerId ?? (await findCustomer(billing, account.userId));
  return customerId !== undefined && !(await isCustomerGone(billing, customerId)) ? customerId : undefined;
}

/**
 * Settles a deleted account with Stripe, after its usage was sent: once the meter has counted all of it, the subscription
 * ends with a final invoice, which is paid where it can be, and the customer goes. False: it must be tried again. Each
 * step finds out whether it was done before. An invoice that cannot be paid blocks nothing.
 */
export async function closeCustomer(billing: Billing, account: BillingAccount, customerId: string): Promise<boolean> {
  const { stripe, now } = billing;
  const { userId } = account;
  const subscription = pickSubscription(await listSubscriptions(billing, customerId));
  if (subscription && !hasEnded(subscription)) {
    const isOverdue = now() - (account.deletedAt ?? now()) > METER_WAIT_MS;
    if (!(await isCounted(billing, { userId, customerId, subscription }))) {
      if (!isOverdue) return false;
      logError('billing.closing', 'the meter has not counted all usage', { userId });
    }
    await stripe.subscriptions.cancel(subscription.id, { invoice_now: true, prorate: false });
  }
  for (const failure of await payLastInvoices(billing, customerId))
    logFailure('billing.last_invoice', failure, { userId });
  await removeCustomer(billing, customerId);
  return true;
}

/** Whether all that the account owes for the present period is in the meter. */
async function isCounted(billing: Billing, account: UsageAccount): Promise<boolean> {
  const { db, now } = billing;
  const { userId, subscription } = account;
  // A trial that is over here is so there in a moment.
  const takesMore = takesUsage(subscription) || subscription.status === 'trialing';
  if (takesMore && (await countWaitingDays(db, userId)) > 0) return false;
  const from = minuteOf(stateOf(subscription).periodStartsAt ?? 0);
  const sent = await countSettledDays(db, userId, from);
  if (sent === 0) return true;
  const counted = await readMeter(billing, account, { from, to: minuteOf(now()) + MINUTE_MS });
  return counted >= sent;
}

async function removeCustomer({ stripe }: Billing, customerId: string): Promise<void> {
  try {
    await stripe.customers.del(customerId);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
