import type { Stripe } from 'stripe';
import type { BillingDetails } from '../../shared/schemas/billing-details';
import { taxIdType } from './tax-id-types';

/** Converts billing details into Stripe's fields; '' clears a field. A business is billed under its own name. */
export function toCustomer(details: BillingDetails): Pick<Stripe.CustomerUpdateParams, 'name' | 'address'> {
  const person = [details.billing_first_name, details.billing_last_name].filter((name) => name !== '').join(' ');
  return {
    name: details.billing_business_name || person,
    address: {
      line1: details.billing_address_line1,
      city: details.billing_address_city,
      postal_code: details.billing_address_postcode,
      country: details.billing_address_country,
    },
  };
}

/** The part of a tax id that is compared: Stripe rewrites some numbers, so spaces and punctuation do not matter. */
const bareValue = (value: string): string => value.replaceAll(/[^0-9a-z]/gi, '').toUpperCase();

type KnownTaxId = Pick<Stripe.TaxId, 'id' | 'type' | 'value'>;

/** Returns which tax ids to remove and which to create, so that the customer has the given tax id and no other. */
export function taxIdChanges(details: BillingDetails, known: readonly KnownTaxId[]) {
  const value = details.billing_tax_id;
  const type = value === '' ? undefined : taxIdType(details.billing_address_country);
  const kept = known.find((taxId) => taxId.type === type && bareValue(taxId.value) === bareValue(value));
  return {
    remove: known.filter((taxId) => taxId !== kept).map((taxId) => taxId.id),
    create: type === undefined || kept ? undefined : { type, value },
  };
}
