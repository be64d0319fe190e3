import { METER_CUSTOMER_KEY, METER_EVENT_NAME, METER_VALUE_KEY } from '../../src/billing/catalog.ts';
import { EVENT_DAY_PRICE_CENTS } from '../../src/billing/price.ts';
import { Difference } from './difference.mjs';

/** @import { Stripe } from 'stripe' */

const CURRENCY = 'usd';

/**
 * Finds or creates the active meter of event days.
 * @param {Stripe} stripe
 */
export async function findOrCreateMeter(stripe) {
  for await (const meter of stripe.billing.meters.list({ status: 'active', limit: 100 })) {
    if (meter.event_name !== METER_EVENT_NAME) continue;
    const difference = Difference.of(`The meter ${meter.id} (${METER_EVENT_NAME})`, {
      aggregation: [meter.default_aggregation.formula, 'sum'],
      'customer key': [meter.customer_mapping.event_payload_key, METER_CUSTOMER_KEY],
      'value key': [meter.value_settings.event_payload_key, METER_VALUE_KEY],
    });
    if (difference) throw difference;
    return { object: meter, isNew: false };
  }
  const object = await stripe.billing.meters.create({
    display_name: 'Headroom event days',
    event_name: METER_EVENT_NAME,
    default_aggregation: { formula: 'sum' },
    customer_mapping: { type: 'by_id', event_payload_key: METER_CUSTOMER_KEY },
    value_settings: { event_payload_key: METER_VALUE_KEY },
  });
  return { object, isNew: true };
}

/**
 * Finds the price of one active day by its lookup key, or creates it with its product.
 * @param {Stripe} stripe
 * @param {{ lookupKey: string, meter: string }} wanted
 */
export async function findOrCreatePrice(stripe, { lookupKey, meter }) {
  const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 });
  const [price] = data;
  if (price) {
    const { recurring } = price;
    const difference = Difference.of(`The price ${price.id} (${lookupKey})`, {
      active: [price.active, true],
      currency: [price.currency, CURRENCY],
      'amount in cents': [price.unit_amount, EVENT_DAY_PRICE_CENTS],
      usage: [recurring?.usage_type, 'metered'],
      interval: [recurring && `${recurring.interval_count} ${recurring.interval}`, '1 month'],
      meter: [recurring?.meter, meter],
    });
    if (difference) throw difference;
    return { object: price, isNew: false };
  }
  const object = await stripe.prices.create({
    currency: CURRENCY,
    unit_amount: EVENT_DAY_PRICE_CENTS,
    lookup_key: lookupKey,
    product_data: { name: 'Headroom event day' },
    recurring: { interval: 'month', usage_type: 'metered', meter },
  });
  return { object, isNew: true };
}
