import type Stripe from 'stripe';
import { mergeMetadata, page } from './answers';
import type { ParamTypes } from './param-types';
import { invalid } from './refusal';
import { route } from './router';
import { API_VERSION, type World } from './world';

function create(world: World, params: ParamTypes['WebhookEndpointCreate']): Stripe.WebhookEndpoint {
  if (!URL.canParse(params.url)) throw invalid('Not a valid URL', { code: 'url_invalid', param: 'url' });
  const endpoint: Stripe.WebhookEndpoint = {
    id: world.id('we'),
    object: 'webhook_endpoint',
    api_version: params.api_version ?? API_VERSION,
    application: null,
    created: world.clock.seconds,
    description: params.description || null,
    enabled_events: params.enabled_events,
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    status: 'enabled',
    url: params.url,
  };
  world.webhookEndpoints.set(endpoint.id, endpoint);
  // Its secret is told once, at its making.
  return { ...endpoint, secret: `whsec_${world.id('x').slice(2)}` };
}

/** Where thin events go. Address and secret are only told where they are asked for. */
function createDestination(world: World, params: ParamTypes['EventDestinationCreate']) {
  const { enabled_events, event_payload, include = [], name, type, webhook_endpoint } = params;
  const created = new Date(world.clock.now).toISOString();
  const destination: Stripe.V2.Core.EventDestination = {
    id: world.id('ed'),
    object: 'v2.core.event_destination',
    created,
    description: '',
    enabled_events,
    event_payload,
    livemode: false,
    name,
    status: 'enabled',
    type,
    updated: created,
    webhook_endpoint: { url: webhook_endpoint?.url ?? '' },
  };
  world.eventDestinations.set(destination.id, destination);
  const signing_secret = include.includes('webhook_endpoint.signing_secret') ? `whsec_${world.id('x').slice(2)}` : null;
  return signing_secret === null
    ? destination
    : { ...destination, webhook_endpoint: { ...destination.webhook_endpoint, signing_secret } };
}

export const webhookEndpointRoutes = [
  route('POST', '/v2/core/event_destinations', 'EventDestinationCreate', createDestination),
  route('GET', '/v2/core/event_destinations', 'EventDestinationList', ({ eventDestinations }, { include = [] }) => {
    const isAddressTold = include.includes('webhook_endpoint.url');
    const data = [...eventDestinations.values()].map(({ webhook_endpoint, ...rest }) =>
      isAddressTold && webhook_endpoint ? { ...rest, webhook_endpoint } : rest,
    );
    return { data, next_page_url: null, previous_page_url: null };
  }),
  route('POST', '/v1/webhook_endpoints', 'WebhookEndpointCreate', create),
  route('GET', '/v1/webhook_endpoints', 'WebhookEndpointList', (world, params) =>
    page('/v1/webhook_endpoints', world.webhookEndpoints.values(), params),
  ),
];
