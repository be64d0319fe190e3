import { expect, test } from 'vitest';
import { checkBillingDetails } from '../../../../src/shared/rules/billing-details';
import { NO_BILLING_DETAILS } from '../../../../src/shared/schemas/billing-details';

const ALL = {
  billing_first_name: 'Ada',
  billing_last_name: 'Lovelace',
  billing_business_name: 'Analytical Engines Ltd',
  billing_address_line1: '12 St James’s Square',
  billing_address_city: 'London',
  billing_address_postcode: 'SW1Y 4LB',
  billing_address_country: 'GB',
  billing_tax_id: 'GB123456789',
};
const COUNTRY_ONLY = { ...NO_BILLING_DETAILS, billing_address_country: 'GB' };

test('all eight fields, trimmed', () => {
  expect(checkBillingDetails(ALL)).toEqual({ ok: true, value: ALL });
  const spaced = Object.fromEntries(Object.entries(ALL).map(([field, value]) => [field, `  ${value}\t`]));
  expect(checkBillingDetails(spaced)).toEqual({ ok: true, value: ALL });
});

test('everything but the country is optional; other fields are left out', () => {
  const given = { billing_address_country: 'GB', billing_tax_id: null, billing_address_city: '  ', role: 'admin' };
  expect(checkBillingDetails(given)).toEqual({ ok: true, value: COUNTRY_ONLY });
});

test.each([undefined, null, '', '   ', 5, ['GB'], {}])('%j is no country', (billing_address_country) => {
  expect(checkBillingDetails({ ...ALL, billing_address_country })).toEqual({
    ok: false,
    error: 'Please select a country to continue.',
  });
});

test.each([
  ['billing_first_name', 'First name', 100],
  ['billing_last_name', 'Last name', 100],
  ['billing_business_name', 'Business name', 150],
  ['billing_address_line1', 'Address', 200],
  ['billing_address_city', 'City', 100],
  ['billing_address_postcode', 'Postcode', 20],
  ['billing_tax_id', 'Tax ID', 50],
] as const)('%s is text of limited length', (field, label, maxLength) => {
  const check = (value: unknown) => checkBillingDetails({ ...ALL, [field]: value });
  const longest = '🎉'.repeat(maxLength);
  expect(check(` ${longest} `)).toEqual({ ok: true, value: { ...ALL, [field]: longest } });
  expect(check(`${longest}x`)).toEqual({
    ok: false,
    error: `${label} must be at most ${maxLength} characters long.`,
  });
  for (const value of [5, true, {}, ['x']])
    expect(check(value)).toEqual({ ok: false, error: `${label} must be text.` });
  for (const value of ['a\u0000b', 'a\nb', 'a\ud800b'])
    expect(check(value)).toEqual({ ok: false, error: `${label} contains characters that cannot be used.` });
});
