import { expect, test } from 'vitest';
import { retryDelayMs } from '../../../src/hub/backoff';
import { HOUR_MS } from '../../../src/shared/limits';

test('what failed is tried again after 5 s × 2^n, spread to half of it, at most an hour later', () => {
  expect([0, 1, 2, 3].map((attempts) => retryDelayMs(attempts, 0))).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(retryDelayMs(0, 0.999)).toBeGreaterThan(2_500);
  expect(retryDelayMs(3, 0.3337)).toBeCloseTo(33_326, 0);
  expect(Number.isInteger(retryDelayMs(3, 0.3337))).toBe(true);
  expect(retryDelayMs(9, 0)).toBe(2_560_000);
  expect(retryDelayMs(10, 0)).toBe(HOUR_MS);
  expect(retryDelayMs(5_000, 0)).toBe(HOUR_MS);
});
