import type Stripe from 'stripe';
import { page } from './answers';
import type { ParamTypes } from './param-types';
import { invalid } from './refusal';
import { route } from './router';
import { declined } from './test-cards';
import type { World } from './world';

/** Gives a card to a customer. @throws {Refusal} it is another's, or the card is declined */
export function attach(world: World, method: Stripe.PaymentMethod, customer: Stripe.Customer): void {
  if (method.customer === customer.id) return;
  if (method.customer !== null) {
    throw invalid('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    });
  }
  method.customer = customer.id;
  world.emit('payment_method.attached', method);
}

/** Takes a card from its customer, wherever it was the default; it can never be attached again. */
export function detach(world: World, method: Stripe.PaymentMethod): void {
  const id = typeof method.customer === 'string' ? method.customer : null;
  if (id === null) {
    throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.', {
      code: 'payment_method_unexpected_state',
    });
  }
  const customer = world.customers.get(id);
  if (customer && !customer.deleted && customer.invoice_settings.default_payment_method === method.id) {
    world.change('customer.updated', customer, {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    });
  }
  for (const subscription of world.subscriptionsOf(id)) {
    if (subscription.default_payment_method !== method.id) continue;
    world.change('customer.subscription.updated', subscription, { default_payment_method: null });
  }
  world.change('payment_method.detached', method, { customer: null });
  world.detached.add(method.id);
}

function attachCall(world: World, params: ParamTypes['PaymentMethodAttach'], id: string): Stripe.PaymentMethod {
  const { method, card } = world.card(id);
  const { customer } = params;
  if (customer === undefined) {
    throw invalid('Missing required param: customer.', { code: 'parameter_missing', param: 'customer' });
  }
  if (world.detached.has(id)) {
    throw invalid(
      'This PaymentMethod was previously used without being attached to a Customer or was detached from a Customer, and ' +
        'may not be used again.',
      { code: 'payment_method_unexpected_state' },
    );
  }
  const owner = world.customer(customer, 'customer');
  if (card.setup !== null && card.setup !== '3ds') throw declined(card.setup, { payment_method: method });
  attach(world, method, owner);
  return method;
}

export const paymentMethodRoutes = [
  route('GET', '/v1/payment_methods', 'PaymentMethodList', (world, params) => {
    const { customer, type } = params;
    if (customer !== undefined) world.customer(customer, 'customer');
    const methods = [...world.cards.values()].map(({ method }) => method);
    const found = methods.filter(
      (method) => method.customer !== null && method.customer === customer && (type ?? 'card') === method.type,
    );
    return page('/v1/payment_methods', found, params);
  }),
  route('GET', '/v1/payment_methods/:id', 'Expand', (world, _params, id) => world.card(id).method),
  route('POST', '/v1/payment_methods/:id/attach', 'PaymentMethodAttach', attachCall),
  route('POST', '/v1/payment_methods/:id/detach', 'Expand', (world, _params, id) => {
    const { method } = world.card(id);
    detach(world, method);
    return method;
  }),
];
