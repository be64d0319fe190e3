import type { Stripe } from 'stripe';
import type { Billing } from './client';
import { isFinal } from './failures';

/** More than an account can owe: there is one a month, and locked accounts count nothing. */
const LISTED = 100;

const isFor = (invoice: Stripe.Invoice, subscriptionId: string): boolean => {
  const subscription = invoice.parent?.subscription_details?.subscription;
  return (typeof subscription === 'string' ? subscription : subscription?.id) === subscriptionId;
};

async function list({ stripe }: Billing, customer: string, status: 'draft' | 'open'): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ customer, status, limit: LISTED });
  return data.toSorted((a, b) => a.created - b.created);
}

const listOf = async (billing: Billing, customer: string, subscription: string, status: 'draft' | 'open') =>
  (await list(billing, customer, status)).filter((invoice) => isFor(invoice, subscription));

/**
 * Pays what is open of the subscription, the oldest first, and then the drafts that an unpaid one leaves: Stripe makes
 * them final by itself only while it is paid. Each is paid before the next is made final, since the latest invoice decides
 * the status: that of a locked month comes to nothing, and would unlock an account that still owes. Other drafts wait for
 * the last usage of their period. Throws what the payment comes to.
 */
export async function payOpenInvoices(billing: Billing, customerId: string, subscriptionId: string): Promise<void> {
  const { invoices } = billing.stripe;
  for (const { id } of await listOf(billing, customerId, subscriptionId, 'open')) await invoices.pay(id);
  for (const draft of await listOf(billing, customerId, subscriptionId, 'draft')) {
    if (draft.auto_advance) continue;
    const { id, status } = await invoices.finalizeInvoice(draft.id);
    if (status === 'open') await invoices.pay(id);
  }
}

/**
 * The last bills of a customer that goes: all that are open, drafts, too. Answers what could not be paid for good; a
 * Stripe that cannot be reached throws.
 */
export async function payLastInvoices(billing: Billing, customerId: string): Promise<unknown[]> {
  const failures: unknown[] = [];
  const attempt = async (change: () => Promise<unknown>) => {
    try {
      await change();
    } catch (error) {
      if (!isFinal(error)) throw error;
      failures.push(error);
    }
  };
  for (const { id } of await list(billing, customerId, 'draft')) {
    await attempt(() => billing.stripe.invoices.finalizeInvoice(id, { auto_advance: false }));
  }
  for (const { id } of await list(billing, customerId, 'open')) {
    await attempt(() => billing.stripe.invoices.pay(id));
  }
  return failures;
}
