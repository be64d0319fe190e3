import { expect, test } from 'vitest';
import { FAILED_LOGINS_PER_ADDRESS, FAILED_LOGINS_PER_IDENTIFIER } from '../../../../src/services/attempts/limits';
import { DAY_MS } from '../../../../src/shared/limits';
import { ACCESS_CODE_ALPHABET, ACCESS_CODE_LENGTH } from '../../../../src/shared/rules/access-code';

const YEAR_MS = 365 * DAY_MS;
const CODES = ACCESS_CODE_ALPHABET.length ** ACCESS_CODE_LENGTH;
/** What one address may try in a year, without a pause. */
const GUESSES = (YEAR_MS / FAILED_LOGINS_PER_ADDRESS.windowMs) * FAILED_LOGINS_PER_ADDRESS.limit;

/** How likely at least one of so many guesses is one of the codes in use: each guess is another one, all equally likely. */
const chance = (guesses: number, inUse: number): number => 1 - (1 - inUse / CODES) ** guesses;

test('what docs/security.md says of guessing is what alphabet and limits come to', () => {
  expect(new Set(ACCESS_CODE_ALPHABET).size).toBe(29);
  expect(CODES).toBe(500_246_412_961);
  expect(GUESSES).toBe(400 * 24 * 365);
  expect(chance(GUESSES, 1000)).toBeCloseTo(0.007, 4);
  expect(chance(1000 * GUESSES, 1)).toBeCloseTo(0.007, 4);
  expect((1000 * GUESSES * 1000) / CODES).toBeCloseTo(7, 1);
});

test.each([
  ['one address, a thousand codes in use', GUESSES, 1000],
  ['a thousand addresses, the code of one event', 1000 * GUESSES, 1],
])('in a year without a pause a code is guessed with less than one percent: %s', (_who, guesses, inUse) => {
  expect(chance(guesses, inUse)).toBeLessThan(0.01);
});

test('one code, or one account, cannot be tried as often as an address may try', () => {
  expect(FAILED_LOGINS_PER_IDENTIFIER.limit).toBeLessThan(FAILED_LOGINS_PER_ADDRESS.limit);
  expect(FAILED_LOGINS_PER_IDENTIFIER.windowMs).toBeGreaterThanOrEqual(FAILED_LOGINS_PER_ADDRESS.windowMs);
});
