import type Stripe from 'stripe';
import * as z from 'zod';
import {
  METER_CUSTOMER_KEY,
  METER_EVENT_NAME,
  METER_VALUE_KEY,
  USAGE_ERROR_EVENT,
  WEBHOOK_EVENTS,
} from '../../../src/billing/catalogue';
import type { Destination, Endpoint, Meter, Price } from './objects';
import { flag, integer, limit, paramsOf, text } from './params';
import { invalid } from './refusal';
import { route } from './route';
import { API_VERSION, page, type World } from './world';

const MeterParams = paramsOf<Stripe.Billing.MeterCreateParams>()({
  display_name: text,
  event_name: text,
  default_aggregation: z.strictObject({ formula: z.literal('sum') }),
  customer_mapping: z.strictObject({ type: z.literal('by_id'), event_payload_key: text }),
  value_settings: z.strictObject({ event_payload_key: text }),
});

function createMeter(world: World, params: z.infer<typeof MeterParams>): Meter {
  const { event_name, default_aggregation, customer_mapping, value_settings } = params;
  if ([...world.meters.values()].some((meter) => meter.event_name === event_name)) {
    throw invalid(`A meter already exists with the event_name ${event_name}.`, { param: 'event_name' });
  }
  const meter: Meter = {
    id: world.id('mtr'),
    object: 'billing.meter',
    customer_mapping,
    default_aggregation,
    event_name,
    status: 'active',
    value_settings,
  };
  world.meters.set(meter.id, meter);
  return meter;
}

/** Stripe's prices may be many things; this product's is metered. */
const PriceParams = paramsOf<Stripe.PriceCreateParams>()({
  currency: z.literal('usd'),
  unit_amount: integer,
  lookup_key: text,
  product_data: z.strictObject({ name: text }),
  recurring: z.strictObject({ interval: z.literal('month'), usage_type: z.literal('metered'), meter: text }),
});

function createPrice(world: World, params: z.infer<typeof PriceParams>): Price {
  const { currency, lookup_key, recurring, unit_amount } = params;
  world.found('meter', world.meters, recurring.meter, 'recurring[meter]');
  if ([...world.prices.values()].some((price) => price.lookup_key === lookup_key)) {
    throw invalid('Another price already uses that lookup key.', { code: 'resource_already_exists' });
  }
  const price: Price = {
    id: world.id('price'),
    object: 'price',
    active: true,
    currency,
    lookup_key,
    recurring: { ...recurring, interval_count: 1 },
    unit_amount,
  };
  world.prices.set(price.id, price);
  return price;
}

/** The product's own: a meter of event days and their price. */
export function makeCatalogue(world: World, lookupKey: string): void {
  const { id: meter } = createMeter(world, {
    display_name: 'Event days',
    event_name: METER_EVENT_NAME,
    default_aggregation: { formula: 'sum' },
    customer_mapping: { type: 'by_id', event_payload_key: METER_CUSTOMER_KEY },
    value_settings: { event_payload_key: METER_VALUE_KEY },
  });
  createPrice(world, {
    currency: 'usd',
    unit_amount: 300,
    lookup_key: lookupKey,
    product_data: { name: 'Event day' },
    recurring: { interval: 'month', usage_type: 'metered', meter },
  });
}

const EndpointParams = paramsOf<Stripe.WebhookEndpointCreateParams>()({
  url: z.url(),
  enabled_events: z.array(z.enum(WEBHOOK_EVENTS)),
  api_version: z.literal(API_VERSION),
  description: text,
});

function createEndpoint(world: World, params: z.infer<typeof EndpointParams>) {
  const { api_version, enabled_events, url } = params;
  const id = world.id('we');
  const endpoint: Endpoint = { id, object: 'webhook_endpoint', api_version, enabled_events, status: 'enabled', url };
  world.endpoints.set(id, endpoint);
  // Its secret is told once, when it is made.
  return { ...endpoint, secret: world.id('whsec') };
}

const DestinationParams = paramsOf<Stripe.V2.Core.EventDestinationCreateParams>()({
  name: text,
  type: z.literal('webhook_endpoint'),
  event_payload: z.literal('thin'),
  enabled_events: z.array(z.literal(USAGE_ERROR_EVENT)),
  webhook_endpoint: z.strictObject({ url: z.url() }),
  include: z.array(z.literal('webhook_endpoint.signing_secret')).optional(),
});

/** Where thin events go. Address and secret are only told where they are asked for. */
function createDestination(world: World, params: z.infer<typeof DestinationParams>) {
  const { enabled_events, event_payload, include, name, type, webhook_endpoint } = params;
  const id = world.id('ed');
  const destination: Destination = {
    id,
    object: 'v2.core.event_destination',
    enabled_events,
    event_payload,
    name,
    status: 'enabled',
    type,
    webhook_endpoint,
  };
  world.destinations.set(id, destination);
  if (!include) return destination;
  return { ...destination, webhook_endpoint: { ...webhook_endpoint, signing_secret: world.id('whsec') } };
}

const MeterListParams = paramsOf<Stripe.Billing.MeterListParams>()({ status: z.literal('active'), limit });
const PriceListParams = paramsOf<Stripe.PriceListParams>()({
  active: flag.optional(),
  lookup_keys: z.tuple([text]),
  limit,
});
const DestinationListParams = paramsOf<Stripe.V2.Core.EventDestinationListParams>()({
  include: z.tuple([z.literal('webhook_endpoint.url')]).optional(),
});

export const catalogueRoutes = [
  route('POST', '/v1/billing/meters', MeterParams, createMeter),
  route('GET', '/v1/billing/meters', MeterListParams, (world, params) => page(world.meters.values(), params)),
  route('POST', '/v1/prices', PriceParams, createPrice),
  route('GET', '/v1/prices', PriceListParams, (world, params) => {
    const { active, lookup_keys: keys } = params;
    const found = [...world.prices.values()].filter(
      (price) => price.lookup_key === keys[0] && (active === undefined || price.active === active),
    );
    return page(found, params);
  }),
  route('POST', '/v1/webhook_endpoints', EndpointParams, createEndpoint),
  route('GET', '/v1/webhook_endpoints', z.strictObject({ limit }), (world, params) =>
    page(world.endpoints.values(), params),
  ),
  route('POST', '/v2/core/event_destinations', DestinationParams, createDestination),
  route('GET', '/v2/core/event_destinations', DestinationListParams, ({ destinations }, { include }) => {
    const data = [...destinations.values()].map(({ webhook_endpoint, ...rest }) =>
      include ? { ...rest, webhook_endpoint } : rest,
    );
    return { data, next_page_url: null, previous_page_url: null };
  }),
];
