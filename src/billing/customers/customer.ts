import type { Stripe } from 'stripe';
import { type BillingAccount, saveCustomer } from '../../db/billing-accounts';
import { sha256Hex } from '../../crypto/ids';
import type { Billing } from '../client';
import { createOnce } from './create-once';
import { isMissing, refusedParameter } from '../stripe-errors';
import { listSubscriptions } from '../subscription';
import { reopenUnbilled } from '../usage/unbilled';

/** Returns the account's customer at Stripe. The first call creates it, or finds it if an earlier answer was lost. */
export async function ensureCustomer(billing: Billing, account: BillingAccount): Promise<string> {
  return account.stripeCustomerId ?? (await replaceCustomer(billing, account));
}

/** Returns a customer that exists at Stripe: a customer that was deleted there is created again. */
export async function ensureLiveCustomer(billing: Billing, account: BillingAccount): Promise<string> {
  const { stripeCustomerId: customerId } = account;
  if (customerId !== null) {
    if (!(await isCustomerGone(billing, customerId))) return customerId;
    // This must happen before another customer is created: afterwards the id of the deleted customer is lost.
    const subscriptions = await listSubscriptions(billing, customerId);
    await reopenUnbilled(billing, account, { customerId, subscriptions, isGone: true });
  }
  return await replaceCustomer(billing, account);
}

/** Whether the customer no longer exists. Stripe still returns deleted customers, but none of other accounts. */
export async function isCustomerGone({ stripe }: Billing, customerId: string): Promise<boolean> {
  try {
    const customer = await stripe.customers.retrieve(customerId);
    return customer.deleted === true;
  } catch (error) {
    if (isMissing(error)) return true;
    throw error;
  }
}

/** Finds the customer with the account's id in its metadata; undefined for none. Stripe's search lags by an hour. */
export async function findCustomer({ stripe }: Billing, userId: string): Promise<string | undefined> {
  // Account ids are hex, so they cannot change the query's meaning.
  const found = await stripe.customers.search({ query: `metadata['userId']:'${userId}'` });
  return found.data.find((customer) => !isDeleted(customer))?.id;
}

const isDeleted = (customer: Stripe.Customer | Stripe.DeletedCustomer): boolean => customer.deleted === true;

async function replaceCustomer(billing: Billing, account: BillingAccount): Promise<string> {
  const { userId, stripeCustomerId: former } = account;
  const found = await findCustomer(billing, userId);
  const customerId = found !== undefined && found !== former ? found : await createCustomer(billing, account);
  await saveCustomer(billing.db, userId, customerId);
  return customerId;
}

async function createCustomer({ stripe, now }: Billing, account: BillingAccount): Promise<string> {
  const { userId, email, stripeCustomerId: former } = account;
  const metadata = { userId };
  // The address changes with the account's owners, and a repetition must pass the same one.
  const address = await sha256Hex(email);
  const key = `customer:${userId}:${address}${former === null ? '' : `:after:${former}`}`;
  try {
    const { id } = await createOnce(key, now(), (options) => stripe.customers.create({ email, metadata }, options));
    return id;
  } catch (error) {
    if (refusedParameter(error) !== 'email') throw error;
    // An email that Stripe refuses must not stop the account from paying.
    const { id } = await createOnce(`${key}:no-email`, now(), (options) =>
      stripe.customers.create({ metadata }, options),
    );
    return id;
  }
}
