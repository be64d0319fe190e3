import type Stripe from 'stripe';
import * as z from 'zod';
import { clearable, invalid, limit, metadata as anyMetadata, NONE, noSuch, paramsOf, route, text } from './api';
import { detach } from './cards';
import type { Customer, DeletedCustomer, TaxId } from './objects';
import { endSubscription, page, type World } from './world';

const CreateParams = paramsOf<Stripe.CustomerCreateParams>()({
  email: text.optional(),
  metadata: anyMetadata.optional(),
});

function checkEmail(email: string | undefined): void {
  if (email && !/^\S+@\S+\.\S+$/.test(email)) {
    throw invalid(`Invalid email address: ${email}`, { code: 'email_invalid', param: 'email' });
  }
}

function create(world: World, { email, metadata = {} }: z.infer<typeof CreateParams>): Customer {
  checkEmail(email);
  const customer: Customer = {
    id: world.id('cus'),
    object: 'customer',
    created: world.clock.seconds,
    email: email ?? null,
    name: null,
    address: null,
    metadata,
    invoice_settings: { default_payment_method: null },
  };
  world.customers.set(customer.id, customer);
  return customer;
}

const UpdateParams = paramsOf<Stripe.CustomerUpdateParams>()({
  email: text.optional(),
  name: clearable.optional(),
  address: z
    .strictObject({
      line1: clearable,
      city: clearable,
      postal_code: clearable,
      country: z.stringFormat('country', /^([A-Z]{2})?$/),
    })
    .optional(),
  invoice_settings: z.strictObject({ default_payment_method: text }).optional(),
});

/** Forms send null as an empty text. */
const orNull = (given: string): string | null => given || null;

function update(world: World, params: z.infer<typeof UpdateParams>, id: string): Customer {
  const customer = world.customer(id);
  const { address, email, invoice_settings, name } = params;
  checkEmail(email);
  const method = invoice_settings?.default_payment_method;
  if (method && world.cards.get(method)?.method.customer !== id) {
    throw invalid(`The customer does not have a payment method with the ID ${method}.`, {
      code: 'resource_missing',
      param: 'invoice_settings[default_payment_method]',
    });
  }
  return Object.assign(customer, {
    ...(address && { address: Object.fromEntries(Object.entries(address).map(([key, it]) => [key, orNull(it)])) }),
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name: orNull(name) }),
    ...(invoice_settings && { invoice_settings }),
  });
}

/** Deletes a customer with its cards, subscriptions and tax ids. Only the fact of the deletion remains. */
export function deleteCustomer(world: World, id: string): DeletedCustomer {
  const customer = world.customer(id);
  for (const subscription of world.subscriptionsOf(id)) {
    if (subscription.ended_at === null) endSubscription(world, subscription);
  }
  for (const { method } of world.cards.values()) if (method.customer === id) detach(world, method);
  for (const taxId of taxIdsOf(world, id)) world.taxIds.delete(taxId.id);
  const gone: DeletedCustomer = { id, object: 'customer', deleted: true };
  world.customers.set(id, gone);
  world.emit('customer.deleted', customer);
  return gone;
}

/** A search lags by a minute: it does not find newer objects. */
const SEARCH_LAG_S = 60;

const SearchParams = paramsOf<Stripe.CustomerSearchParams>()({ query: text });

function search(world: World, { query }: z.infer<typeof SearchParams>) {
  const { key, value } = /^metadata\[["'](?<key>[^"']+)["']\]:["'](?<value>[^"']*)["']$/.exec(query)?.groups ?? {};
  if (key === undefined) throw invalid(`We were unable to parse your search query: ${query}`, { param: 'query' });
  const living = [...world.customers.values()].flatMap((customer) => (customer.deleted ? [] : [customer]));
  const indexedUntil = world.clock.seconds - SEARCH_LAG_S;
  const found = living.filter(({ created, metadata }) => created <= indexedUntil && metadata[key] === value);
  return { ...page(found, {}), object: 'search_result', next_page: null };
}

/** As in Stripe's table of tax ids (docs.stripe.com/billing/customer/tax-ids). */
const EU_VAT = /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z]{8,12}$/;

const taxIdsOf = (world: World, customer: string): TaxId[] =>
  [...world.taxIds.values()].filter((taxId) => taxId.customer === customer);

const TaxIdParams = paramsOf<Stripe.CustomerCreateTaxIdParams>()({ type: z.literal('eu_vat'), value: text });

function createTaxId(world: World, { type, value }: z.infer<typeof TaxIdParams>, customer: string): TaxId {
  world.customer(customer);
  if (!EU_VAT.test(value)) throw invalid(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  if (taxIdsOf(world, customer).some((taxId) => taxId.value === value)) {
    throw invalid(`The customer already has a tax ID of type ${type} with the value ${value}.`, { param: 'value' });
  }
  const taxId: TaxId = { id: world.id('txi'), object: 'tax_id', customer, type, value };
  world.taxIds.set(taxId.id, taxId);
  return taxId;
}

export const customerRoutes = [
  route('POST', '/v1/customers', CreateParams, create),
  route('GET', '/v1/customers/search', SearchParams, search),
  route('GET', '/v1/customers/:id', NONE, (world, _params, id) => world.found('customer', world.customers, id)),
  route('POST', '/v1/customers/:id', UpdateParams, update),
  route('DELETE', '/v1/customers/:id', NONE, (world, _params, id) => deleteCustomer(world, id)),
  route('POST', '/v1/customers/:id/tax_ids', TaxIdParams, createTaxId),
  route('GET', '/v1/customers/:id/tax_ids', z.strictObject({ limit }), (world, params, customer) => {
    world.customer(customer);
    return page(taxIdsOf(world, customer), params);
  }),
  route('DELETE', '/v1/customers/:customer/tax_ids/:id', NONE, (world, _params, customer, id) => {
    world.customer(customer);
    if (world.taxIds.get(id)?.customer !== customer) throw noSuch('tax_id', id);
    world.taxIds.delete(id);
    return { id, object: 'tax_id', deleted: true };
  }),
];
