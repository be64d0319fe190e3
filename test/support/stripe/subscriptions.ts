import type Stripe from 'stripe';
import { mergeMetadata, page } from './answers';
import { zeroInvoice } from './invoicing';
import type { ParamTypes } from './param-types';
import { invalid, noSuch } from './refusal';
import { route } from './router';
import { armPeriod, endTrial, finalInvoice, startTrial } from './subscription-life';
import { newSubscription } from './subscription-object';
import { endSubscription } from './subscription-status';
import type { World } from './world';

const DAY_S = 86_400;
/** Stripe's longest trial: two years. */
const MAX_TRIAL_S = 730 * DAY_S;

/** When a trial is to end, unix seconds; null for none. */
function trialEndOf(world: World, params: Pick<ParamTypes['SubscriptionCreate'], 'trial_end' | 'trial_period_days'>) {
  const { trial_end: end, trial_period_days: days } = params;
  const { seconds } = world.clock;
  if (end !== undefined && days !== undefined) {
    throw invalid('You may only specify one of these parameters: trial_end, trial_period_days.', {
      param: 'trial_end',
    });
  }
  if (end === 'now') return null;
  if (days === 0 || (days === undefined && end === undefined)) return null;
  const at = end ?? seconds + (days ?? 0) * DAY_S;
  if (at <= seconds) {
    throw invalid('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: days === undefined ? 'trial_end' : 'trial_period_days',
    });
  }
  if (at > seconds + MAX_TRIAL_S) {
    throw invalid('Invalid timestamp: can be no more than two years in the future.', { param: 'trial_end' });
  }
  return at;
}

function priceOf(world: World, items: ParamTypes['SubscriptionCreate']['items']): Stripe.Price {
  const [item, ...others] = items ?? [];
  if (!item) throw invalid('Missing required param: items.', { code: 'parameter_missing', param: 'items' });
  if (others.length > 0) throw invalid('This fake knows subscriptions of one item.', { param: 'items', status: 501 });
  if (item.price === undefined) {
    throw invalid('Missing required param: items[0][price].', { code: 'parameter_missing', param: 'items[0][price]' });
  }
  const price = world.price(item.price, 'items[0][price]');
  if (!price.active) throw invalid('The price specified is inactive.', { param: 'items[0][price]' });
  if (price.recurring?.usage_type !== 'metered') {
    throw invalid('This fake knows metered prices.', { param: 'items[0][price]', status: 501 });
  }
  if (item.quantity !== undefined) {
    throw invalid('You cannot set the quantity for metered plans.', { param: 'items[0][quantity]' });
  }
  return price;
}

function checkMethod(world: World, customer: string, method: string | undefined): void {
  if (method === undefined || world.cards.get(method)?.method.customer === customer) return;
  throw noSuch('PaymentMethod', method, 'default_payment_method');
}

function create(world: World, params: ParamTypes['SubscriptionCreate']): Stripe.Subscription {
  const { customer, default_payment_method: method } = params;
  if (customer === undefined) {
    throw invalid('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' });
  }
  world.customer(customer, 'customer');
  const price = priceOf(world, params.items);
  checkMethod(world, customer, method);
  const trialEnd = trialEndOf(world, params);
  const subscription = newSubscription(world, customer, price, params, trialEnd);
  world.subscriptions.set(subscription.id, subscription);
  world.emit('customer.subscription.created', subscription);
  if (trialEnd === null) armPeriod(world, subscription);
  else startTrial(world, subscription, trialEnd);
  zeroInvoice(world, subscription);
  return subscription;
}

function update(world: World, params: ParamTypes['SubscriptionUpdate'], id: string): Stripe.Subscription {
  const subscription = world.subscription(id);
  const { default_payment_method: method, description, metadata, trial_end, trial_settings } = params;
  const others = [method, description, trial_end, trial_settings].some((value) => value !== undefined);
  if (subscription.ended_at !== null && others) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  if (typeof subscription.customer === 'string') checkMethod(world, subscription.customer, method);
  const missing = trial_settings?.end_behavior.missing_payment_method;
  world.change('customer.subscription.updated', subscription, {
    ...(method === undefined ? {} : { default_payment_method: method }),
    ...(description === undefined ? {} : { description: description || null }),
    ...(missing === undefined
      ? {}
      : { trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } } }),
    metadata: mergeMetadata(subscription.metadata, metadata),
  });
  if (trial_end === 'now' && subscription.status === 'trialing') endTrial(world, subscription);
  else if (trial_end !== undefined && trial_end !== 'now') prolong(world, subscription, trial_end);
  return subscription;
}

function prolong(world: World, subscription: Stripe.Subscription, trialEnd: number): void {
  if (subscription.status !== 'trialing') throw invalid('This fake only moves running trials.', { status: 501 });
  trialEndOf(world, { trial_end: trialEnd });
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: trialEnd }));
  const items = { ...subscription.items, data };
  world.change('customer.subscription.updated', subscription, { trial_end: trialEnd, items });
  startTrial(world, subscription, trialEnd);
}

/** Not found where it is over: there is nothing left to cancel. */
function cancel(world: World, params: ParamTypes['SubscriptionCancel'], id: string): Stripe.Subscription {
  const subscription = world.subscription(id);
  if (subscription.ended_at !== null) throw noSuch('subscription', id);
  if (params.invoice_now) finalInvoice(world, subscription);
  endSubscription(world, subscription);
  return subscription;
}

const ENDED = new Set(['canceled', 'incomplete_expired']);

/** Without a status, those that are canceled are not in it. */
function isListed(status: string, wanted: string | undefined): boolean {
  if (wanted === 'all') return true;
  if (wanted === 'ended') return ENDED.has(status);
  return wanted === undefined ? status !== 'canceled' : status === wanted;
}

function list(world: World, params: ParamTypes['SubscriptionList']) {
  const { customer, price, status } = params;
  const found = [...world.subscriptions.values()].filter(
    (subscription) =>
      isListed(subscription.status, status) &&
      (customer === undefined || subscription.customer === customer) &&
      (price === undefined || subscription.items.data.some((item) => item.price.id === price)),
  );
  return page('/v1/subscriptions', found, params);
}

export const subscriptionRoutes = [
  route('POST', '/v1/subscriptions', 'SubscriptionCreate', create),
  route('GET', '/v1/subscriptions', 'SubscriptionList', list),
  route('GET', '/v1/subscriptions/:id', 'Expand', (world, _params, id) => world.subscription(id)),
  route('POST', '/v1/subscriptions/:id', 'SubscriptionUpdate', update),
  route('DELETE', '/v1/subscriptions/:id', 'SubscriptionCancel', cancel),
];
