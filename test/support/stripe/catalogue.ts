import type { Destination, Endpoint, Meter, Price } from './objects';
import type { ParamTypes } from './param-types';
import { invalid, missing } from './refusal';
import { route } from './route';
import { API_VERSION, page, type World } from './world';

function createMeter(world: World, params: ParamTypes['MeterCreate']): Meter {
  const { event_name, default_aggregation, customer_mapping, value_settings } = params;
  if ([...world.meters.values()].some((meter) => meter.event_name === event_name)) {
    throw invalid(`A meter already exists with the event_name ${event_name}.`, { param: 'event_name' });
  }
  const meter: Meter = {
    id: world.id('mtr'),
    object: 'billing.meter',
    customer_mapping: customer_mapping ?? { event_payload_key: 'stripe_customer_id', type: 'by_id' },
    default_aggregation,
    event_name,
    status: 'active',
    value_settings: value_settings ?? { event_payload_key: 'value' },
  };
  world.meters.set(meter.id, meter);
  return meter;
}

/** Stripe's prices may be many things; this product's is metered. */
function createPrice(world: World, params: ParamTypes['PriceCreate']): Price {
  const { currency, lookup_key = null, product_data, recurring, unit_amount } = params;
  if (product_data === undefined) throw missing('product_data');
  if (unit_amount === undefined || !Number.isInteger(unit_amount)) throw missing('unit_amount');
  if (recurring?.usage_type !== 'metered') throw invalid('This fake knows metered prices.', { status: 501 });
  if (recurring.meter === undefined) throw missing('recurring[meter]');
  world.found('meter', world.meters, recurring.meter, 'recurring[meter]');
  if (lookup_key !== null && [...world.prices.values()].some((price) => price.lookup_key === lookup_key)) {
    throw invalid('Another price already uses that lookup key.', { code: 'resource_already_exists' });
  }
  const { interval, interval_count = 1, meter, usage_type } = recurring;
  const price: Price = {
    id: world.id('price'),
    object: 'price',
    active: true,
    currency: currency.toLowerCase(),
    lookup_key,
    recurring: { interval, interval_count, meter, usage_type },
    unit_amount,
  };
  world.prices.set(price.id, price);
  return price;
}

/** The product's own: a meter of event days and their price. */
export function makeCatalogue(world: World, lookupKey: string): void {
  const { id: meter } = createMeter(world, {
    display_name: 'Event days',
    event_name: 'event_day',
    default_aggregation: { formula: 'sum' },
  });
  createPrice(world, {
    currency: 'usd',
    unit_amount: 300,
    lookup_key: lookupKey,
    product_data: { name: 'Event day' },
    recurring: { interval: 'month', usage_type: 'metered', meter },
  });
}

function createEndpoint(world: World, params: ParamTypes['EndpointCreate']) {
  const { api_version = API_VERSION, enabled_events, url } = params;
  if (!URL.canParse(url)) throw invalid('Not a valid URL', { code: 'url_invalid', param: 'url' });
  const id = world.id('we');
  const endpoint: Endpoint = { id, object: 'webhook_endpoint', api_version, enabled_events, status: 'enabled', url };
  world.endpoints.set(id, endpoint);
  // Its secret is told once, when it is made.
  return { ...endpoint, secret: world.id('whsec') };
}

/** Where thin events go. Address and secret are only told where they are asked for. */
function createDestination(world: World, params: ParamTypes['DestinationCreate']) {
  const { enabled_events, event_payload, include = [], name, type, webhook_endpoint } = params;
  const id = world.id('ed');
  const url = webhook_endpoint?.url ?? '';
  const destination: Destination = {
    id,
    object: 'v2.core.event_destination',
    enabled_events,
    event_payload,
    name,
    status: 'enabled',
    type,
    webhook_endpoint: { url },
  };
  world.destinations.set(id, destination);
  if (!include.includes('webhook_endpoint.signing_secret')) return destination;
  return { ...destination, webhook_endpoint: { url, signing_secret: world.id('whsec') } };
}

export const catalogueRoutes = [
  route('POST', '/v1/billing/meters', 'MeterCreate', createMeter),
  route('GET', '/v1/billing/meters', 'MeterList', (world, params) => {
    const { status = 'active' } = params;
    return page(
      [...world.meters.values()].filter((meter) => meter.status === status),
      params,
    );
  }),
  route('POST', '/v1/prices', 'PriceCreate', createPrice),
  route('GET', '/v1/prices', 'PriceList', (world, params) => {
    const { active, lookup_keys: keys } = params;
    const found = [...world.prices.values()].filter(
      (price) =>
        (active === undefined || price.active === active) &&
        (keys === undefined || keys.some((key) => key === price.lookup_key)),
    );
    return page(found, params);
  }),
  route('POST', '/v1/webhook_endpoints', 'EndpointCreate', createEndpoint),
  route('GET', '/v1/webhook_endpoints', 'List', (world, params) => page(world.endpoints.values(), params)),
  route('POST', '/v2/core/event_destinations', 'DestinationCreate', createDestination),
  route('GET', '/v2/core/event_destinations', 'DestinationList', ({ destinations }, { include = [] }) => {
    const isAddressTold = include.includes('webhook_endpoint.url');
    const data = [...destinations.values()].map(({ webhook_endpoint, ...rest }) =>
      isAddressTold && webhook_endpoint ? { ...rest, webhook_endpoint } : rest,
    );
    return { data, next_page_url: null, previous_page_url: null };
  }),
];
