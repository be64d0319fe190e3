import type { Stripe } from 'stripe';
import type { BillingAccount } from '../../db/billing-accounts';
import type { AccountState, Refusal, Result } from '../../rpc/contract';
import type { CardSetup } from '../../shared/schemas/billing';
import type { Billing } from '../client';
import { ensureLiveCustomer } from './customer';
import { declineMessage, isFinal, isMissing, logFailure, UNAVAILABLE, wantsHolder } from '../stripe-errors';
import { idOf } from '../id-of';
import { findPaymentPage, payOpenInvoices } from '../usage/invoices';
import { refresh, type Refreshed, subscribe } from '../subscription';
import { hasEnded } from '../subscription-rules';

/** Lets the browser confirm a card for payments while its holder is absent. No card data passes here. */
export async function openCardSetup(billing: Billing, account: BillingAccount): Promise<Result<CardSetup>> {
  const customer = await ensureLiveCustomer(billing, account);
  const { client_secret } = await billing.stripe.setupIntents.create({
    customer,
    usage: 'off_session',
    allowed_payment_method_types: ['card'],
  });
  if (client_secret === null) throw new Error('Stripe sent no client secret');
  return { ok: true, value: { clientSecret: client_secret } };
}

/** The outcome of saving a card. `news`: the account as devices and rooms must see it now. */
export interface Attached {
  result: Result<null>;
  news: AccountState | undefined;
}

/**
 * Makes a confirmed card the default, revives an account whose subscription has ended, and tries open invoices again. A
 * payment that the bank declines is refused with its reason, while the card stays saved.
 */
export async function attachCard(
  billing: Billing,
  account: BillingAccount,
  paymentMethodId: string,
): Promise<Attached> {
  let news: AccountState | undefined;
  const note = (refreshed: Refreshed): Refreshed => {
    news = refreshed.news ?? news;
    return refreshed;
  };
  try {
    const customerId = await ensureLiveCustomer(billing, account);
    const refusal = await makeDefault(billing, customerId, paymentMethodId);
    if (refusal) return { result: refusal, news };

    const { subscription, all } = note(await refresh(billing, account, customerId));
    if (subscription === undefined || hasEnded(subscription)) {
      note(await subscribe(billing, account, customerId, all));
      return { result: { ok: true, value: null }, news };
    }
    const declined = await payWhatIsOpen(billing, customerId, subscription);
    note(await refresh(billing, account, customerId));
    return { result: declined ?? { ok: true, value: null }, news };
  } catch (error) {
    return { result: refusalOf(error, account.userId), news };
  }
}

function refusalOf(error: unknown, userId: string): Refusal {
  const message = declineMessage(error);
  if (message !== null) return { ok: false, code: 'payment_failed', message };
  logFailure('billing.attach', error, { userId });
  return UNAVAILABLE;
}

/** The card must be the customer's own, or nobody's yet; another customer's card counts as unknown. */
async function makeDefault(
  { stripe }: Billing,
  customerId: string,
  paymentMethodId: string,
): Promise<Refusal | undefined> {
  const method = await findMethod(stripe, paymentMethodId);
  const owner = idOf(method?.customer);
  if (!method || (owner !== undefined && owner !== customerId)) return { ok: false, code: 'not_found' };
  if (method.type !== 'card') return { ok: false, code: 'invalid_input' };
  if (owner === undefined && !(await attach(stripe, method.id, customerId))) return USED_UP;
  await stripe.customers.update(customerId, { invoice_settings: { default_payment_method: method.id } });
  return undefined;
}

/** Stripe lets no card go from one customer to another, nor come back to the same one. */
const USED_UP = {
  ok: false,
  code: 'invalid_input',
  message: 'This card was removed and cannot be used again. Please enter it once more.',
} as const satisfies Refusal;

/** False when the card was detached earlier. @throws when the bank declines it, too */
async function attach(stripe: Stripe, id: string, customer: string): Promise<boolean> {
  try {
    await stripe.paymentMethods.attach(id, { customer });
    return true;
  } catch (error) {
    if (!isFinal(error) || declineMessage(error) !== null) throw error;
    return false;
  }
}

async function findMethod(stripe: Stripe, paymentMethodId: string): Promise<Stripe.PaymentMethod | undefined> {
  try {
    return await stripe.paymentMethods.retrieve(paymentMethodId);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Undefined when nothing is open any more, or nothing was. */
async function payWhatIsOpen(
  billing: Billing,
  customerId: string,
  subscription: Stripe.Subscription,
): Promise<Refusal | undefined> {
  const { status } = subscription;
  if (status !== 'past_due' && status !== 'unpaid' && status !== 'incomplete') return undefined;
  try {
    await payOpenInvoices(billing, customerId, subscription.id);
    return undefined;
  } catch (error) {
    if (wantsHolder(error)) return unconfirmed(await findPaymentPage(billing, customerId, subscription.id));
    const message = declineMessage(error);
    if (message !== null) return { ok: false, code: 'payment_failed', message };
    // Paid or voided meanwhile: what the subscription says now counts.
    if (isFinal(error)) return undefined;
    throw error;
  }
}

/** It is confirmed on Stripe's page of the invoice; a payment there unlocks like any other. */
const unconfirmed = (page: string | undefined): Refusal => ({
  ok: false,
  code: 'payment_failed',
  message: `Your card is saved, but your bank wants you to confirm this payment. Please ${page === undefined ? 'try another card.' : `do so at ${page}`}`,
});
