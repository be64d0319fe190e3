import type Stripe from 'stripe';
import { mergeMetadata } from './answers';
import { checkCountry } from './customers';
import type { ParamTypes } from './param-types';
import { attach } from './payment-methods';
import { empty, invalid, Refusal } from './refusal';
import { route } from './router';
import { declined, newMethod, testCard } from './test-cards';
import type { World } from './world';

function create(world: World, params: ParamTypes['SetupIntentCreate']): Stripe.SetupIntent {
  const { customer } = params;
  if (customer !== undefined) world.customer(customer, 'customer');
  const id = world.id('seti');
  const types = params.allowed_payment_method_types ?? null;
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${world.id('s').slice(2)}`,
    created: world.clock.seconds,
    customer: customer ?? null,
    customer_account: null,
    description: params.description ?? null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: mergeMetadata({}, params.metadata),
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: types ?? ['card', 'link'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: params.usage ?? 'off_session',
  };
  world.setupIntents.set(id, intent);
  return intent;
}

function succeed(world: World, intent: Stripe.SetupIntent, methodId: string): void {
  const { method } = world.card(methodId);
  if (typeof intent.customer === 'string') attach(world, method, world.customer(intent.customer, 'customer'));
  world.change('setup_intent.succeeded', intent, {
    status: 'succeeded',
    payment_method: methodId,
    next_action: null,
    last_setup_error: null,
  });
}

function fail(world: World, intent: Stripe.SetupIntent, refusal: Refusal): never {
  const { body, status } = refusal;
  const last: Stripe.SetupIntent.LastSetupError = {
    type: body.type,
    message: body.message,
    ...(body.code === undefined ? {} : { code: body.code }),
    ...(body.decline_code === undefined ? {} : { decline_code: body.decline_code }),
  };
  const change = { status: 'requires_payment_method', payment_method: null, next_action: null, last_setup_error: last };
  world.change('setup_intent.setup_failed', intent, change);
  throw new Refusal(status, { ...body, setup_intent: structuredClone(intent) });
}

type Details = ParamTypes['SetupIntentConfirm']['payment_method_data']['billing_details'];

/** There is nothing yet that an empty text could unset. */
function checkDetails(details: Details): void {
  const given = { ...details, address: typeof details?.address === 'object' ? details.address : null };
  const param = 'payment_method_data[billing_details]';
  for (const [key, value] of Object.entries(given)) if (value === '') throw empty(`${param}[${key}]`);
  for (const [key, value] of Object.entries(given.address ?? {}))
    if (value === '') throw empty(`${param}[address][${key}]`);
  checkCountry(given.address?.country, `${param}[address][country]`);
}

/** Confirms as Stripe.js does. @throws {Refusal} the card is not taken */
export function confirm(
  world: World,
  intent: Stripe.SetupIntent,
  number: string,
  details: Details = {},
): Stripe.SetupIntent {
  checkDetails(details);
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    const { status } = intent;
    throw new Refusal(400, {
      type: 'invalid_request_error',
      code: 'setup_intent_unexpected_state',
      message: `You cannot confirm this SetupIntent because it has already ${status === 'canceled' ? 'been canceled' : status}.`,
      setup_intent: structuredClone(intent),
    });
  }
  if (typeof intent.customer === 'string') world.customer(intent.customer, 'customer');
  let card;
  try {
    card = testCard(number);
  } catch (error) {
    if (error instanceof Refusal) fail(world, intent, error);
    throw error;
  }
  if (card.setup !== null && card.setup !== '3ds') fail(world, intent, declined(card.setup));
  const method = newMethod(world, card, details);
  if (card.setup === null) {
    succeed(world, intent, method.id);
  } else {
    const next_action = { type: 'use_stripe_sdk', use_stripe_sdk: {} };
    world.change('setup_intent.requires_action', intent, {
      status: 'requires_action',
      payment_method: method.id,
      next_action,
    });
  }
  return intent;
}

/** The card's owner has answered their bank (3-D Secure), or has not. */
export function authenticate(
  world: World,
  intent: Stripe.SetupIntent,
  outcome: 'complete' | 'fail',
): Stripe.SetupIntent {
  const { payment_method: method, status } = intent;
  if (status !== 'requires_action' || typeof method !== 'string') {
    throw invalid('This SetupIntent waits for no authentication.', { code: 'setup_intent_unexpected_state' });
  }
  if (outcome === 'complete') {
    succeed(world, intent, method);
    return intent;
  }
  return fail(
    world,
    intent,
    invalid(
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      { code: 'setup_intent_authentication_failure' },
    ),
  );
}

function checkSecret(intent: Stripe.SetupIntent, secret: string): void {
  if (intent.client_secret === secret) return;
  throw invalid(`The client_secret provided does not match any associated SetupIntent on this account.`, {
    code: 'setup_intent_invalid_parameter',
    param: 'client_secret',
  });
}

export const setupIntentRoutes = [
  route('POST', '/v1/setup_intents', 'SetupIntentCreate', create),
  route('GET', '/v1/setup_intents/:id', 'SetupIntentRead', (world, params, id) => {
    const intent = world.setupIntent(id);
    if (params.key !== undefined) checkSecret(intent, params.client_secret ?? '');
    return intent;
  }),
];

/** What the browser may call with the publishable key and the intent's secret. */
export const browserRoutes = [
  route('POST', '/v1/setup_intents/:id/confirm', 'SetupIntentConfirm', (world, params, id) => {
    const intent = world.setupIntent(id);
    checkSecret(intent, params.client_secret);
    const { card, billing_details } = params.payment_method_data;
    return confirm(world, intent, card.number, billing_details);
  }),
  route('POST', '/v1/setup_intents/:id/authenticate', 'SetupIntentAuthenticate', (world, params, id) => {
    const intent = world.setupIntent(id);
    checkSecret(intent, params.client_secret);
    return authenticate(world, intent, params.outcome);
  }),
];
