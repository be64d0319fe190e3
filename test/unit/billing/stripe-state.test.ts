import { expect, test } from 'vitest';
import { taxIdChanges, toCustomer } from '../../../src/billing/customers/customer-details';
import { hasEnded, pickSubscription, stateOf } from '../../../src/billing/subscription-rules';
import { taxIdType } from '../../../src/billing/customers/tax-id-types';
import { NO_BILLING_DETAILS } from '../../../src/shared/schemas/billing-details';
import { SUBSCRIPTION_STATUSES } from '../../../src/shared/rules/subscription';

const details = (changes: Partial<typeof NO_BILLING_DETAILS>) => ({ ...NO_BILLING_DETAILS, ...changes });

test("the billed name is the business name, or else the person's name, and missing details are cleared", () => {
  const person = { billing_first_name: 'Zoë', billing_last_name: 'O’Neill' };
  expect(toCustomer(details({ ...person, billing_business_name: 'Club' })).name).toBe('Club');
  expect(toCustomer(details(person)).name).toBe('Zoë O’Neill');
  const address = { line1: '', city: '', postal_code: '', country: 'DE' };
  expect(toCustomer(details({ billing_address_country: 'DE' }))).toEqual({ name: '', address });
});

test('the kind of tax id follows from the country, and an unknown country has none', () => {
  const known = { DE: 'eu_vat', GR: 'eu_vat', GB: 'gb_vat', US: 'us_ein', AU: 'au_abn', CH: 'ch_vat', NO: 'no_vat' };
  const kinds = Object.keys(known).map((country) => [country, taxIdType(country)]);
  expect(Object.fromEntries(kinds)).toEqual(known);
  expect(['AQ', '', 'toString'].map(taxIdType)).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['stays when only its spaces differ', 'DE', 'de 123 456 789', [], undefined],
  ['is replaced when its number changes', 'DE', 'DE999999999', ['txi_1'], { type: 'eu_vat', value: 'DE999999999' }],
  ['is removed when there is none', 'DE', '', ['txi_1'], undefined],
])('a tax id %s', (_what, country, value, remove, create) => {
  const given = details({ billing_address_country: country, billing_tax_id: value });
  const known = [{ id: 'txi_1', type: 'eu_vat' as const, value: 'DE123456789' }];
  expect(taxIdChanges(given, known)).toEqual({ remove, create });
});

const one = (id: string, created: number, status: string) => ({ id, created, status });

test('the newest subscription that has not ended counts, or else the newest, in whatever order Stripe lists them', () => {
  const old = one('old', 1, 'active');
  const newer = one('newer', 2, 'past_due');
  const ended = one('ended', 3, 'canceled');
  const expired = one('expired', 4, 'incomplete_expired');
  expect(pickSubscription([])).toBeUndefined();
  expect(pickSubscription([old, newer, ended, expired])).toBe(newer);
  expect(pickSubscription([expired, ended, newer, old])).toBe(newer);
  expect(pickSubscription([ended, expired])).toBe(expired);
  expect(SUBSCRIPTION_STATUSES.filter((status) => hasEnded({ status }))).toEqual(['canceled', 'incomplete_expired']);
});

test("a subscription is stored with its trial and its item's period in milliseconds, and an unknown status becomes none", () => {
  const data = [{ current_period_start: 100, current_period_end: 200 }];
  for (const status of SUBSCRIPTION_STATUSES) {
    expect(stateOf({ status, trial_end: 200, items: { data } })).toEqual({
      status,
      trialEndsAt: 200_000,
      periodStartsAt: 100_000,
      periodEndsAt: 200_000,
    });
  }
  expect(() => stateOf({ status: 'resting', trial_end: null, items: { data: [] } })).toThrow(/Invalid/);
});
