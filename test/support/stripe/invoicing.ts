import type Stripe from 'stripe';
import { newInvoice, refreshDraft } from './invoice-object';
import { invalid, Refusal } from './refusal';
import { endSubscription, methodOf, setStatus, subscriptionOf } from './subscription-status';
import { declined } from './test-cards';
import type { UsageWindow, World } from './world';

const DAY_MS = 86_400_000;
const OWING: ReadonlySet<string> = new Set(['past_due', 'unpaid', 'incomplete']);

const ownerOf = (invoice: Stripe.Invoice): string => (typeof invoice.customer === 'string' ? invoice.customer : '');

function isOwned(world: World, invoice: Stripe.Invoice): boolean {
  const customer = world.customers.get(ownerOf(invoice));
  return customer !== undefined && !customer.deleted;
}

function subscriptionFor(world: World, invoice: Stripe.Invoice): Stripe.Subscription {
  return world.subscription(subscriptionOf(invoice) ?? '');
}

function markPaid(world: World, invoice: Stripe.Invoice, amount: number): void {
  world.change('invoice.paid', invoice, {
    status: 'paid',
    amount_paid: amount,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + (amount > 0 ? 1 : 0),
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: world.clock.seconds },
  });
  const subscription = subscriptionFor(world, invoice);
  // Only its latest invoice counts for the status: an older one may still be owed, or the latest may still be a draft.
  const isLatest = subscription.latest_invoice === invoice.id;
  if (isLatest && OWING.has(subscription.status)) setStatus(world, subscription, 'active');
}

/** Charges the card. @throws {Refusal} there is none, or it is declined: the subscription is past due then */
export function collect(world: World, invoice: Stripe.Invoice, methodId?: string): void {
  const subscription = subscriptionFor(world, invoice);
  const id = methodId ?? methodOf(world, subscription, ownerOf(invoice));
  const record = id === null ? null : world.card(id, 'payment_method');
  const reason = record?.card.charge ?? null;
  if (record && reason === null) {
    markPaid(world, invoice, invoice.amount_remaining);
    return;
  }
  world.change('invoice.payment_failed', invoice, { attempted: true, attempt_count: invoice.attempt_count + 1 });
  if (reason === 'authentication_required') world.emit('invoice.payment_action_required', invoice);
  if (subscription.status === 'active') setStatus(world, subscription, 'past_due');
  if (record && reason !== null) throw declined(reason, { payment_method: structuredClone(record.method) });
  throw invalid(
    'There is no `default_payment_method` set on this Customer or Invoice. Please set a `default_payment_method` or `payment_method`.',
  );
}

/** Collects by itself, and again after a failure as the settings say; after the last one the subscription changes. */
function collectLater(world: World, invoice: Stripe.Invoice, afterMs: number, failures: number): void {
  const at = world.clock.now + afterMs;
  world.clock.at(at, () => {
    if (invoice.status !== 'open' || !invoice.auto_advance || !isOwned(world, invoice)) return;
    try {
      collect(world, invoice);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      afterFailure(world, invoice, failures);
    }
  });
}

function afterFailure(world: World, invoice: Stripe.Invoice, failures: number): void {
  const { afterRetries, retryAfterDays } = world.settings;
  const days = retryAfterDays[failures];
  if (days !== undefined) {
    invoice.next_payment_attempt = Math.floor((world.clock.now + days * DAY_MS) / 1000);
    collectLater(world, invoice, days * DAY_MS, failures + 1);
    return;
  }
  Object.assign(invoice, { auto_advance: false, next_payment_attempt: null });
  const subscription = subscriptionFor(world, invoice);
  if (subscription.status !== 'past_due') return;
  if (afterRetries === 'canceled') endSubscription(world, subscription);
  else if (afterRetries === 'unpaid') setStatus(world, subscription, 'unpaid');
}

/** Makes a draft final: no usage gets on it any more. It is collected `collectAfterMs` later where it advances by itself. */
export function finalize(world: World, invoice: Stripe.Invoice, collectAfterMs: number): void {
  refreshDraft(world, invoice, subscriptionFor(world, invoice));
  world.change('invoice.finalized', invoice, {
    status: 'open',
    number: `HEADROOM-${String(world.invoices.size).padStart(4, '0')}`,
    automatically_finalizes_at: null,
    hosted_invoice_url: `https://invoice.stripe.com/i/${invoice.id}`,
    effective_at: world.clock.seconds,
    status_transitions: { ...invoice.status_transitions, finalized_at: world.clock.seconds },
  });
  if (invoice.total === 0) markPaid(world, invoice, 0);
  else if (invoice.auto_advance) collectLater(world, invoice, collectAfterMs, 0);
}

/** Drafts an invoice of a window. One that advances by itself is final after the grace period, and collected at once. */
export function draftInvoice(
  world: World,
  subscription: Stripe.Subscription,
  reason: Stripe.Invoice.BillingReason,
  window: UsageWindow,
): Stripe.Invoice {
  const invoice = newInvoice(world, subscription, reason, window);
  // An unpaid subscription goes on making drafts, and leaves them for somebody to finalise.
  if (subscription.status === 'unpaid')
    Object.assign(invoice, { auto_advance: false, automatically_finalizes_at: null });
  world.emit('invoice.created', invoice);
  subscription.latest_invoice = invoice.id;
  world.clock.at(world.clock.now + world.settings.invoiceGraceMs, () => {
    if (invoice.status === 'draft' && invoice.auto_advance && isOwned(world, invoice)) finalize(world, invoice, 0);
  });
  return invoice;
}

/** What is due at the start of a metered subscription: nothing. It is paid at once. */
export function zeroInvoice(world: World, subscription: Stripe.Subscription): void {
  const now = world.clock.seconds;
  const invoice = draftInvoice(world, subscription, 'subscription_create', { start: now, end: now, free: true });
  finalize(world, invoice, 0);
}
