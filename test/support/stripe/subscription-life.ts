import type Stripe from 'stripe';
import { addMonths } from './clock';
import { itemOf } from './invoice-object';
import { draftInvoice } from './invoicing';
import { endSubscription, methodOf, setStatus } from './subscription-status';
import type { World } from './world';

/** Stripe tells that a trial ends so long before, or at once where the trial is shorter. */
const TRIAL_NOTICE_S = 3 * 86_400;

const BILLED: ReadonlySet<string> = new Set(['active', 'past_due', 'unpaid']);

const customerOf = ({ customer }: Stripe.Subscription): string =>
  typeof customer === 'string' ? customer : customer.id;

const isOver = (subscription: Stripe.Subscription): boolean => subscription.ended_at !== null;

/** Arms the end of the trial, and the notice before it. */
export function startTrial(world: World, subscription: Stripe.Subscription, trialEnd: number): void {
  const isCurrent = () => subscription.status === 'trialing' && subscription.trial_end === trialEnd;
  const noticeAt = Math.max((trialEnd - TRIAL_NOTICE_S) * 1000, world.clock.now);
  world.clock.at(noticeAt, () => {
    if (isCurrent()) world.emit('customer.subscription.trial_will_end', subscription);
  });
  world.clock.at(trialEnd * 1000, () => {
    if (isCurrent()) endTrial(world, subscription);
  });
}

/** With a card it goes on and costs; without one it does what it was told to do. */
export function endTrial(world: World, subscription: Stripe.Subscription): void {
  const customer = customerOf(subscription);
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  const hasCard = methodOf(world, subscription, customer) !== null;
  if (!hasCard && missing === 'cancel') {
    endSubscription(world, subscription);
    return;
  }
  if (!hasCard && missing === 'pause') {
    setStatus(world, subscription, 'paused');
    return;
  }
  const now = world.clock.seconds;
  const { current_period_start: start } = itemOf(subscription);
  subscription.billing_cycle_anchor = now;
  startPeriod(world, subscription, now, { status: 'active', trial_end: now });
  draftInvoice(world, subscription, 'subscription_cycle', { start, end: now, free: true });
}

/** Arms the end of the present period: what was used in it is invoiced then. */
export function armPeriod(world: World, subscription: Stripe.Subscription): void {
  const { current_period_end: end } = itemOf(subscription);
  world.clock.at(end * 1000, () => {
    if (!isOver(subscription) && itemOf(subscription).current_period_end === end) endPeriod(world, subscription);
  });
}

/** A month from `start` on. */
function startPeriod(
  world: World,
  subscription: Stripe.Subscription,
  start: number,
  change: Partial<Stripe.Subscription> = {},
): void {
  const item = itemOf(subscription);
  const anchor = subscription.billing_cycle_anchor;
  let months = 1;
  while (addMonths(anchor, months) <= start) months += 1;
  const end = addMonths(anchor, months);
  const next = { ...item, current_period_start: start, current_period_end: end };
  world.change('customer.subscription.updated', subscription, {
    ...change,
    items: { ...subscription.items, data: [next] },
  });
  armPeriod(world, subscription);
}

/** After a pause: from now on, where its period ended meanwhile. */
export function resume(world: World, subscription: Stripe.Subscription): void {
  if (itemOf(subscription).current_period_end > world.clock.seconds) return;
  subscription.billing_cycle_anchor = world.clock.seconds;
  startPeriod(world, subscription, world.clock.seconds);
}

/** A paused one makes no invoices, and does not go on. */
function endPeriod(world: World, subscription: Stripe.Subscription): void {
  if (subscription.status === 'paused') return;
  const { current_period_start: start, current_period_end: end } = itemOf(subscription);
  startPeriod(world, subscription, end);
  if (!BILLED.has(subscription.status)) return;
  draftInvoice(world, subscription, 'subscription_cycle', { start, end, free: false });
}

/** The invoice of what was used since the period began, made when it ends early: nothing for a trial. */
export function finalInvoice(world: World, subscription: Stripe.Subscription): void {
  const start = itemOf(subscription).current_period_start;
  const window = { start, end: world.clock.seconds + 1, free: subscription.status === 'trialing' };
  const make = () => draftInvoice(world, subscription, 'subscription_cycle', window);
  const { lastBillLagMs } = world.settings;
  if (lastBillLagMs === 0) make();
  else
    world.clock.at(world.clock.now + lastBillLagMs, () => {
      if (!world.customers.get(customerOf(subscription))?.deleted) make();
    });
}
