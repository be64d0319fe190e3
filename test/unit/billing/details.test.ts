import { expect, test } from 'vitest';
import { taxIdChanges, toCustomer } from '../../../src/billing/customer-details';
import { taxIdType } from '../../../src/billing/tax-id-types';
import { NO_BILLING_DETAILS } from '../../../src/shared/schemas/billing-details';

const details = (changes: Partial<typeof NO_BILLING_DETAILS>) => ({ ...NO_BILLING_DETAILS, ...changes });

test('who is billed is the business, else the person; what is not given is cleared', () => {
  const person = { billing_first_name: 'Zoë', billing_last_name: 'O’Neill' };
  expect(toCustomer(details({ ...person, billing_business_name: 'Club' })).name).toBe('Club');
  expect(toCustomer(details(person)).name).toBe('Zoë O’Neill');
  expect(toCustomer(details({ billing_last_name: 'O’Neill' })).name).toBe('O’Neill');
  expect(toCustomer(details({ billing_address_country: 'DE' }))).toEqual({
    name: '',
    address: { line1: '', city: '', postal_code: '', country: 'DE' },
  });
});

test('the kind of tax id is that of the country; of an unknown country there is none', () => {
  const known = { DE: 'eu_vat', GR: 'eu_vat', GB: 'gb_vat', US: 'us_ein', AU: 'au_abn', CH: 'ch_vat', NO: 'no_vat' };
  const kinds = Object.keys(known).map((country) => [country, taxIdType(country)]);
  expect(Object.fromEntries(kinds)).toEqual(known);
  expect(['AQ', '', 'toString'].map(taxIdType)).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['stays when only its spaces differ', 'DE', 'de 123 456 789', [], undefined],
  ['is replaced when its number changes', 'DE', 'DE999999999', ['txi_1'], { type: 'eu_vat', value: 'DE999999999' }],
  ['is replaced when its country changes', 'GB', 'DE123456789', ['txi_1'], { type: 'gb_vat', value: 'DE123456789' }],
  ['is removed when there is none', 'DE', '', ['txi_1'], undefined],
  ['is removed when its country has no known kind', 'AQ', '1', ['txi_1'], undefined],
])('a tax id %s', (_what, country, value, remove, create) => {
  const given = details({ billing_address_country: country, billing_tax_id: value });
  const known = [{ id: 'txi_1', type: 'eu_vat' as const, value: 'DE123456789' }];
  expect(taxIdChanges(given, known)).toEqual({ remove, create });
});
