import { addMonths } from './clock';
import { draftInvoice, zeroInvoice } from './invoices';
import type { Price, Subscription } from './objects';
import type { ParamTypes } from './param-types';
import { invalid, missing, noSuch } from './refusal';
import { route } from './route';
import { cardOf, endSubscription, itemOf } from './status';
import { page, type World } from './world';

const DAY_S = 86_400;
/** Stripe tells that a trial ends so long before, or at once where the trial is shorter. */
const TRIAL_NOTICE_S = 3 * DAY_S;
/** Stripe's longest trial: two years. */
const MAX_TRIAL_S = 730 * DAY_S;

const BILLED: ReadonlySet<string> = new Set(['active', 'past_due', 'unpaid']);

/** When a trial is to end, unix seconds; null for none. */
function trialEndOf({ clock: { seconds } }: World, end: ParamTypes['SubscriptionCreate']['trial_end']): number | null {
  if (end === undefined || end === 'now') return null;
  if (end > seconds && end <= seconds + MAX_TRIAL_S) return end;
  throw invalid('Invalid timestamp: must be in the future, within two years.', { param: 'trial_end' });
}

function priceOf(world: World, items: ParamTypes['SubscriptionCreate']['items']): Price {
  const [item, ...others] = items ?? [];
  if (!item) throw missing('items');
  if (others.length > 0) throw invalid('This fake knows subscriptions of one item.', { param: 'items', status: 501 });
  if (item.price === undefined) throw missing('items[0][price]');
  if (item.quantity !== undefined) {
    throw invalid('You cannot set the quantity for metered plans.', { param: 'items[0][quantity]' });
  }
  return world.found('price', world.prices, item.price, 'items[0][price]');
}

function create(world: World, params: ParamTypes['SubscriptionCreate']): Subscription {
  const { customer, items, metadata, trial_end, trial_settings } = params;
  if (customer === undefined) throw missing('customer');
  world.customer(customer, 'customer');
  const price = priceOf(world, items);
  const { seconds } = world.clock;
  const trialEnd = trialEndOf(world, trial_end);
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
    metadata: Object.fromEntries(Object.entries(metadata || {}).map(([key, value]) => [key, String(value)])),
    status: trialEnd === null ? 'active' : 'trialing',
    trial_end: trialEnd,
    trial_settings: { end_behavior: { missing_payment_method } },
  };
  world.subscriptions.set(subscription.id, subscription);
  world.emit('customer.subscription.created', subscription);
  if (trialEnd === null) armPeriod(world, subscription);
  else startTrial(world, subscription, trialEnd);
  zeroInvoice(world, subscription);
  return subscription;
}

/** Arms the end of the trial, and the notice before it. */
function startTrial(world: World, subscription: Subscription, trialEnd: number): void {
  const noticeAt = Math.max((trialEnd - TRIAL_NOTICE_S) * 1000, world.clock.now);
  world.clock.at(noticeAt, () => {
    if (subscription.status === 'trialing') world.emit('customer.subscription.trial_will_end', subscription);
  });
  world.clock.at(trialEnd * 1000, () => {
    if (subscription.status === 'trialing') endTrial(world, subscription);
  });
}

/** With a card it goes on and costs; without one it does what it was told to do. */
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

/** Arms the end of the present period: what was used in it is invoiced then. */
function armPeriod(world: World, subscription: Subscription): void {
  const { current_period_end: end } = itemOf(subscription);
  world.clock.at(end * 1000, () => {
    if (subscription.ended_at === null) endPeriod(world, subscription);
  });
}

/** The next month of the cycle. */
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

/** Not found where it is over: there is nothing left to cancel. */
function cancel(world: World, { invoice_now }: ParamTypes['SubscriptionCancel'], id: string): Subscription {
  const subscription = world.found('subscription', world.subscriptions, id);
  if (subscription.ended_at !== null) throw noSuch('subscription', id);
  if (invoice_now) lastInvoice(world, subscription);
  endSubscription(world, subscription);
  return subscription;
}

/** The invoice of what was used since the period began, made when it ends early: nothing for a trial. */
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

/** Without a status, those that are canceled are not in it. */
const isListed = (status: string, wanted: string | undefined): boolean =>
  wanted === undefined ? status !== 'canceled' : wanted === 'all' || status === wanted;

export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', 'SubscriptionCreate', create),
  route('GET', '/v1/subscriptions', 'SubscriptionList', (world, params) => {
    const found = [...world.subscriptions.values()].filter(
      ({ customer, status }) =>
        isListed(status, params.status) && (params.customer === undefined || customer === params.customer),
    );
    return page(found, params);
  }),
  route('DELETE', '/v1/subscriptions/:id', 'SubscriptionCancel', cancel),
];
