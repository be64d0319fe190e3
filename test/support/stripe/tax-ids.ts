import type Stripe from 'stripe';
import { page } from './answers';
import type { ParamTypes } from './param-types';
import { invalid, noSuch } from './refusal';
import { route } from './router';
import type { World } from './world';

/** As in Stripe's table of tax ids (docs.stripe.com/billing/customer/tax-ids); the others are taken as they are. */
const FORMATS: Partial<Record<string, RegExp>> = {
  au_abn: /^\d{11}$/,
  ca_bn: /^\d{9}$/,
  ch_vat: /^CHE-?\d{3}\.?\d{3}\.?\d{3} ?(MWST|TVA|IVA)$/,
  eu_vat: /^(AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI)[0-9A-Z]{8,12}$/,
  gb_vat: /^(GB)?(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  no_vat: /^\d{9}MVA$/,
  nz_gst: /^\d{8,9}$/,
  us_ein: /^\d{2}-\d{7}$/,
};

function create(world: World, params: ParamTypes['TaxIdCreate'], customer: string): Stripe.TaxId {
  world.customer(customer);
  const { type, value } = params;
  const own = ofCustomer(world, customer);
  if (!(FORMATS[type] ?? /./).test(value)) {
    throw invalid(`Invalid value for ${type}.`, { code: 'tax_id_invalid', param: 'value' });
  }
  if (own.some((taxId) => taxId.type === type && taxId.value === value)) {
    throw invalid(`The customer already has a tax ID of type ${type} with the value ${value}.`, { param: 'value' });
  }
  const taxId: Stripe.TaxId = {
    id: world.id('txi'),
    object: 'tax_id',
    country: type === 'eu_vat' ? value.slice(0, 2) : type.slice(0, 2).toUpperCase(),
    created: world.clock.seconds,
    customer,
    customer_account: null,
    livemode: false,
    owner: { customer, customer_account: null, type: 'customer' },
    type,
    value,
    verification: { status: 'pending', verified_address: null, verified_name: null },
  };
  world.taxIds.set(taxId.id, taxId);
  return taxId;
}

function ofCustomer(world: World, customer: string): Stripe.TaxId[] {
  return [...world.taxIds.values()].filter((taxId) => taxId.customer === customer);
}

function one(world: World, customer: string, id: string): Stripe.TaxId {
  world.customer(customer);
  const taxId = world.taxIds.get(id);
  if (taxId?.customer !== customer) throw noSuch('tax_id', id);
  return taxId;
}

export const taxIdRoutes = [
  route('POST', '/v1/customers/:id/tax_ids', 'TaxIdCreate', create),
  route('GET', '/v1/customers/:id/tax_ids', 'TaxIdList', (world, params, customer) => {
    world.customer(customer);
    return page(`/v1/customers/${customer}/tax_ids`, ofCustomer(world, customer), params);
  }),
  route('GET', '/v1/customers/:customer/tax_ids/:id', 'Expand', (world, _params, customer, id) =>
    one(world, customer, id),
  ),
  route('DELETE', '/v1/customers/:customer/tax_ids/:id', 'None', (world, _params, customer, id) => {
    world.taxIds.delete(one(world, customer, id).id);
    return { id, object: 'tax_id', deleted: true };
  }),
];
