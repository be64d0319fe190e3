import { BILLING_MAX_LENGTHS } from '../accounts/limits';
import { type BillingDetails, NO_BILLING_DETAILS } from '../schemas/billing-details';
import type { NewBillingDetails } from '../schemas/inputs';
import { type Message, message } from '../messages/message';
import { UNUSABLE } from '../visible-text';
import { type Checked, invalid, type Unchecked, valid } from './checked';

export type BillingField = keyof typeof BILLING_MAX_LENGTHS;

/** The fields in the order in which they are checked, with their names. */
const NAMES: Record<BillingField, string> = {
  billing_first_name: 'First name',
  billing_last_name: 'Last name',
  billing_business_name: 'Business name',
  billing_address_line1: 'Address',
  billing_address_city: 'City',
  billing_address_postcode: 'Postcode',
  billing_tax_id: 'Tax ID',
};

const isTextField = (field: string): field is BillingField => Object.hasOwn(NAMES, field);
const TEXT_FIELDS = Object.keys(NAMES).filter(isTextField);

export const billingTexts = {
  // The exact text that docs/product.md requires (B5).
  country_missing: () => 'Please select a country to continue.',
  billing_text_wrong: (field: BillingField) => `${NAMES[field]} must be text.`,
  billing_text_too_long: (field: BillingField, max: number) =>
    `${NAMES[field]} must be at most ${max} characters long.`,
  billing_text_unusable: (field: BillingField) => `${NAMES[field]} contains characters that cannot be used.`,
};

export const NO_COUNTRY: Message = message(billingTexts, 'country_missing');

/** Checks one field; the value is '' if the field is missing. */
function checkText(given: unknown, field: BillingField): Checked<string> {
  if (given === undefined || given === null) return valid('');
  if (typeof given !== 'string') return invalid(message(billingTexts, 'billing_text_wrong', field));
  const trimmed = given.trim();
  const max = BILLING_MAX_LENGTHS[field];
  if (Array.from(trimmed).length > max) return invalid(message(billingTexts, 'billing_text_too_long', field, max));
  return UNUSABLE.test(trimmed) ? invalid(message(billingTexts, 'billing_text_unusable', field)) : valid(trimmed);
}

/**
 * Checks billing details. The country is required, everything else is optional (docs/product.md, B5). It does not check
 * whether the country exists.
 */
export function checkBillingDetails(given: Unchecked<NewBillingDetails>): Checked<BillingDetails> {
  const country = typeof given.billing_address_country === 'string' ? given.billing_address_country.trim() : '';
  if (country === '') return invalid(NO_COUNTRY);
  const details = { ...NO_BILLING_DETAILS, billing_address_country: country };
  for (const field of TEXT_FIELDS) {
    const text = checkText(given[field], field);
    if (!text.ok) return text;
    details[field] = text.value;
  }
  return valid(details);
}
