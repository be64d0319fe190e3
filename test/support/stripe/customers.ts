import type Stripe from 'stripe';
import { mergeMetadata, page, textOrNull } from './answers';
import type { ParamTypes } from './param-types';
import { detach } from './payment-methods';
import { invalid, noSuch } from './refusal';
import { route } from './router';
import { endSubscription } from './subscription-status';
import type { World } from './world';

type AddressParam = ParamTypes['CustomerUpdate']['address'];

export function checkCountry(country: string | null | undefined, param: string): void {
  if (!country || /^[A-Z]{2}$/.test(country)) return;
  throw invalid(`Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead.`, {
    param,
  });
}

function addressOf(address: AddressParam): Stripe.Address | null {
  if (!address) return null;
  checkCountry(address.country, 'address[country]');
  return {
    city: textOrNull(address.city),
    country: textOrNull(address.country),
    line1: textOrNull(address.line1),
    line2: textOrNull(address.line2),
    postal_code: textOrNull(address.postal_code),
    state: textOrNull(address.state),
  };
}

function checkEmail(email: string | undefined): void {
  if (!email || /^\S+@\S+\.\S+$/.test(email)) return;
  throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
}

function create(world: World, params: ParamTypes['CustomerCreate']): Stripe.Customer {
  checkEmail(params.email);
  const customer: Stripe.Customer = {
    id: world.id('cus'),
    object: 'customer',
    address: addressOf(params.address),
    balance: 0,
    created: world.clock.seconds,
    currency: null,
    default_source: null,
    delinquent: false,
    description: textOrNull(params.description),
    discount: null,
    email: textOrNull(params.email),
    invoice_prefix: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: mergeMetadata({}, params.metadata),
    name: textOrNull(params.name),
    phone: textOrNull(params.phone),
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  world.customers.set(customer.id, customer);
  world.emit('customer.created', customer);
  return customer;
}

function checkDefaultMethod(world: World, customer: Stripe.Customer, id: string): void {
  const param = 'invoice_settings[default_payment_method]';
  const owner = world.cards.get(id)?.method.customer;
  if (owner === customer.id) return;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  );
}

function update(world: World, params: ParamTypes['CustomerUpdate'], id: string): Stripe.Customer {
  const customer = world.customer(id);
  checkEmail(params.email);
  const method = params.invoice_settings?.default_payment_method;
  if (method) checkDefaultMethod(world, customer, method);
  const settings = customer.invoice_settings;
  world.change('customer.updated', customer, {
    ...(params.address === undefined ? {} : { address: addressOf(params.address) }),
    ...(params.description === undefined ? {} : { description: textOrNull(params.description) }),
    ...(params.email === undefined ? {} : { email: textOrNull(params.email) }),
    ...(params.name === undefined ? {} : { name: textOrNull(params.name) }),
    ...(params.phone === undefined ? {} : { phone: textOrNull(params.phone) }),
    ...(method === undefined ? {} : { invoice_settings: { ...settings, default_payment_method: textOrNull(method) } }),
    metadata: mergeMetadata(customer.metadata, params.metadata),
  });
  return customer;
}

/** What stays of a customer is that it is gone: its cards, subscriptions and tax ids go with it. */
export function deleteCustomer(world: World, id: string): Stripe.DeletedCustomer {
  const customer = world.customer(id);
  for (const subscription of world.subscriptionsOf(id)) {
    if (subscription.ended_at === null) endSubscription(world, subscription);
  }
  for (const { method } of world.cards.values()) if (method.customer === id) detach(world, method);
  for (const taxId of world.taxIds.values()) if (taxId.customer === id) world.taxIds.delete(taxId.id);
  const gone: Stripe.DeletedCustomer = { id, object: 'customer', deleted: true };
  world.customers.set(id, gone);
  world.emit('customer.deleted', customer);
  return gone;
}

/** `metadata['key']:'value'` and `email:'value'`, joined by AND. */
function searched(query: string): (customer: Stripe.Customer) => boolean {
  const clauses = query.split(/\s+AND\s+/).map((clause) => {
    const found = /^(?:metadata\[["'](?<key>[^"']+)["']\]|(?<field>email|name)):["'](?<value>[^"']*)["']$/.exec(clause);
    if (!found?.groups) throw invalid(`We were unable to parse your search query: ${query}`, { param: 'query' });
    return found.groups;
  });
  return (customer) =>
    clauses.every(({ key, field, value }) => {
      const own = key === undefined ? (field === 'email' ? customer.email : customer.name) : customer.metadata[key];
      return own === value;
    });
}

function living(world: World): Stripe.Customer[] {
  return [...world.customers.values()].flatMap((customer) => (customer.deleted ? [] : [customer]));
}

/** Search trails behind: what is new is not in it yet. */
function search(world: World, params: ParamTypes['CustomerSearch']) {
  const isMeant = searched(params.query);
  const indexedUntil = Math.floor((world.clock.now - world.settings.searchLagMs) / 1000);
  const found = living(world).filter((customer) => customer.created <= indexedUntil && isMeant(customer));
  const { data, has_more, url } = page('/v1/customers/search', found, params);
  return { object: 'search_result', data, has_more, next_page: null, url };
}

export const customerRoutes = [
  route('POST', '/v1/customers', 'CustomerCreate', create),
  route('GET', '/v1/customers', 'CustomerList', (world, params) => {
    const { email } = params;
    const found = living(world).filter((customer) => email === undefined || customer.email === email);
    return page('/v1/customers', found, params);
  }),
  route('GET', '/v1/customers/search', 'CustomerSearch', search),
  route('GET', '/v1/customers/:id', 'Expand', (world, _params, id) => {
    const customer = world.customers.get(id);
    if (!customer) throw noSuch('customer', id);
    return customer;
  }),
  route('POST', '/v1/customers/:id', 'CustomerUpdate', update),
  route('DELETE', '/v1/customers/:id', 'None', (world, _params, id) => deleteCustomer(world, id)),
];
