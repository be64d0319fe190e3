import type Stripe from 'stripe';
import * as z from 'zod';
import { flag, integer, invalid, limit, metadata as anyMetadata, noSuch, paramsOf, route, text } from './api';
import { draftInvoice, zeroInvoice } from './invoices';
import type { Subscription } from './objects';
import { addMonths, cardOf, endSubscription, itemOf, page, type World } from './world';

const BILLED: ReadonlySet<string> = new Set(['active', 'past_due', 'unpaid']);

const CreateParams = paramsOf<Stripe.SubscriptionCreateParams>()({
  customer: text,
  // One item; a metered price takes no quantity.
  items: z.tuple([z.strictObject({ price: text })]),
  trial_end: integer.optional(),
  trial_settings: z
    .strictObject({ end_behavior: z.strictObject({ missing_payment_method: z.enum(['cancel', 'create_invoice']) }) })
    .optional(),
  billing_mode: z.strictObject({ type: z.literal('flexible') }),
  metadata: anyMetadata.optional(),
});

function create(world: World, params: z.infer<typeof CreateParams>): Subscription {
  const { customer, items, metadata = {}, trial_end: trialEnd = null, trial_settings } = params;
  world.customer(customer, 'customer');
  const price = world.found('price', world.prices, items[0].price, 'items[0][price]');
  const { seconds } = world.clock;
  if (trialEnd !== null && trialEnd <= seconds) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' });
  }
  const missing_payment_method = trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  const periodEnd = trialEnd ?? addMonths(seconds, 1);
  const item = { id: world.id('si'), price, current_period_start: seconds, current_period_end: periodEnd };
  const subscription: Subscription = {
    id: world.id('sub'),
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? seconds,
    created: seconds,
    customer,
    ended_at: null,
    items: { object: 'list', data: [item] },
    latest_invoice: null,
    metadata,
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method } },
  };
  world.subscriptions.set(subscription.id, subscription);
  world.emit('customer.subscription.created', subscription);
  if (trialEnd === null) armPeriod(world, subscription);
  else {
    world.clock.at(trialEnd * 1000, () => {
      if (subscription.status === 'trialing') endTrial(world, subscription);
    });
  }
  zeroInvoice(world, subscription);
  return subscription;
}

/** Ends a trial. With a card the subscription continues and costs money; without one its trial settings decide. */
function endTrial(world: World, subscription: Subscription): void {
  const { missing_payment_method } = subscription.trial_settings.end_behavior;
  if (missing_payment_method === 'cancel' && cardOf(world, subscription.customer) === null) {
    endSubscription(world, subscription);
    return;
  }
  const now = world.clock.seconds;
  const { current_period_start: start } = itemOf(subscription);
  startPeriod(world, subscription, now, { status: 'active', billing_cycle_anchor: now });
  draftInvoice(world, subscription, { start, end: now, free: true });
}

/** Schedules the end of the current period, when its usage is invoiced. */
function armPeriod(world: World, subscription: Subscription): void {
  const { current_period_end: end } = itemOf(subscription);
  world.clock.at(end * 1000, () => {
    if (subscription.ended_at === null) endPeriod(world, subscription);
  });
}

/** Starts the next month of the cycle. */
function startPeriod(
  world: World,
  subscription: Subscription,
  start: number,
  change: Partial<Pick<Subscription, 'status' | 'billing_cycle_anchor'>> = {},
): void {
  const anchor = change.billing_cycle_anchor ?? subscription.billing_cycle_anchor;
  let months = 1;
  while (addMonths(anchor, months) <= start) months += 1;
  const item = {
    ...itemOf(subscription),
    current_period_start: start,
    current_period_end: addMonths(anchor, months),
  };
  world.change('customer.subscription.updated', subscription, { ...change, items: { object: 'list', data: [item] } });
  armPeriod(world, subscription);
}

function endPeriod(world: World, subscription: Subscription): void {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  startPeriod(world, subscription, end);
  if (BILLED.has(subscription.status)) draftInvoice(world, subscription, { start, end, free: false });
}

const CancelParams = paramsOf<Stripe.SubscriptionCancelParams>()({
  invoice_now: flag.optional(),
  prorate: flag.optional(),
});

/** Cancels a subscription. A subscription that is over is not found, because nothing is left to cancel. */
function cancel(world: World, { invoice_now }: z.infer<typeof CancelParams>, id: string): Subscription {
  const subscription = world.found('subscription', world.subscriptions, id);
  if (subscription.ended_at !== null) throw noSuch('subscription', id);
  if (invoice_now) lastInvoice(world, subscription);
  endSubscription(world, subscription);
  return subscription;
}

/** The invoice for usage since the period began, created when the subscription ends early. A trial gets none. */
function lastInvoice(world: World, subscription: Subscription): void {
  const { current_period_start: start } = itemOf(subscription);
  const window = { start, end: world.clock.seconds + 1, free: subscription.status === 'trialing' };
  const make = () => {
    if (!world.customers.get(subscription.customer)?.deleted) draftInvoice(world, subscription, window);
  };
  const { lastBillLagMs } = world.settings;
  if (lastBillLagMs === 0) make();
  else world.clock.at(world.clock.now + lastBillLagMs, make);
}

/** Without a status, the list omits canceled subscriptions. */
const ListParams = paramsOf<Stripe.SubscriptionListParams>()({
  customer: text,
  status: z.literal('all').optional(),
  limit,
});

export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', CreateParams, create),
  route('GET', '/v1/subscriptions', ListParams, (world, params) => {
    const all = world.subscriptionsOf(params.customer);
    return page(params.status === 'all' ? all : all.filter(({ status }) => status !== 'canceled'), params);
  }),
  route('DELETE', '/v1/subscriptions/:id', CancelParams, cancel),
];
