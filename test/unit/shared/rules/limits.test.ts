import { expect, test } from 'vitest';
import { checkNewArea } from '../../../../src/shared/rules/capacity';
import { checkLimits } from '../../../../src/shared/rules/limits/check-limits';
import { limitedArea, limitedVenue, ownSettings } from '../../../../src/shared/rules/limits/lowest';
import { usableCapacity } from '../../../../src/shared/rules/venue-capacity';
import { checkVenueSettings } from '../../../../src/shared/rules/venue-settings';

const license = { kind: 'license', capacity: 350, condition: 'Condition 12: no more than 350 persons' } as const;
const fire = { kind: 'fire', capacity: 300, condition: 'Fire certificate 7' } as const;
const errorOf = (given: unknown) => {
  const checked = checkLimits(given);
  return checked.ok ? null : checked.error.text;
};

test('limits have one of each kind, a number, and a condition in words, and are stored in the order of their kinds', () => {
  expect(checkLimits([fire, { ...license, condition: ' Condition 12:\n no more than\t350 persons ' }])).toEqual({
    ok: true,
    value: [license, fire],
  });
  expect(checkLimits([])).toEqual({ ok: true, value: [] });
  for (const given of [null, 'none', [1], [{ ...fire, kind: 'other' }], [fire, fire]])
    expect(errorOf(given)).toBe('Limits need at most one from the license and one from fire safety.');
  for (const capacity of [0, 1.5, 1_000_001, '300', null, undefined])
    expect(errorOf([{ ...fire, capacity }])).toBe('Fire safety limit must be a whole number from 1 to 1,000,000.');
  for (const condition of ['', ' \n', '\u2800', null, 7])
    expect(errorOf([{ ...license, condition }])).toBe('License limit needs the wording and number of its condition.');
  expect(errorOf([{ ...license, condition: 'x'.repeat(501) }])).toBe(
    'License limit: the condition must be at most 500 characters long.',
  );
  expect(errorOf([{ ...fire, condition: 'a\u202Eb' }])).toBe(
    'Fire safety limit: the condition contains characters that cannot be used.',
  );
});

test('the lowest number of an area counts, its own number stays, and 0 does not limit', () => {
  expect(limitedArea(400, [license, fire])).toEqual({ capacity: 300, ownCapacity: 400, limits: [license, fire] });
  expect(limitedArea(200, [license])).toEqual({ capacity: 200, ownCapacity: 200, limits: [license] });
  expect(limitedArea(0, [license])).toEqual({ capacity: 350, ownCapacity: 0, limits: [license] });
  for (const limits of [null, undefined, []]) expect(limitedArea(200, limits)).toEqual({ capacity: 200 });
});

test('the lowest number of a venue counts before margin and staff, and what an admin has set can be read back', () => {
  const settings = { staffAllowance: 20, safetyMarginPercent: 10, alertThresholds: [90] };
  const own = { ...settings, capacity: null, limits: [license, fire] };
  const limited = limitedVenue(own);
  expect(limited).toEqual({ ...own, capacity: 300, ownCapacity: null });
  expect(usableCapacity(limited)).toBe(250);
  expect(ownSettings(limited)).toEqual(own);
  const without = { ...settings, capacity: 500 };
  expect(limitedVenue(without)).toEqual(without);
  expect(ownSettings(without)).toEqual(without);
});

test('venue settings and new areas take limits and say what is wrong with them', () => {
  const settings = { capacity: 500, staffAllowance: 299, safetyMarginPercent: 0, alertThresholds: [] };
  expect(checkVenueSettings(settings)).toEqual({ ok: true, value: settings });
  expect(checkVenueSettings({ ...settings, limits: [fire] })).toEqual({
    ok: true,
    value: { ...settings, limits: [fire] },
  });
  expect(checkVenueSettings({ ...settings, limits: [] })).toEqual({ ok: true, value: settings });
  // The staff fills the lower limit.
  expect(checkVenueSettings({ ...settings, staffAllowance: 300, limits: [fire] })).toMatchObject({
    ok: false,
    error: { id: 'no_places_left' },
  });
  expect(checkVenueSettings({ ...settings, limits: [fire, fire] })).toMatchObject({ error: { id: 'limits_invalid' } });
  expect(checkNewArea('Bar', 50, { limits: [fire] })).toEqual({
    ok: true,
    value: { areaName: 'Bar', capacity: 50, limits: [fire] },
  });
  expect(checkNewArea('Bar', 50, { limits: [{ ...fire, capacity: 0 }] })).toMatchObject({
    error: { id: 'limit_people_invalid' },
  });
});
