import { describe, expect, test } from 'vitest';
import { checkBillingDetails } from '../../../../src/shared/rules/billing-details';
import { checkCapacity, checkNewArea, parseCapacity } from '../../../../src/shared/rules/capacity';
import { checkEmail } from '../../../../src/services/accounts/email';
import { checkAreaName, checkEventName, checkLetterhead, checkNewEventName } from '../../../../src/shared/rules/names';
import { checkPassword, PASSWORD_RULES, passwordError, passwordTexts } from '../../../../src/shared/rules/password';
import { checkRecount } from '../../../../src/shared/rules/recount';
import { checkTapDays, checkReportQuery } from '../../../../src/shared/rules/report-query';
import { checkSchedule } from '../../../../src/shared/schedule/check-schedule';
import { checkVenueSettings } from '../../../../src/shared/rules/venue-settings';
import { NO_BILLING_DETAILS } from '../../../../src/shared/schemas/billing-details';
import { usableDeviceName } from '../../../../src/shared/visible-text';
import { errorsIn, errorsOf, no, ok } from './checks';

describe('capacities', () => {
  test.each([0, 1, 500, 1_000_000])('the capacity of an area may change to %i', (capacity) => {
    expect(checkCapacity(capacity)).toEqual(ok(capacity));
  });

  test('the capacity of an area may not be negative, fractional, not a number, or more than a million', () => {
    const wrong = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '5', '', null, undefined, true, []];
    expect(errorsOf(checkCapacity, wrong)).toEqual(['Please enter a valid, non-negative number.']);
    expect(errorsOf(checkCapacity, [1_000_001, 1e99])).toEqual(['Capacity must be at most 1,000,000.']);
  });

  test('a typed capacity is a whole decimal number or none', () => {
    expect(['500', ' 7 ', '-3', '007'].map(parseCapacity)).toEqual([500, 7, -3, 7]);
    const none = ['', ' ', '12abc', '1.5', '1e3', '0x10', '1 000', '٣'];
    expect(none.filter((text) => !Number.isNaN(parseCapacity(text)))).toEqual([]);
  });
});

test('a new area has a trimmed name and a capacity of at least 1', () => {
  const check = ([name, capacity]: readonly unknown[]) => checkNewArea(name, capacity);
  expect(check([' Bar ', 1])).toEqual(ok({ areaName: 'Bar', capacity: 1 }));
  const missing = [undefined, ''].map((capacity) => ['Bar', capacity]);
  expect(errorsOf(check, [...missing, ['  ', 5], [7, 5], ['', '']])).toEqual(['Both fields are required.']);
  const wrong = [0, -1, 1.5, Number.NaN, '5'].map((capacity) => ['Bar', capacity]);
  expect(errorsOf(check, wrong)).toEqual(['Capacity must be a positive number.']);
  expect(errorsOf(check, [['Bar', 1_000_001]])).toEqual(['Capacity must be at most 1,000,000.']);
  expect(errorsOf(check, [['x'.repeat(101), 5]])).toEqual(['Area name must be at most 100 characters long.']);
});

describe('names', () => {
  const TURNING = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'];

  test('a name cannot be empty or invisible', () => {
    for (const name of ['x', '🎉'.repeat(100), '👨‍👩‍👧 日本']) {
      for (const check of [checkAreaName, checkEventName, checkNewEventName]) {
        expect(check(`  ${name} `)).toEqual(ok(name));
      }
    }
    const empty = ['', '   ', '\t\n', '\u00a0', '\u200b\u2060', '\ufeff', '\u3164', null, undefined, 5, {}, ['x']];
    expect(errorsOf(checkAreaName, empty)).toEqual(['Area name cannot be empty.']);
    expect(errorsOf(checkEventName, empty)).toEqual(['Event name cannot be empty.']);
    expect(errorsOf(checkNewEventName, empty)).toEqual(['Event name is required.']);
  });

  test('a name has at most 100 characters and none that reverses the text or breaks the line', () => {
    const long = ['x'.repeat(101), '🎉'.repeat(101)];
    expect(errorsOf(checkAreaName, long)).toEqual(['Area name must be at most 100 characters long.']);
    const broken = ['a\u0000b', 'a\nb', 'a\u007fb', 'a\ud83c', '\udf89a', ...TURNING.map((one) => `${one}eman`)];
    expect(errorsOf(checkAreaName, broken)).toEqual(['Area name contains characters that cannot be used.']);
  });

  test('the name of a device is shown as given, trimmed, or not at all', () => {
    const said = [' North gate ', 'בר', '\u200fבר', '   ', '\u200b', '\u202eevil', 'a\u0000b', 'a\nb', undefined];
    const shown = ['North gate', 'בר', '\u200fבר', null, null, null, null, null, null];
    expect(said.map(usableDeviceName)).toEqual(shown);
  });
});

test('an email address is trimmed and stored in lower case', () => {
  expect(checkEmail('  First.Last+Tag@Example.COM ')).toEqual(ok('first.last+tag@example.com'));
  for (const email of ['a@b.test', 'admin@localhost', `${'a'.repeat(247)}@b.test`]) {
    expect(checkEmail(email)).toEqual(ok(email));
  }
  // An address is refused when no browser accepts it.
  const broken = ['', ' ', 'a', 'a@', '@b.test', 'a@b@c.test', 'a b@c.test', 'a@b..test', 'a@-b.test', 'ä@b.test'];
  const more = ['a@b.test\n.c', 'a\u0000@b.test', `${'a'.repeat(248)}@b.test`, null, undefined, 5, ['a@b.test']];
  expect(errorsOf(checkEmail, [...broken, ...more])).toEqual(['Please enter a valid email address.']);
});

describe('passwords', () => {
  const [LENGTH, UPPER, LOWER] = [
    'be at least 8 characters long',
    'contain an uppercase letter',
    'contain a lowercase letter',
  ];
  const [DIGIT, SPECIAL] = ['contain a number', 'contain a special character (e.g., !@#$%^&*)'];

  test.each(Array.from('!@#$%^&*'))('a password may have %s as its special character', (special) => {
    expect(passwordError(`Abcdef1${special}`)).toBeNull();
  });

  test.each([
    ['Abcde1!', [LENGTH]],
    ['Abcdefg1?', [SPECIAL]],
    ['Äbcdefg1!', [UPPER]],
    ['', [LENGTH, UPPER, LOWER, DIGIT, SPECIAL]],
  ])('a password like %j is refused with the rules that it breaks, in order', (password, unmet) => {
    expect(passwordError(password)?.text).toBe(`Password must ${unmet.join(', ')}.`);
    const needs = PASSWORD_RULES.filter((rule) => !rule.met(password)).map(({ need }) => need);
    expect(needs.map(passwordTexts.password_need)).toEqual(unmet);
  });

  test('a password has at most 200 characters, is kept unchanged, and counts as empty when it is not a string', () => {
    const long = 'Aa1!'.repeat(50);
    expect(passwordError(long)).toBeNull();
    expect(passwordError(`${long}x`)?.text).toBe('Password must be at most 200 characters long.');
    expect(checkPassword(' Abcdefg1! ')).toEqual(ok(' Abcdefg1! '));
    expect(errorsOf(checkPassword, [undefined, null, 5, {}, ['Abcdefg1!']])).toEqual([passwordError('')?.text]);
  });
});

test('a recount is a whole number of people with a reason', () => {
  for (const occupancy of [0, 1_000_000]) {
    const reason = 'x'.repeat(200);
    expect(checkRecount({ occupancy, reason: ` ${reason} ` })).toEqual(ok({ occupancy, reason }));
  }
  const good = { occupancy: 12, reason: 'Fence moved' };
  const counts = [undefined, '12', -1, 0.5, 1_000_001].map((occupancy) => ({ occupancy }));
  expect(errorsIn(checkRecount, good, counts)).toEqual(['The count must be a whole number from 0 to 1,000,000.']);
  const reasons = [undefined, 7, ' \t', '\u200b\u3164'].map((reason) => ({ reason }));
  expect(errorsIn(checkRecount, good, reasons)).toEqual(['Please give a reason for the recount.']);
  expect(errorsIn(checkRecount, good, [{ reason: 'x'.repeat(201) }, { reason: 'a\u0000b' }])).toEqual([
    'The reason must be at most 200 characters long.',
    'The reason contains characters that cannot be used.',
  ]);
});

test('the categories of a recount add up to it, and each is named once', () => {
  const good = { occupancy: 12, reason: 'By eye' };
  const of = (...people: number[]) => people.map((occupancy, i) => ({ categoryId: `c${i}`, occupancy }));
  for (const categories of [of(12), of(0, 12, 0), of(5, 7)]) {
    expect(checkRecount({ ...good, categories })).toEqual(ok({ ...good, categories }));
  }
  const unequal = [of(), of(11), of(12, 1)].map((categories) => ({ categories }));
  expect(errorsIn(checkRecount, good, unequal)).toEqual([
    'The categories add up to 0, but the count is 12.',
    'The categories add up to 11, but the count is 12.',
    'The categories add up to 13, but the count is 12.',
  ]);
  const twice = [...of(6), ...of(6)];
  const wrong = [null, 'c1', [{ categoryId: 'c1' }], of(-1, 13), of(11.5, 0.5), twice].map((categories) => ({
    categories,
  }));
  expect(errorsIn(checkRecount, good, wrong)).toEqual([
    'Each category must be named once, with a whole number from 0 to 1,000,000.',
  ]);
});

describe('venue settings', () => {
  const SETTINGS = { capacity: 1000, staffAllowance: 40, safetyMarginPercent: 5, alertThresholds: [75, 90, 100] };
  type Settings = Parameters<typeof checkVenueSettings>[0];

  test.each<Settings>([
    { capacity: null, staffAllowance: 1_000_000, safetyMarginPercent: 50, alertThresholds: [] },
    { capacity: 1, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [1, 2, 50, 199, 200] },
    // This leaves one place for a guest: 1000 − 50 − 949.
    { ...SETTINGS, staffAllowance: 949 },
  ])('venue settings may be %j', (settings) => {
    expect(checkVenueSettings({ ...settings, eventId: 'x' } as Settings)).toEqual(ok(settings));
  });

  const of = (field: keyof typeof SETTINGS, ...values: unknown[]) => values.map((value) => ({ [field]: value }));
  test.each([
    ['Venue limit must be a whole number from 1 to 1,000,000.', of('capacity', undefined, 0, 1.5, '500', 1_000_001)],
    ['Staff allowance must be a whole number from 0 to 1,000,000.', of('staffAllowance', undefined, -1, 1_000_001)],
    ['Safety margin must be a whole number from 0 to 50 percent.', of('safetyMarginPercent', undefined, 51, 2.5)],
    [
      'Alerts need at most 5 whole numbers from 1 to 200 percent.',
      of('alertThresholds', undefined, 75, [0], [201], ['75'], [1, 2, 3, 4, 5, 6]),
    ],
    ['Each alert must be at a higher percentage than the one before.', of('alertThresholds', [90, 75], [75, 75])],
    [
      'Staff allowance and safety margin leave no places for guests.',
      [{ staffAllowance: 950 }, { capacity: 1, safetyMarginPercent: 1, staffAllowance: 0 }],
    ],
  ])('venue settings are refused: %s', (error, wrong) => {
    expect(errorsIn<Settings>(checkVenueSettings, SETTINGS, wrong)).toEqual([error]);
  });
});

describe('schedules', () => {
  const DATES = { startDate: '2026-07-31', endDate: '2026-08-02' };
  const SCHEDULE = { timeZone: 'Europe/Berlin', reportTime: '06:00', ...DATES };

  test.each([
    { startDate: null, endDate: null },
    { endDate: '2026-07-31' },
    { startDate: '2028-02-29', endDate: '2028-03-01', timeZone: 'UTC', reportTime: '00:00' },
  ])('a schedule may have %j', (changes) => {
    const schedule = { ...SCHEDULE, ...changes };
    const given = { ...schedule, eventId: 'x' };
    expect(checkSchedule(given)).toEqual(ok(schedule));
    expect(checkSchedule({ ...given, timeZone: 'europe/berlin' })).toMatchObject({
      value: { timeZone: 'Europe/Berlin' },
    });
  });

  const of = (field: keyof typeof SCHEDULE, ...values: unknown[]) => values.map((value) => ({ [field]: value }));
  test.each([
    [
      'Please choose a time zone, such as Europe/Berlin.',
      of('timeZone', undefined, null, '+02:00', 'Europe/Berlin\u0000'),
    ],
    [
      'Please enter the report time as hours and minutes, such as 06:00.',
      of('reportTime', undefined, '24:00', '6:00', '06:00:00', 360),
    ],
    ['Please enter the first and the last day, or neither of them.', [{ startDate: null }, { endDate: null }]],
    [
      'Please enter days that are in the calendar, such as 2026-07-31.',
      [...of('startDate', undefined, '', '2026-02-30'), ...of('endDate', '2027-02-29', '2026-8-2', '2026-08-02T00:00')],
    ],
    ['The last day must not be before the first.', [{ endDate: '2026-07-30' }]],
  ])('a schedule is refused: %s', (error, wrong) => {
    expect(errorsIn(checkSchedule, SCHEDULE, wrong)).toEqual([error]);
  });
});

describe('letterheads', () => {
  const LETTERHEAD = { organizer: 'Riverside Events Ltd', address: '12 Quay Street, Bristol' };

  test('both lines of a letterhead are trimmed and may be empty', () => {
    expect(checkLetterhead({ organizer: ' Ελλάδα 🎉 ', address: '\u3164 ' })).toEqual(
      ok({ organizer: 'Ελλάδα 🎉', address: '' }),
    );
    const longest = { organizer: '🎉'.repeat(100), address: 'x'.repeat(200) };
    expect(checkLetterhead({ ...longest, eventId: 'x' } as object)).toEqual(ok(longest));
  });

  const of = (field: keyof typeof LETTERHEAD, ...values: unknown[]) => values.map((value) => ({ [field]: value }));
  test.each([
    ['Organizer must be at most 100 characters long.', of('organizer', 'x'.repeat(101))],
    ['Address must be at most 200 characters long.', of('address', 'x'.repeat(201))],
    ['Organizer contains characters that cannot be used.', of('organizer', undefined, null, 7, 'a\nb', 'a\u202eb')],
    ['Address contains characters that cannot be used.', of('address', undefined, ['x'], 'a\u0000')],
  ])('a letterhead is refused: %s', (error, wrong) => {
    expect(errorsIn(checkLetterhead, LETTERHEAD, wrong)).toEqual([error]);
  });
});

describe('report queries', () => {
  const NOTHING = { from: undefined, to: undefined, interval: undefined, revision: undefined, format: undefined };
  const DAY = { from: '2026-07-31', to: '2026-07-31' };
  const MONTH = { from: '2026-07-01', to: '2026-07-31' };
  /** 32 and 366 days. */
  const LONGER = { ...MONTH, to: '2026-08-01' };
  const YEAR = { from: '2026-07-31', to: '2027-07-31' };
  const DEFAULTS = { range: null, interval: 15, revision: null, format: 'json' };

  test.each([
    [{}, {}],
    [
      { ...MONTH, interval: '5', format: 'csv' },
      { range: MONTH, interval: 5, format: 'csv' },
    ],
    [
      { ...DAY, interval: '60', revision: '12' },
      { range: DAY, interval: 60, revision: 12 },
    ],
    [
      { ...MONTH, interval: 'day' },
      { range: MONTH, interval: 'day' },
    ],
    [LONGER, { range: LONGER, interval: 'day' }],
    [
      { ...YEAR, interval: 'day' },
      { range: YEAR, interval: 'day' },
    ],
  ])('a report query may be %j', (given, query) => {
    expect(checkReportQuery({ ...NOTHING, ...given })).toEqual(ok({ ...DEFAULTS, ...query }));
  });

  const NO_RANGE = 'Please ask for days such as 2026-07-31 in from and to, or leave out both.';
  test.each([
    [NO_RANGE, [{ from: DAY.from }, { to: DAY.to }, { ...DAY, from: '2026-02-30' }]],
    ['The last day must not be before the first.', [{ ...DAY, to: '2026-07-30' }]],
    ['A report covers at most 366 days.', [{ ...YEAR, to: '2027-08-01' }]],
    [
      'Please ask for an interval of 5, 15, 30 or 60 minutes, or of a day.',
      [{ interval: '10' }, { interval: '15.0' }, { ...YEAR, interval: 'week' }],
    ],
    [
      'A report over more than 31 days has one interval a day. Please ask for the interval day.',
      [
        { ...LONGER, interval: '60' },
        { ...YEAR, interval: '15' },
      ],
    ],
    [
      'Please ask for a revision by its number, and for one day in from and to.',
      [{ revision: '1' }, { ...MONTH, revision: '1' }, { ...DAY, revision: '0' }],
    ],
    ['Please ask for the format json or csv.', [{ format: 'xlsx' }]],
  ])('a report query is refused: %s', (error, wrong) => {
    expect(errorsIn<Parameters<typeof checkReportQuery>[0]>(checkReportQuery, NOTHING, wrong)).toEqual([error]);
  });

  test('a query for single taps has only days', () => {
    expect([{}, MONTH, { from: '2026-07-31' }].map(checkTapDays)).toEqual([ok(null), ok(MONTH), no(NO_RANGE)]);
    const tooLong = no('A file of single taps covers at most 31 days.');
    expect([LONGER, YEAR, { ...YEAR, to: '2028-01-01' }].map(checkTapDays)).toEqual([tooLong, tooLong, tooLong]);
  });
});

describe('billing details', () => {
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

  test('billing details have eight fields, which are trimmed', () => {
    const spaced = Object.fromEntries(Object.entries(ALL).map(([field, value]) => [field, `  ${value}\t`]));
    expect(checkBillingDetails(spaced)).toEqual(ok(ALL));
  });

  test('billing details require only a country, and unknown fields are left out', () => {
    const given = { billing_address_country: 'GB', billing_tax_id: null, billing_address_city: '  ', role: 'admin' };
    expect(checkBillingDetails(given)).toEqual(ok({ ...NO_BILLING_DETAILS, billing_address_country: 'GB' }));
    const wrong = [undefined, '   ', 5].map((country) => ({ billing_address_country: country }));
    expect(errorsIn(checkBillingDetails, ALL, wrong)).toEqual(['Please select a country to continue.']);
  });

  test.each([
    ['billing_first_name', 'First name', 100],
    ['billing_last_name', 'Last name', 100],
    ['billing_business_name', 'Business name', 150],
    ['billing_address_line1', 'Address', 200],
    ['billing_address_city', 'City', 100],
    ['billing_address_postcode', 'Postcode', 20],
    ['billing_tax_id', 'Tax ID', 50],
  ] as const)('billing details have text of limited length in %s', (field, label, maxLength) => {
    const longest = '🎉'.repeat(maxLength);
    expect(checkBillingDetails({ ...ALL, [field]: ` ${longest} ` })).toEqual(ok({ ...ALL, [field]: longest }));
    const wrong = [`${longest}x`, 5, 'a\u0000b'].map((value) => ({ [field]: value }));
    expect(errorsIn(checkBillingDetails, ALL, wrong)).toEqual([
      `${label} must be at most ${maxLength} characters long.`,
      `${label} must be text.`,
      `${label} contains characters that cannot be used.`,
    ]);
  });
});
