import { BILLING_MAX_LENGTHS } from '../limits';
import { type BillingDetails, NO_BILLING_DETAILS } from '../schemas/billing-details';
import type { NewBillingDetails } from '../schemas/inputs';
import { type Checked, invalid, type Unchecked, valid } from './checked';
import { UNUSABLE } from './names';

/** The exact text that docs/product.md requires (B5). */
export const NO_COUNTRY = 'Please select a country to continue.';

/** Each field with its name in error texts. */
const TEXT_FIELDS: readonly (readonly [field: keyof typeof BILLING_MAX_LENGTHS, label: string])[] = [
  ['billing_first_name', 'First name'],
  ['billing_last_name', 'Last name'],
  ['billing_business_name', 'Business name'],
  ['billing_address_line1', 'Address'],
  ['billing_address_city', 'City'],
  ['billing_address_postcode', 'Postcode'],
  ['billing_tax_id', 'Tax ID'],
];

/** Checks one field; the value is '' if the field is missing. */
function checkText(given: unknown, label: string, maxLength: number): Checked<string> {
  if (given === undefined || given === null) return valid('');
  if (typeof given !== 'string') return invalid(`${label} must be text.`);
  const trimmed = given.trim();
  if (Array.from(trimmed).length > maxLength) return invalid(`${label} must be at most ${maxLength} characters long.`);
  return UNUSABLE.test(trimmed) ? invalid(`${label} contains characters that cannot be used.`) : valid(trimmed);
}

/**
 * Checks billing details. The country is required, everything else is optional (docs/product.md, B5). It does not check
 * whether the country exists.
 */
export function checkBillingDetails(given: Unchecked<NewBillingDetails>): Checked<BillingDetails> {
  const country = typeof given.billing_address_country === 'string' ? given.billing_address_country.trim() : '';
  if (country === '') return invalid(NO_COUNTRY);
  const details = { ...NO_BILLING_DETAILS, billing_address_country: country };
  for (const [field, label] of TEXT_FIELDS) {
    const text = checkText(given[field], label, BILLING_MAX_LENGTHS[field]);
    if (!text.ok) return text;
    details[field] = text.value;
  }
  return valid(details);
}
