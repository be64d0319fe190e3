import type Stripe from 'stripe';
import { mergeMetadata } from './answers';
import { addMonths } from './clock';
import type { ParamTypes } from './param-types';
import type { World } from './world';

/** The old form of a price, which still stands beside it. */
const planOf = (price: Stripe.Price): Stripe.Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: null,
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: price.recurring?.meter ?? null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'metered',
});

function itemOf(world: World, subscription: string, price: Stripe.Price, periodEnd: number): Stripe.SubscriptionItem {
  const { seconds } = world.clock;
  return {
    id: world.id('si'),
    object: 'subscription_item',
    billing_thresholds: null,
    created: seconds,
    current_period_end: periodEnd,
    current_period_start: seconds,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price: structuredClone(price),
    subscription,
    tax_rates: [],
  };
}

/** A subscription at its start; its first period is the trial where there is one. `trialEnd` is in unix seconds. */
export function newSubscription(
  world: World,
  customer: string,
  price: Stripe.Price,
  params: ParamTypes['SubscriptionCreate'],
  trialEnd: number | null,
): Stripe.Subscription {
  const id = world.id('sub');
  const { seconds } = world.clock;
  const missing = params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice';
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? seconds,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: params.billing_mode?.type ?? 'classic' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: params.collection_method ?? 'charge_automatically',
    created: seconds,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: params.default_payment_method ?? null,
    default_source: null,
    default_tax_rates: [],
    description: params.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: {
      object: 'list',
      data: [itemOf(world, id, price, trialEnd ?? addMonths(seconds, 1))],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: mergeMetadata({}, params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: seconds,
    status: trialEnd === null ? 'active' : 'trialing',
    test_clock: null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } },
    trial_start: trialEnd === null ? null : seconds,
  };
}
