import type { Stripe } from 'stripe';
import type { BillingAccount } from '../../db/billing-accounts';
import type { AccountState } from '../../rpc/identity';
import { type Refusal, refuse, type Result } from '../../rpc/result';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { CardSetup } from '../../shared/schemas/billing';
import type { Billing } from '../client';
import { ensureLiveCustomer } from './customer';
import { declineMessage, isFinal, isMissing, logFailure, UNAVAILABLE, wantsHolder } from '../stripe-errors';
import { idOf } from '../id-of';
import { findPaymentPage, payOpenInvoices } from '../usage/invoices';
import { refresh, type Refreshed, subscribe } from '../subscription';
import { hasEnded } from '../subscription-rules';

/**
 * Starts to save a card: the browser confirms it with Stripe, for payments without the card's holder. No card data
 * passes through this server.
 */
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

/** The outcome of saving a card. `account` is the account's new state for devices and rooms; undefined if unchanged. */
export interface Attached {
  result: Result<null>;
  account: AccountState | undefined;
}

/**
 * Makes a confirmed card the default, revives an account whose subscription has ended, and tries open invoices again.
 * If the bank declines the payment, the call is refused with the bank's reason, but the card stays saved.
 */
export async function attachCard(
  billing: Billing,
  account: BillingAccount,
  paymentMethodId: string,
): Promise<Attached> {
  let changed: AccountState | undefined;
  const note = (refreshed: Refreshed): Refreshed => {
    changed = refreshed.account ?? changed;
    return refreshed;
  };
  try {
    const customerId = await ensureLiveCustomer(billing, account);
    const refusal = await makeDefault(billing, customerId, paymentMethodId);
    if (refusal) return { result: refusal, account: changed };

    const { subscription, all } = note(await refresh(billing, account, customerId));
    if (subscription === undefined || hasEnded(subscription)) {
      note(await subscribe(billing, account, customerId, all));
      return { result: { ok: true, value: null }, account: changed };
    }
    const declined = await payWhatIsOpen(billing, customerId, subscription);
    note(await refresh(billing, account, customerId));
    return { result: declined ?? { ok: true, value: null }, account: changed };
  } catch (error) {
    return { result: refusalOf(error, account.userId), account: changed };
  }
}

function refusalOf(error: unknown, userId: string): Refusal {
  const reason = declineMessage(error);
  if (reason !== null) return { ok: false, code: 'payment_failed', message: reason };
  logFailure('billing.attach', error, { userId });
  return UNAVAILABLE;
}

/** Makes the card the customer's default. A card of another customer counts as unknown. */
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

/** Stripe attaches a detached card to no customer again, not even to the same one. */
const USED_UP = refuse('invalid_input', message(serviceTexts, 'card_removed'));

/**
 * Attaches the card. Returns false if the card was detached earlier.
 * @throws also when the bank declines the card
 */
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

/** Pays the subscription's open invoices. Returns the refusal; undefined if nothing was open, or all is paid. */
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
    const reason = declineMessage(error);
    if (reason !== null) return { ok: false, code: 'payment_failed', message: reason };
    // The invoice was paid or voided meanwhile. The subscription's status at Stripe is what counts.
    if (isFinal(error)) return undefined;
    throw error;
  }
}

/** The refusal of a payment that the card's holder must confirm at Stripe. A payment there unlocks like any other. */
const unconfirmed = (page: string | undefined): Refusal =>
  refuse(
    'payment_failed',
    page === undefined
      ? message(serviceTexts, 'payment_unconfirmed')
      : message(serviceTexts, 'payment_unconfirmed_at', page),
  );
