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

export const webhookEndpointRoutes = [
  route('POST', '/v1/webhook_endpoints', 'WebhookEndpointCreate', create),
  route('GET', '/v1/webhook_endpoints', 'WebhookEndpointList', (world, params) =>
    page('/v1/webhook_endpoints', world.webhookEndpoints.values(), params),
  ),
];
