import { type BillingAccount, saveMirrored } from '../../db/billing-accounts';
import type { Billing } from '../client';
import { taxIdChanges, toCustomer } from './customer-details';
import { isFinal, isMissing, logFailure } from '../stripe-errors';

/**
 * Sends the account's billing details and address to Stripe, once for each save. A value that Stripe refuses for good,
 * such as a tax id of an unknown form, stays with the account and is not sent again until the details change.
 */
export async function mirrorDetails(billing: Billing, account: BillingAccount, customerId: string): Promise<void> {
  if (account.mirroredRevision >= account.detailsRevision) return;
  try {
    await orRefused(account, () => billing.stripe.customers.update(customerId, toCustomer(account)));
    // Stripe may refuse the address alone.
    await orRefused(account, () => billing.stripe.customers.update(customerId, { email: account.email }));
    await mirrorTaxId(billing, account, customerId);
  } catch (error) {
    // The customer is gone at Stripe. The next customer gets the details.
    if (isMissing(error)) return;
    throw error;
  }
  await saveMirrored(billing.db, account.userId, account.detailsRevision);
}

async function mirrorTaxId({ stripe }: Billing, account: BillingAccount, customerId: string): Promise<void> {
  const known = await stripe.customers.listTaxIds(customerId, { limit: 100 });
  const { remove, create } = taxIdChanges(account, known.data);
  for (const id of remove) {
    await orRefused(account, () => stripe.customers.deleteTaxId(customerId, id));
  }
  if (create) await orRefused(account, () => stripe.customers.createTaxId(customerId, create));
}

/** Ignores a final refusal, and logs it unless the object is missing. */
async function orRefused({ userId }: BillingAccount, change: () => Promise<unknown>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!isFinal(error)) throw error;
    if (!isMissing(error)) logFailure('billing.details', error, { userId });
  }
}
