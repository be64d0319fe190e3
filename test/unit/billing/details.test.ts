import { describe, expect, test } from 'vitest';
import { taxIdChanges, toCustomer } from '../../../src/billing/customer-details';
import { taxIdType } from '../../../src/billing/tax-id-types';
import { NO_BILLING_DETAILS } from '../../../src/shared/schemas/billing-details';

const details = (changes: Partial<typeof NO_BILLING_DETAILS>) => ({ ...NO_BILLING_DETAILS, ...changes });

describe('who is billed', () => {
  test('is the business, else the person; what is not given is cleared', () => {
    const person = { billing_first_name: 'Zoë', billing_last_name: 'O’Neill' };
    expect(toCustomer(details({ ...person, billing_business_name: 'Club' })).name).toBe('Club');
    expect(toCustomer(details(person)).name).toBe('Zoë O’Neill');
    expect(toCustomer(details({ billing_last_name: 'O’Neill' })).name).toBe('O’Neill');
    expect(toCustomer(details({ billing_address_country: 'DE' }))).toEqual({
      name: '',
      address: { line1: '', city: '', postal_code: '', country: 'DE' },
    });
  });
});

describe('the kind of tax id', () => {
  test.each([
    ['DE', 'eu_vat'],
    ['GR', 'eu_vat'],
    ['GB', 'gb_vat'],
    ['US', 'us_ein'],
    ['AU', 'au_abn'],
    ['CH', 'ch_vat'],
    ['NO', 'no_vat'],
    ['CA', 'ca_bn'],
  ])('of %s is %s', (country, type) => {
    expect(taxIdType(country)).toBe(type);
  });

  test.each(['AQ', '', 'toString'])('of %j is none', (country) => {
    expect(taxIdType(country)).toBeUndefined();
  });
});

describe('tax ids', () => {
  const known = [{ id: 'txi_1', type: 'eu_vat' as const, value: 'DE123456789' }];

  test('stay when only their spaces differ', () => {
    const same = details({ billing_address_country: 'DE', billing_tax_id: 'de 123 456 789' });
    expect(taxIdChanges(same, known)).toEqual({ remove: [], create: undefined });
  });

  test('are replaced when number or country changes, and removed when there is none', () => {
    const other = details({ billing_address_country: 'DE', billing_tax_id: 'DE999999999' });
    expect(taxIdChanges(other, known)).toEqual({ remove: ['txi_1'], create: { type: 'eu_vat', value: 'DE999999999' } });
    const moved = details({ billing_address_country: 'GB', billing_tax_id: 'DE123456789' });
    expect(taxIdChanges(moved, known)).toEqual({ remove: ['txi_1'], create: { type: 'gb_vat', value: 'DE123456789' } });
    expect(taxIdChanges(details({ billing_address_country: 'DE' }), known)).toEqual({
      remove: ['txi_1'],
      create: undefined,
    });
  });

  test('of a country without a known kind are not sent', () => {
    const unknown = details({ billing_address_country: 'AQ', billing_tax_id: '1' });
    expect(taxIdChanges(unknown, [])).toEqual({ remove: [], create: undefined });
  });
});
