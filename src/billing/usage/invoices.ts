import type { Stripe } from 'stripe';
import type { Billing } from '../client';
import { isFinal, isMissing } from '../stripe-errors';
import { idOf } from '../id-of';
import { toMs } from '../unix-time';

/** More open invoices than an account can have: there is one a month, and a locked account counts nothing. */
const LISTED = 100;

const isFor = (invoice: Stripe.Invoice, subscriptionId: string): boolean =>
  idOf(invoice.parent?.subscription_details?.subscription) === subscriptionId;

async function list({ stripe }: Billing, customer: string, status: 'draft' | 'open'): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ customer, status, limit: LISTED });
  return data.toSorted((a, b) => a.created - b.created);
}

const listOf = async (billing: Billing, customer: string, subscription: string, status: 'draft' | 'open') =>
  (await list(billing, customer, status)).filter((invoice) => isFor(invoice, subscription));

/** The period of usage that an invoice charges, in epoch ms. The period ends before `until`. */
export interface BilledWindow {
  from: number;
  until: number;
  isDraft: boolean;
}

/** Lists the periods of the customer's newest invoices; none for a customer that does not exist at Stripe. */
export async function listBilledWindows({ stripe }: Billing, customer: string): Promise<BilledWindow[]> {
  try {
    const { data } = await stripe.invoices.list({ customer, limit: LISTED });
    return data.flatMap(({ status, lines }) =>
      status === 'void'
        ? []
        : lines.data
            .filter(({ parent }) => parent?.type === 'subscription_item_details')
            .map(({ period }) => ({
              from: toMs(period.start),
              until: toMs(period.end),
              isDraft: status === 'draft',
            })),
    );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

/**
 * Pays the subscription's open invoices, the oldest first, and then the drafts of an unpaid subscription, which Stripe
 * does not finalize by itself. Each is paid before the next is finalized, because the latest invoice decides the
 * status: the $0 invoice of a locked month would unlock an account that still owes money. Other drafts wait for the
 * last usage of their period. Throws the error of a failed payment.
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

/** Returns the page where a person can pay the subscription's oldest open invoice; undefined if no invoice is open. */
export async function findPaymentPage(
  billing: Billing,
  customerId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const [oldest] = await listOf(billing, customerId, subscriptionId, 'open');
  return oldest?.hosted_invoice_url ?? undefined;
}

/**
 * Finalizes and pays all invoices of a customer that is about to be deleted. Returns the final failures; throws if
 * Stripe cannot be reached.
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
