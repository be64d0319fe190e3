import type Stripe from 'stripe';
import * as z from 'zod';
import {
  METER_CUSTOMER_KEY,
  METER_EVENT_NAME,
  METER_VALUE_KEY,
  USAGE_ERROR_EVENT,
  WEBHOOK_EVENTS,
} from '../../../src/billing/catalog';
import { flag, integer, limit, paramsOf, route, text } from './api';
import type { Destination, Endpoint, Meter, Price } from './objects';
import { API_VERSION, page, type World } from './world';

const keep = <T extends { id: string }>(table: Map<string, T>, made: T): T => {
  table.set(made.id, made);
  return made;
};

const MeterParams = paramsOf<Stripe.Billing.MeterCreateParams>()({
  display_name: text,
  event_name: text,
  default_aggregation: z.strictObject({ formula: z.literal('sum') }),
  customer_mapping: z.strictObject({ type: z.literal('by_id'), event_payload_key: text }),
  value_settings: z.strictObject({ event_payload_key: text }),
});
const createMeter = (world: World, params: z.infer<typeof MeterParams>): Meter =>
  keep(world.meters, { ...params, id: world.id('mtr'), status: 'active' });

/** Stripe supports many kinds of prices; this product's is metered. */
const PriceParams = paramsOf<Stripe.PriceCreateParams>()({
  currency: z.literal('usd'),
  unit_amount: integer,
  lookup_key: text,
  product_data: z.strictObject({ name: text }),
  recurring: z.strictObject({ interval: z.literal('month'), usage_type: z.literal('metered'), meter: text }),
});
function createPrice(world: World, { product_data: _new, ...params }: z.infer<typeof PriceParams>): Price {
  const recurring = { ...params.recurring, interval_count: 1 };
  world.found('meter', world.meters, recurring.meter, 'recurring[meter]');
  return keep(world.prices, { ...params, id: world.id('price'), active: true, recurring });
}

/** Creates the product's own catalog: a meter of event days and their price. */
export function makeCatalog(world: World, lookupKey: string): void {
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
/** Creates an endpoint. Stripe returns the secret only once, at creation. */
function createEndpoint(world: World, params: z.infer<typeof EndpointParams>): Endpoint & { secret: string } {
  const endpoint = keep(world.endpoints, { ...params, id: world.id('we'), status: 'enabled' });
  return { ...endpoint, secret: world.id('whsec') };
}

const DestinationParams = paramsOf<Stripe.V2.Core.EventDestinationCreateParams>()({
  name: text,
  type: z.literal('webhook_endpoint'),
  event_payload: z.literal('thin'),
  enabled_events: z.array(z.literal(USAGE_ERROR_EVENT)),
  webhook_endpoint: z.strictObject({ url: z.url() }),
  include: z.tuple([z.literal('webhook_endpoint.signing_secret')]),
});
/** Creates the destination of thin events. Stripe returns its address and secret only to a call that asks for them. */
function createDestination(
  world: World,
  { include: _secret, ...params }: z.infer<typeof DestinationParams>,
): Destination {
  const destination = keep(world.destinations, { ...params, id: world.id('ed'), status: 'enabled' });
  return { ...destination, webhook_endpoint: { ...params.webhook_endpoint, signing_secret: world.id('whsec') } };
}

const MeterListParams = paramsOf<Stripe.Billing.MeterListParams>()({ status: z.literal('active'), limit });
const EndpointListParams = paramsOf<Stripe.WebhookEndpointListParams>()({ limit });
const PriceListParams = paramsOf<Stripe.PriceListParams>()({
  active: flag.optional(),
  lookup_keys: z.tuple([text]),
  limit,
});
const DestinationListParams = paramsOf<Stripe.V2.Core.EventDestinationListParams>()({
  include: z.tuple([z.literal('webhook_endpoint.url')]),
});

export const catalogRoutes = [
  route('POST', '/v1/billing/meters', MeterParams, createMeter),
  route('GET', '/v1/billing/meters', MeterListParams, ({ meters }, params) => page(meters.values(), params)),
  route('POST', '/v1/prices', PriceParams, createPrice),
  route('GET', '/v1/prices', PriceListParams, ({ prices }, params) => {
    const { active, lookup_keys: keys } = params;
    const found = [...prices.values()].filter(
      (price) => price.lookup_key === keys[0] && (active === undefined || price.active === active),
    );
    return page(found, params);
  }),
  route('POST', '/v1/webhook_endpoints', EndpointParams, createEndpoint),
  route('GET', '/v1/webhook_endpoints', EndpointListParams, ({ endpoints }, params) =>
    page(endpoints.values(), params),
  ),
  route('POST', '/v2/core/event_destinations', DestinationParams, createDestination),
  route('GET', '/v2/core/event_destinations', DestinationListParams, ({ destinations }) => ({
    data: [...destinations.values()],
    next_page_url: null,
  })),
];
