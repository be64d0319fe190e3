import { expect, test, vi } from 'vitest';
import { newAccessCode, newId, newToken } from '../../../src/crypto/ids';
import { ACCESS_CODE_ALPHABET } from '../../../src/shared/rules/access-code';

const MANY = 5_000;

test.each([
  ['an id', newId, 16],
  ['a token', newToken, 32],
] as const)('%s consists only of random bytes', (_what, make, bytes) => {
  const random = vi.spyOn(crypto, 'getRandomValues');
  const made = make();
  expect(made).toMatch(new RegExp(`^[0-9a-f]{${bytes * 2}}$`));
  const drawn = random.mock.results.map(({ value }) => Buffer.from(value).toString('hex'));
  expect(drawn).toEqual([made]);
});

test('no id occurs twice, and no id predicts the next', () => {
  const ids = Array.from({ length: MANY }, newId);
  expect(new Set(ids).size).toBe(MANY);
  // Ids that count or contain the time share their beginnings.
  expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBeGreaterThan(MANY - 5);
});

test('each character of an access code is equally likely in each place', () => {
  const codes = Array.from({ length: MANY }, newAccessCode);
  const expected = MANY / ACCESS_CODE_ALPHABET.length;
  // The tolerance is six standard deviations of a binomial distribution. One run in ten million fails by chance; a
  // missing or doubled character always fails.
  const tolerance = 6 * Math.sqrt(expected);
  for (let place = 0; place < 8; place += 1) {
    for (const letter of ACCESS_CODE_ALPHABET) {
      const count = codes.filter((code) => code[place] === letter).length;
      expect(Math.abs(count - expected), `${letter} at ${place}`).toBeLessThan(tolerance);
    }
  }
});
