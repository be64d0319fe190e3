import type Stripe from 'stripe';
import * as z from 'zod';
import { declined, invalid, NONE, paramsOf, type Refusal, route, text } from './api';
import type { PaymentMethod, SetupIntent } from './objects';
import { type TestCard, type World } from './world';

/** The numbers of Stripe's test cards (docs.stripe.com/testing) that tests use. */
const CARDS: Record<string, TestCard> = {
  '4242424242424242': { setup: null, charge: null },
  '4000000000000002': { setup: 'generic_decline', charge: 'generic_decline' },
  '4000000000000341': { setup: null, charge: 'generic_decline' },
  '4000002500003155': { setup: '3ds', charge: null },
  '4000002760003184': { setup: '3ds', charge: 'authentication_required' },
};

/** Attaches a card to a customer. @throws {Refusal} the card belongs, or once belonged, to a customer */
function attach(world: World, method: PaymentMethod, customer: string): void {
  if (method.customer === customer) return;
  if (method.customer !== null || world.detached.has(method.id)) {
    throw invalid('This PaymentMethod was already attached to a customer, and may not be used again.', {
      code: 'payment_method_unexpected_state',
    });
  }
  method.customer = customer;
}

/** Detaches a card from its customer, also as the default payment method. It can never be attached again. */
export function detach(world: World, method: PaymentMethod): void {
  const customer = world.customer(method.customer ?? '');
  if (customer.invoice_settings.default_payment_method === method.id) {
    customer.invoice_settings.default_payment_method = null;
  }
  world.change('payment_method.detached', method, { customer: null });
  world.detached.add(method.id);
}

const AttachParams = paramsOf<Stripe.PaymentMethodAttachParams>()({ customer: text });

function attachCall(world: World, { customer }: z.infer<typeof AttachParams>, id: string): PaymentMethod {
  const { method } = world.found('PaymentMethod', world.cards, id);
  world.customer(customer, 'customer');
  attach(world, method, customer);
  return method;
}

const CreateParams = paramsOf<Stripe.SetupIntentCreateParams>()({
  allowed_payment_method_types: z.array(z.literal('card')),
  customer: text.optional(),
  usage: z.literal('off_session').optional(),
});

function create(world: World, params: z.infer<typeof CreateParams>): SetupIntent {
  const { allowed_payment_method_types: types, customer = null, usage = 'off_session' } = params;
  if (customer !== null) world.customer(customer, 'customer');
  const id = world.id('seti');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: types,
    client_secret: `${id}_secret_${world.id('s').slice(2)}`,
    customer,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    usage,
  };
  world.setupIntents.set(id, intent);
  return intent;
}

function succeed(world: World, intent: SetupIntent, method: PaymentMethod): SetupIntent {
  if (intent.customer !== null) attach(world, method, intent.customer);
  return Object.assign(intent, { status: 'succeeded', payment_method: method.id, next_action: null });
}

function fail(intent: SetupIntent, refusal: Refusal): never {
  Object.assign(intent, { status: 'requires_payment_method', payment_method: null, next_action: null });
  throw refusal;
}

/** Confirms as Stripe.js does. @throws {Refusal} the card is declined */
export function confirm(world: World, intent: SetupIntent, number: string): SetupIntent {
  if (intent.status === 'succeeded') {
    throw invalid('You cannot confirm this SetupIntent because it has already succeeded.', {
      code: 'setup_intent_unexpected_state',
    });
  }
  if (intent.customer !== null) world.customer(intent.customer, 'customer');
  const card = CARDS[number.replaceAll(/\s/g, '')];
  if (!card) return fail(intent, declined('test_mode_live_card'));
  if (card.setup === 'generic_decline') return fail(intent, declined(card.setup));
  const method: PaymentMethod = { id: world.id('pm'), object: 'payment_method', type: 'card', customer: null };
  world.cards.set(method.id, { method, card });
  if (card.setup === null) return succeed(world, intent, method);
  return Object.assign(intent, {
    status: 'requires_action',
    payment_method: method.id,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: {} },
  });
}

/** Ends the bank's question to the card's holder (3-D Secure), with success or failure. */
export function authenticate(world: World, intent: SetupIntent, outcome: 'complete' | 'fail'): SetupIntent {
  const { payment_method: id, status } = intent;
  if (status !== 'requires_action' || id === null) {
    throw invalid('This SetupIntent waits for no authentication.', { code: 'setup_intent_unexpected_state' });
  }
  if (outcome === 'complete') return succeed(world, intent, world.found('PaymentMethod', world.cards, id).method);
  const message = 'We are unable to authenticate your payment method. Please choose a different payment method.';
  return fail(intent, invalid(message, { code: 'setup_intent_authentication_failure' }));
}

/** The parameters that Stripe.js sends with the publishable key; the card itself never comes from a server. */
const BrowserParams = z.strictObject({ key: text, client_secret: text });

/** No field has a value yet that an empty text could unset. */
const BillingDetails = paramsOf<Stripe.SetupIntentConfirmParams.PaymentMethodData.BillingDetails>()({
  name: text.optional(),
  address: z.partialRecord(z.enum(['line1', 'city', 'postal_code', 'country']), text).optional(),
});

const ConfirmParams = BrowserParams.extend({
  payment_method_data: z.strictObject({
    type: z.literal('card'),
    card: z.strictObject({ number: text, exp_month: text, exp_year: text, cvc: text }),
    billing_details: BillingDetails.optional(),
  }),
});

/** Finds the intent and checks its secret. */
function ownIntent(world: World, { client_secret }: { client_secret: string }, id: string): SetupIntent {
  const intent = world.found('setupintent', world.setupIntents, id);
  if (intent.client_secret === client_secret) return intent;
  throw invalid('The client_secret provided does not match any associated SetupIntent on this account.', {
    code: 'setup_intent_invalid_parameter',
    param: 'client_secret',
  });
}

const AuthenticateParams = BrowserParams.extend({ outcome: z.enum(['complete', 'fail']) });

export const cardRoutes = [
  route('POST', '/v1/setup_intents', CreateParams, create),
  route('GET', '/v1/payment_methods/:id', NONE, (world, _params, id) => {
    return world.found('PaymentMethod', world.cards, id).method;
  }),
  route('POST', '/v1/payment_methods/:id/attach', AttachParams, attachCall),
];

/** The calls that a browser may make with the publishable key and the intent's secret. */
export const browserRoutes = [
  route('GET', '/v1/setup_intents/:id', BrowserParams, ownIntent),
  route('POST', '/v1/setup_intents/:id/confirm', ConfirmParams, (world, params, id) =>
    confirm(world, ownIntent(world, params, id), params.payment_method_data.card.number),
  ),
  route('POST', '/v1/setup_intents/:id/authenticate', AuthenticateParams, (world, params, id) =>
    authenticate(world, ownIntent(world, params, id), params.outcome),
  ),
];
