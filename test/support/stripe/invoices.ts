import type Stripe from 'stripe';
import * as z from 'zod';
import { declined, flag, invalid, limit, NONE, paramsOf, Refusal, route, text } from './api';
import type { Invoice, Subscription } from './objects';
import { countedUsage } from './usage';
import {
  cardOf,
  endSubscription,
  itemOf,
  page,
  setStatus,
  subscriptionOf,
  type UsageWindow,
  type World,
} from './world';

const DAY_MS = 86_400_000;
/** Delay from the end of a period to the final invoice. */
const GRACE_MS = 3_600_000;
/** Delay from the finalization of an invoice by a call to the attempt to collect it. */
const COLLECTION_DELAY_MS = 60_000;
/** Days after each failed payment until the next attempt. */
const RETRY_AFTER_DAYS = [3, 5, 7];
const OWING: ReadonlySet<string> = new Set(['past_due', 'unpaid', 'incomplete']);

const isOwned = (world: World, { customer }: Invoice): boolean => !world.customers.get(customer)?.deleted;

const subscriptionFor = (world: World, invoice: Invoice): Subscription =>
  world.found('subscription', world.subscriptions, subscriptionOf(invoice));

/** Updates a draft with the usage until it is final. */
function refresh(world: World, invoice: Invoice): Invoice {
  const window = world.windows.get(invoice.id);
  if (invoice.status !== 'draft' || !window) return invoice;
  const { start, end, free } = window;
  const { price } = itemOf(subscriptionFor(world, invoice));
  const meter = world.found('meter', world.meters, price.recurring.meter);
  const quantity = free ? 0 : countedUsage(world, meter, invoice.customer, start, end);
  const amount = quantity * (price.unit_amount ?? 0);
  const parent = { type: 'subscription_item_details' } as const;
  invoice.lines.data = [{ id: `il_${invoice.id.slice(3)}`, amount, parent, period: { start, end }, quantity }];
  invoice.amount_due = amount;
  return invoice;
}

/** Drafts an invoice for a window. One that advances automatically is final after the grace period and collected at once. */
export function draftInvoice(world: World, subscription: Subscription, window: UsageWindow): Invoice {
  const invoice: Invoice = {
    id: world.id('in'),
    object: 'invoice',
    amount_due: 0,
    amount_paid: 0,
    // Stripe continues to draft invoices for an unpaid subscription, and leaves their finalization to a person.
    auto_advance: subscription.status !== 'unpaid',
    created: world.clock.seconds,
    customer: subscription.customer,
    hosted_invoice_url: null,
    lines: { object: 'list', data: [] },
    parent: { type: 'subscription_details', subscription_details: { subscription: subscription.id } },
    status: 'draft',
  };
  world.windows.set(invoice.id, window);
  world.invoices.set(invoice.id, invoice);
  subscription.latest_invoice = invoice.id;
  world.clock.at(world.clock.now + GRACE_MS, () => {
    if (invoice.status === 'draft' && invoice.auto_advance && isOwned(world, invoice)) finalize(world, invoice, 0);
  });
  return invoice;
}

/** The invoice at the start of a metered subscription: nothing is due, and it is paid at once. */
export function zeroInvoice(world: World, subscription: Subscription): void {
  const { seconds } = world.clock;
  finalize(world, draftInvoice(world, subscription, { start: seconds, end: seconds, free: true }), 0);
}

/** Makes a draft final: it gets no more usage. If it advances automatically, it is collected `collectAfterMs` later. */
function finalize(world: World, invoice: Invoice, collectAfterMs: number): void {
  refresh(world, invoice);
  Object.assign(invoice, { status: 'open', hosted_invoice_url: `https://invoice.stripe.com/i/${invoice.id}` });
  if (invoice.amount_due === 0) markPaid(world, invoice);
  else if (invoice.auto_advance) collectLater(world, invoice, collectAfterMs, 0);
}

function markPaid(world: World, invoice: Invoice): void {
  world.change('invoice.paid', invoice, { status: 'paid', amount_paid: invoice.amount_due });
  const subscription = subscriptionFor(world, invoice);
  // Only the latest invoice determines the status: an older one may still be unpaid, and the latest may be a draft.
  const isLatest = subscription.latest_invoice === invoice.id;
  if (isLatest && OWING.has(subscription.status)) setStatus(world, subscription, 'active');
}

/** Charges the card. @throws {Refusal} there is no card, or it is declined; the subscription is then past due */
function collect(world: World, invoice: Invoice): void {
  const subscription = subscriptionFor(world, invoice);
  const id = cardOf(world, invoice.customer);
  const reason = id === null ? 'none' : world.found('PaymentMethod', world.cards, id).card.charge;
  if (reason === null) {
    markPaid(world, invoice);
    return;
  }
  world.emit('invoice.payment_failed', invoice);
  if (subscription.status === 'active') setStatus(world, subscription, 'past_due');
  if (reason !== 'none') throw declined(reason);
  throw invalid('There is no `default_payment_method` set on this Customer or Invoice.');
}

/** Collects automatically and retries. After the last failure the subscription changes as the settings say. */
function collectLater(world: World, invoice: Invoice, afterMs: number, failures: number): void {
  world.clock.at(world.clock.now + afterMs, () => {
    if (invoice.status !== 'open' || !invoice.auto_advance || !isOwned(world, invoice)) return;
    try {
      collect(world, invoice);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      afterFailure(world, invoice, failures);
    }
  });
}

function afterFailure(world: World, invoice: Invoice, failures: number): void {
  const days = RETRY_AFTER_DAYS[failures];
  if (days !== undefined) {
    collectLater(world, invoice, days * DAY_MS, failures + 1);
    return;
  }
  invoice.auto_advance = false;
  const subscription = subscriptionFor(world, invoice);
  if (subscription.status !== 'past_due') return;
  if (world.settings.afterRetries === 'canceled') endSubscription(world, subscription);
  else setStatus(world, subscription, 'unpaid');
}

const ListParams = paramsOf<Stripe.InvoiceListParams>()({
  customer: text,
  status: z.enum(['draft', 'open']).optional(),
  limit,
});

function list(world: World, params: z.infer<typeof ListParams>) {
  const { customer, status } = params;
  const found = [...world.invoices.values()].filter(
    (invoice) => invoice.customer === customer && (status === undefined || invoice.status === status),
  );
  return page(
    found.map((invoice) => refresh(world, invoice)),
    params,
  );
}

/** Finds an invoice to change. @throws {Refusal} it has another status, or its customer is deleted */
function inStatus(world: World, id: string, status: Invoice['status']): Invoice {
  const invoice = world.found('invoice', world.invoices, id);
  if (invoice.status !== status) throw invalid(`This invoice is ${invoice.status}, and not ${status}.`);
  world.customer(invoice.customer, 'customer');
  return invoice;
}

const FinalizeParams = paramsOf<Stripe.InvoiceFinalizeInvoiceParams>()({ auto_advance: flag.optional() });

function finalizeCall(world: World, { auto_advance }: z.infer<typeof FinalizeParams>, id: string): Invoice {
  const invoice = inStatus(world, id, 'draft');
  if (auto_advance !== undefined) invoice.auto_advance = auto_advance;
  finalize(world, invoice, COLLECTION_DELAY_MS);
  return invoice;
}

function pay(world: World, _params: object, id: string): Invoice {
  const invoice = inStatus(world, id, 'open');
  try {
    collect(world, invoice);
  } catch (error) {
    throw error instanceof Refusal && error.body.code === 'authentication_required' ? UNCONFIRMED : error;
  }
  return invoice;
}

/** Stripe's error for a payment that the bank wants the card's holder to confirm (stripe-node #628). */
const UNCONFIRMED = new Refusal(402, {
  type: 'card_error',
  code: 'invoice_payment_intent_requires_action',
  message: 'This payment requires additional user action before it can be completed successfully.',
});

/** Sums the quantities and the amounts of the lines of a customer's final invoices. */
export function billedTo(world: World, customer: string): { days: number; cents: number; paidCents: number } {
  const final = [...world.invoices.values()].filter(
    (invoice) => invoice.customer === customer && (invoice.status === 'open' || invoice.status === 'paid'),
  );
  const lines = final.flatMap((invoice) => invoice.lines.data);
  return {
    days: lines.reduce((sum, { quantity }) => sum + quantity, 0),
    cents: lines.reduce((sum, { amount }) => sum + amount, 0),
    paidCents: final.reduce((sum, { amount_paid }) => sum + amount_paid, 0),
  };
}

export const invoiceRoutes = [
  route('GET', '/v1/invoices', ListParams, list),
  route('GET', '/v1/invoices/:id', NONE, (world, _params, id) => world.found('invoice', world.invoices, id)),
  route('POST', '/v1/invoices/:id/finalize', FinalizeParams, finalizeCall),
  route('POST', '/v1/invoices/:id/pay', NONE, pay),
  route('POST', '/v1/invoices/:id/void', NONE, (world, _params, id) =>
    Object.assign(inStatus(world, id, 'open'), { status: 'void', auto_advance: false }),
  ),
];
