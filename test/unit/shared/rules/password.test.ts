import { expect, test } from 'vitest';
import { checkPassword, PASSWORD_RULES, passwordError } from '../../../../src/shared/rules/password';

const LENGTH = 'be at least 8 characters long';
const UPPER = 'contain an uppercase letter';
const LOWER = 'contain a lowercase letter';
const DIGIT = 'contain a number';
const SPECIAL = 'contain a special character (e.g., !@#$%^&*)';

test.each(Array.from('!@#$%^&*'))('%s is a special character', (special) => {
  expect(passwordError(`Abcdef1${special}`)).toBeNull();
});

test.each([
  ['Abcde1!', [LENGTH]],
  ['abcdefg1!', [UPPER]],
  ['ABCDEFG1!', [LOWER]],
  ['Abcdefgh!', [DIGIT]],
  ['Abcdefgh1', [SPECIAL]],
  ['Abcdefg1?', [SPECIAL]],
  ['Äbcdefg1!', [UPPER]],
  ['abc', [LENGTH, UPPER, DIGIT, SPECIAL]],
  ['', [LENGTH, UPPER, LOWER, DIGIT, SPECIAL]],
])('%j is refused with what it lacks, in order', (password, unmet) => {
  expect(passwordError(password)).toBe(`Password must ${unmet.join(', ')}.`);
  expect(PASSWORD_RULES.filter((rule) => !rule.met(password)).map(({ text }) => text)).toEqual(unmet);
});

test('has at most 200 characters', () => {
  const long = 'Aa1!'.repeat(50);
  expect(passwordError(long)).toBeNull();
  expect(passwordError(`${long}x`)).toBe('Password must be at most 200 characters long.');
});

test.each([undefined, null, 5, {}, ['Abcdefg1!']])('%j is an empty password', (password) => {
  expect(checkPassword(password)).toEqual({ ok: false, error: passwordError('') });
});

test('a good one is kept as it is', () => {
  expect(checkPassword(' Abcdefg1! ')).toEqual({ ok: true, value: ' Abcdefg1! ' });
});
