import { Stripe } from 'stripe';
import { USAGE_ERROR_EVENT, WEBHOOK_EVENTS, WEBHOOK_PATH } from '../../src/billing/catalog.ts';
import { Difference } from './difference.mjs';

/** @param {readonly string[]} events */
const listed = (events) => events.toSorted().join(', ');

/**
 * Finds or creates the two endpoints to which Stripe sends its events: one gets customers' events as whole objects, the
 * other the meter's errors as thin events. It yields each at once, so that the secret of the first is not lost if the
 * second fails.
 * @param {Stripe} stripe
 * @param {string} origin
 */
export async function* findOrCreateDestinations(stripe, origin) {
  const url = `${origin}${WEBHOOK_PATH}`;
  yield await findOrCreateEndpoint(stripe, url);
  yield await findOrCreateThin(stripe, url);
}

/**
 * @param {Stripe} stripe
 * @param {string} url
 */
async function findOrCreateEndpoint(stripe, url) {
  for await (const endpoint of stripe.webhookEndpoints.list({ limit: 100 })) {
    if (endpoint.url !== url) continue;
    const difference = Difference.of(`The webhook endpoint ${endpoint.id}`, {
      status: [endpoint.status, 'enabled'],
      'API version': [endpoint.api_version, Stripe.API_VERSION],
      events: [listed(endpoint.enabled_events), listed(WEBHOOK_EVENTS)],
    });
    if (difference) throw difference;
    return { id: endpoint.id, isNew: false, secret: undefined };
  }
  const { id, secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: [...WEBHOOK_EVENTS],
    api_version: Stripe.API_VERSION,
    description: 'Headroom',
  });
  return { id, isNew: true, secret };
}

/**
 * @param {Stripe} stripe
 * @param {string} url
 */
async function findOrCreateThin(stripe, url) {
  const known = stripe.v2.core.eventDestinations.list({ include: ['webhook_endpoint.url'] });
  for await (const destination of known) {
    // The list also contains the endpoints that get whole events.
    if (destination.webhook_endpoint?.url !== url || destination.event_payload !== 'thin') continue;
    const difference = Difference.of(`The event destination ${destination.id}`, {
      status: [destination.status, 'enabled'],
      events: [listed(destination.enabled_events), USAGE_ERROR_EVENT],
    });
    if (difference) throw difference;
    return { id: destination.id, isNew: false, secret: undefined };
  }
  const { id, webhook_endpoint } = await stripe.v2.core.eventDestinations.create({
    name: 'Headroom usage errors',
    type: 'webhook_endpoint',
    event_payload: 'thin',
    enabled_events: [USAGE_ERROR_EVENT],
    webhook_endpoint: { url },
    include: ['webhook_endpoint.signing_secret'],
  });
  return { id, isNew: true, secret: webhook_endpoint?.signing_secret };
}
