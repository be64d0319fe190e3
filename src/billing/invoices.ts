import type { Stripe } from 'stripe';
import type { Billing } from './client';
import { isFinal, isMissing } from './failures';
import { idOf } from './id-of';
import { toMs } from './unix-time';

/** More than an account can owe: there is one a month, and locked accounts count nothing. */
const LISTED = 100;

const isFor = (invoice: Stripe.Invoice, subscriptionId: string): boolean =>
  idOf(invoice.parent?.subscription_details?.subscription) === subscriptionId;

async function list({ stripe }: Billing, customer: string, status: 'draft' | 'open'): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({ customer, status, limit: LISTED });
  return data.toSorted((a, b) => a.created - b.created);
}

const listOf = async (billing: Billing, customer: string, subscription: string, status: 'draft' | 'open') =>
  (await list(billing, customer, status)).filter((invoice) => isFor(invoice, subscription));

/** What an invoice charges usage of. Epoch ms, `until` excluded. */
export interface BilledWindow {
  from: number;
  until: number;
  isDraft: boolean;
}

/** Of which times the customer's newest invoices hold usage. Of a customer that Stripe does not know there are none. */
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

/** Where the subscription's oldest open invoice can be paid by hand; undefined without one, or when it has no page. */
export async function findPaymentPage(
  billing: Billing,
  customerId: string,
  subscriptionId: string,
): Promise<string | undefined> {
  const [oldest] = await listOf(billing, customerId, subscriptionId, 'open');
  return oldest?.hosted_invoice_url ?? undefined;
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
