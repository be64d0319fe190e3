import type Stripe from 'stripe';
import { mergeMetadata, page } from './answers';
import type { ParamTypes } from './param-types';
import { invalid, noSuch } from './refusal';
import { route } from './router';
import type { World } from './world';

function createMeter(world: World, params: ParamTypes['MeterCreate']): Stripe.Billing.Meter {
  const taken = [...world.meters.values()].some(
    ({ event_name, status }) => event_name === params.event_name && status === 'active',
  );
  if (taken) {
    throw invalid(`A meter already exists with the event_name ${params.event_name}.`, { param: 'event_name' });
  }
  if (params.default_aggregation.formula !== 'sum') {
    throw invalid('This fake only sums.', { param: 'default_aggregation[formula]', status: 501 });
  }
  const { seconds } = world.clock;
  const meter: Stripe.Billing.Meter = {
    id: world.id('mtr'),
    object: 'billing.meter',
    created: seconds,
    customer_mapping: params.customer_mapping ?? { event_payload_key: 'stripe_customer_id', type: 'by_id' },
    default_aggregation: params.default_aggregation,
    display_name: params.display_name,
    event_name: params.event_name,
    event_time_window: null,
    livemode: false,
    status: 'active',
    status_transitions: { deactivated_at: null },
    updated: seconds,
    value_settings: params.value_settings ?? { event_payload_key: 'value' },
  };
  world.meters.set(meter.id, meter);
  return meter;
}

function createProduct(world: World, params: Pick<ParamTypes['ProductCreate'], 'name' | 'metadata'>): Stripe.Product {
  const { seconds } = world.clock;
  const product: Stripe.Product = {
    id: world.id('prod'),
    object: 'product',
    active: true,
    created: seconds,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: mergeMetadata({}, params.metadata),
    name: params.name,
    package_dimensions: null,
    shippable: null,
    tax_details: null,
    type: 'service',
    updated: seconds,
    url: null,
  };
  world.products.set(product.id, product);
  return product;
}

/** A lookup key is one price's; it moves to another only when that is asked for. */
function claimLookupKey(world: World, key: string, transfer: boolean | undefined): void {
  const holder = [...world.prices.values()].find(({ lookup_key }) => lookup_key === key);
  if (!holder) return;
  if (!transfer) {
    throw invalid(`A price (${holder.id}) already uses that lookup key.`, { code: 'resource_already_exists' });
  }
  holder.lookup_key = null;
}

function checkRecurring(world: World, recurring: ParamTypes['PriceCreate']['recurring']): void {
  if (recurring?.usage_type !== 'metered') {
    if (recurring?.meter === undefined) return;
    throw invalid('recurring[meter] is only for metered prices.', { param: 'recurring[meter]' });
  }
  if (recurring.meter === undefined) {
    throw invalid('Metered prices must be backed by a meter.', {
      code: 'parameter_missing',
      param: 'recurring[meter]',
    });
  }
  world.meter(recurring.meter, 'recurring[meter]');
}

function createPrice(world: World, params: ParamTypes['PriceCreate']): Stripe.Price {
  const { lookup_key, product, product_data, recurring, unit_amount } = params;
  if ((product === undefined) === (product_data === undefined)) {
    throw invalid('You must specify either `product` or `product_data` when creating a price.', { param: 'product' });
  }
  if (unit_amount === undefined || !Number.isInteger(unit_amount)) {
    throw invalid('Missing required param: unit_amount.', { code: 'parameter_missing', param: 'unit_amount' });
  }
  if (product !== undefined && !world.products.has(product)) throw noSuch('product', product, 'product');
  checkRecurring(world, recurring);
  if (lookup_key !== undefined) claimLookupKey(world, lookup_key, params.transfer_lookup_key);
  const price: Stripe.Price = {
    id: world.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: world.clock.seconds,
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: lookup_key ?? null,
    metadata: mergeMetadata({}, params.metadata),
    nickname: params.nickname ?? null,
    product: product ?? createProduct(world, { name: product_data?.name ?? '' }).id,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: recurring.meter ?? null,
          trial_period_days: null,
          usage_type: recurring.usage_type ?? 'licensed',
        }
      : null,
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount,
    unit_amount_decimal: null,
  };
  world.prices.set(price.id, price);
  return price;
}

function updatePrice(world: World, params: ParamTypes['PriceUpdate'], id: string): Stripe.Price {
  const price = world.price(id);
  const { active, lookup_key, metadata, nickname, transfer_lookup_key } = params;
  if (lookup_key !== undefined && lookup_key !== price.lookup_key)
    claimLookupKey(world, lookup_key, transfer_lookup_key);
  return Object.assign(price, {
    active: active ?? price.active,
    lookup_key: lookup_key ?? price.lookup_key,
    nickname: nickname ?? price.nickname,
    metadata: mergeMetadata(price.metadata, metadata),
  });
}

function listPrices(world: World, params: ParamTypes['PriceList']) {
  const { active, currency, lookup_keys, product, type } = params;
  const found = [...world.prices.values()].filter(
    (price) =>
      (active === undefined || price.active === active) &&
      (currency === undefined || price.currency === currency) &&
      (product === undefined || price.product === product) &&
      (type === undefined || price.type === type) &&
      (lookup_keys === undefined || lookup_keys.some((key) => key === price.lookup_key)),
  );
  return page('/v1/prices', found, params);
}

/** The product's own: a meter of event days and their price. Returns their ids. */
export function makeCatalogue(world: World, lookupKey: string): { meter: string; price: string } {
  const meter = createMeter(world, {
    display_name: 'Event days',
    event_name: 'event_day',
    default_aggregation: { formula: 'sum' },
  });
  const price = createPrice(world, {
    currency: 'usd',
    unit_amount: 300,
    lookup_key: lookupKey,
    product_data: { name: 'Event day' },
    recurring: { interval: 'month', usage_type: 'metered', meter: meter.id },
  });
  return { meter: meter.id, price: price.id };
}

export const catalogueRoutes = [
  route('POST', '/v1/billing/meters', 'MeterCreate', createMeter),
  route('GET', '/v1/billing/meters', 'MeterList', (world, params) => {
    const { status } = params;
    const found = [...world.meters.values()].filter((meter) => status === undefined || meter.status === status);
    return page('/v1/billing/meters', found, params);
  }),
  route('GET', '/v1/billing/meters/:id', 'Expand', (world, _params, id) => world.meter(id)),
  route('POST', '/v1/products', 'ProductCreate', createProduct),
  route('GET', '/v1/products', 'ProductList', (world, params) => page('/v1/products', world.products.values(), params)),
  route('POST', '/v1/prices', 'PriceCreate', createPrice),
  route('GET', '/v1/prices', 'PriceList', listPrices),
  route('GET', '/v1/prices/:id', 'Expand', (world, _params, id) => world.price(id)),
  route('POST', '/v1/prices/:id', 'PriceUpdate', updatePrice),
];
