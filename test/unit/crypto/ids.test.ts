import { expect, test, vi } from 'vitest';
import { newAccessCode, newId, newToken } from '../../../src/crypto/ids';
import { ACCESS_CODE_ALPHABET } from '../../../src/shared/rules/access-code';

const MANY = 5_000;

test.each([
  ['an id', newId, 16],
  ['a token', newToken, 32],
] as const)('%s is nothing but random bytes', (_what, make, bytes) => {
  const random = vi.spyOn(crypto, 'getRandomValues');
  const made = make();
  expect(made).toMatch(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
  const drawn = random.mock.results.map(({ value }) => Buffer.from(value).toString('hex'));
  expect(drawn).toEqual([made]);
  random.mockRestore();
});

test('no id comes twice, and none tells the next', () => {
  const ids = Array.from({ length: MANY }, newId);
  expect(new Set(ids).size).toBe(MANY);
  // Ids that count or hold the time share their beginnings.
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBeGreaterThan(MANY - 5);
});

test('each character of an access code is as likely as any other, in each place', () => {
  const codes = Array.from({ length: MANY }, newAccessCode);
  const expected = MANY / ACCESS_CODE_ALPHABET.length;
  // Six standard deviations of a binomial: one run in ten million fails, a character left out or doubled always does.
  const tolerance = 6 * Math.sqrt(expected);
  for (let place = 0; place < 8; place += 1) {
    for (const letter of ACCESS_CODE_ALPHABET) {
      const count = codes.filter((code) => code[place] === letter).length;
      expect(Math.abs(count - expected), `${letter} at ${place}`).toBeLessThan(tolerance);
    }
  }
});
