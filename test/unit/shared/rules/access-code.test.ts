import { expect, test } from 'vitest';
import { newAccessCode } from '../../../../src/lib/ids';
import { ACCESS_CODE_ALPHABET, formatAccessCode, normaliseAccessCode } from '../../../../src/shared/rules/access-code';

test.each(['ABCD2346', 'abcd-2346', ' AbCd 2346 ', 'A-B-C-D-2-3-4-6', 'ABCD\t2346', 'ABCD–2346', 'ABCD\u20112346'])(
  '%j is read as ABCD2346',
  (typed) => {
    expect(normaliseAccessCode(typed)).toBe('ABCD2346');
  },
);

test.each([
  '',
  'ABCD234',
  'ABCD23467',
  'ABCD2340',
  'ABCD234O',
  'ABCD2341',
  'ABCD234I',
  'ABCD234L',
  'ABCD2345',
  'ABCD234S',
  'ABCD_2346',
  'ABCD234é',
  'a@b.test',
])('%j can be no code', (typed) => {
  expect(normaliseAccessCode(typed)).toBeNull();
});

test('is shown in two halves, and read back', () => {
  expect(formatAccessCode('ABCD2346')).toBe('ABCD-2346');
  expect(normaliseAccessCode(formatAccessCode('ABCD2346'))).toBe('ABCD2346');
});

test('the alphabet has no look-alikes and no letter twice', () => {
  expect(ACCESS_CODE_ALPHABET).not.toMatch(/[0O1IL5S]/);
  expect(new Set(ACCESS_CODE_ALPHABET).size).toBe(ACCESS_CODE_ALPHABET.length);
});

test('new codes are codes, use every letter about equally, and differ', () => {
  const codes = Array.from({ length: 5_000 }, newAccessCode);
  expect(codes.every((code) => normaliseAccessCode(code) === code)).toBe(true);
  expect(new Set(codes).size).toBe(codes.length);
  const expected = (codes.length * 8) / ACCESS_CODE_ALPHABET.length;
  const text = codes.join('');
  for (const letter of ACCESS_CODE_ALPHABET) {
    const times = text.split(letter).length - 1;
    expect(Math.abs(times - expected), letter).toBeLessThan(expected * 0.2);
  }
});
