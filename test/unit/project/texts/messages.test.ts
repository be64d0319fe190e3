import { Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import {
  BILLING_MAX_LENGTHS,
  CAPACITY_MAX,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
} from '../../../../src/shared/limits.ts';
import { checkBillingDetails } from '../../../../src/shared/rules/billing-details.ts';
import { checkCapacity, checkNewArea } from '../../../../src/shared/rules/capacity.ts';
import { checkAreaName, checkEventName, checkNewEventName } from '../../../../src/shared/rules/names.ts';
import { checkRecount } from '../../../../src/shared/rules/recount.ts';
import { checkVenueSettings } from '../../../../src/shared/rules/venue-settings.ts';
import { passwordError } from '../../../../src/shared/rules/password.ts';
import { checkSchedule } from '../../../../src/shared/rules/schedule.ts';
import { german } from '../../../../web/src/lib/texts/german.ts';
import { filesBelow, parse } from './source.ts';

const { translate } = german;

const FOR_SHELLS = /openapi|services\/operator|room\/(event-import|recovery)/;
/** A page of the worker's own, in both languages. */
const BILINGUAL = /routes\/html\/unsent-page/;

/** What may stand in the place of what a text names. */
const FILLERS = ['Event', 'First name', '500'];

/** All ways to fill in what a text names. */
function filled([first = '', ...rest]: readonly string[]): string[] {
  if (rest.length === 0) return [first];
  return filled(rest).flatMap((ending) => FILLERS.map((filler) => `${first}${filler}${ending}`));
}

const isSentence = (text: string): boolean => /^\P{Ll}.* .*[.!]$/u.test(text);

/**
 * Sentences of the code below src, each with the ways to fill it in: what a person may get to read of the server. What
 * describes the calls is for developers, and what operators are told in a shell is for them.
 */
function sentences(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const paths = filesBelow(['src/shared', 'src/services', 'src/routes', 'src/room', 'src/lib', 'src/hub'], '.ts');
  for (const path of paths.filter((file) => !FOR_SHELLS.test(file) && !BILINGUAL.test(file))) {
    new Visitor({
      Literal: ({ value }) => {
        if (typeof value === 'string' && isSentence(value)) found.set(value, [value]);
      },
      TemplateLiteral: ({ quasis }) => {
        const parts = quasis.map(({ value }) => value.cooked ?? '');
        if (isSentence(parts.join('…'))) found.set(parts.join('…'), filled(parts));
      },
    }).visit(parse(path));
  }
  return found;
}

describe('sentences of the server and of shared rules', () => {
  const all = sentences();

  test('the test sees them', () => {
    expect(all.size).toBeGreaterThan(35);
    expect([...all.keys()]).toEqual(
      expect.arrayContaining([
        'Counting is locked for this account.',
        '… name contains characters that cannot be used.',
      ]),
    );
  });

  test.each([...all])('%s', (_text, ways) => {
    expect(ways.filter((text) => translate(text) !== text)).not.toEqual([]);
  });
});

/** Everything that the rules say of what was typed wrongly, each in full. */
describe('messages of the rules', () => {
  const tooLong = 'x'.repeat(10_000);
  const given = [undefined, null, 5, '', ' ', tooLong, 'a\u0007b', -1, 1.5, 0, CAPACITY_MAX + 1];
  const checks = [checkNewEventName, checkEventName, checkAreaName, checkCapacity];
  const billing = Object.keys(BILLING_MAX_LENGTHS).flatMap((field) =>
    given.map((value) => checkBillingDetails({ billing_address_country: 'DE', [field]: value })),
  );
  const settings = { capacity: 10, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] };
  const wrongSettings = [
    ...Object.keys(settings).map((field) => ({ [field]: -1 })),
    { staffAllowance: 10 },
    { alertThresholds: [2, 1] },
  ];
  const venue = wrongSettings.map((wrong) => checkVenueSettings({ ...settings, ...wrong }));
  const dates = { startDate: '2026-07-31', endDate: '2026-08-02' };
  const wrongSchedules = [
    ...['timeZone', 'reportTime', 'startDate'].map((field) => ({ [field]: 5 })),
    { endDate: null },
    { endDate: '2026-07-01' },
  ];
  const schedules = wrongSchedules.map((wrong) =>
    checkSchedule({ timeZone: 'UTC', reportTime: '06:00', ...dates, ...wrong }),
  );
  const checked = [
    ...checks.flatMap((check) => given.map((value) => check(value))),
    ...given.flatMap((name) => given.map((capacity) => checkNewArea(name, capacity))),
    ...billing,
    ...given.flatMap((occupancy) => given.map((reason) => checkRecount({ occupancy, reason }))),
    ...venue,
    ...schedules,
  ];
  const said = new Set(checked.flatMap((result) => (result.ok ? [] : [result.error])));

  test('the test hears them', () => {
    expect(said.size).toBeGreaterThan(25);
  });

  test.each([...said])('%s', (message) => {
    expect(translate(message)).not.toBe(message);
    expect(translate(message)).not.toMatch(/undefined|must|characters/);
  });
});

test('numbers and names of a message are kept', () => {
  expect(translate(`Area name must be at most ${NAME_MAX_LENGTH} characters long.`)).toBe(
    `Name des Bereichs: höchstens ${NAME_MAX_LENGTH} Zeichen.`,
  );
  expect(translate('Capacity must be at most 1,000,000.')).toBe('Die Kapazität darf höchstens 1.000.000 sein.');
});

test('a password is told all that it still needs', () => {
  expect(translate(passwordError('x') ?? '')).toBe(
    'Das Passwort muss mindestens 8 Zeichen lang sein, einen Großbuchstaben enthalten, eine Ziffer enthalten, ein Sonderzeichen enthalten (z. B. !@#$%^&*).',
  );
  expect(translate(passwordError('x'.repeat(PASSWORD_MAX_LENGTH + 1)) ?? '')).toBe(
    `Passwort: höchstens ${PASSWORD_MAX_LENGTH} Zeichen.`,
  );
});

test.each(['Your card was declined.', 'Something must be at most 5 characters long.', ''])(
  'what is not known stays as it is: %j',
  (message) => {
    expect(translate(message)).toBe(message);
  },
);
