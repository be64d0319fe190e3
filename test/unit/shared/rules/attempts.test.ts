import { expect, test } from 'vitest';
import { ATTEMPT_SLICE_MS, sliceOf, waitMs } from '../../../../src/shared/rules/attempts';

const LIMIT = { limit: 20, windowMs: 15 * 60_000 };
const NOW = 1_000 * ATTEMPT_SLICE_MS + 20_000;
const slice = (minutesAgo: number, count: number) => ({
  sliceStartsAt: sliceOf(NOW) - minutesAgo * ATTEMPT_SLICE_MS,
  count,
});

test('a slice is a minute', () => {
  expect(sliceOf(NOW)).toBe(NOW - 20_000);
  expect(sliceOf(NOW + 39_999)).toBe(sliceOf(NOW));
  expect(sliceOf(NOW + 40_000)).toBe(sliceOf(NOW) + ATTEMPT_SLICE_MS);
});

test.each([
  ['nothing', []],
  ['one below the limit', [slice(0, 19)]],
  ['one below it over several slices', [slice(14, 10), slice(0, 9)]],
  ['enough, but too long ago', [slice(16, 100), slice(0, 19)]],
])('no wait after %s', (_, slices) => {
  expect(waitMs(slices, LIMIT, NOW)).toBe(0);
});

test('the wait ends when enough is older than the window, never earlier', () => {
  const whole = [slice(0, 20)];
  const wait = waitMs(whole, LIMIT, NOW);
  expect(wait).toBeGreaterThanOrEqual(LIMIT.windowMs);
  expect(waitMs(whole, LIMIT, NOW + wait - 1)).toBe(1);
  expect(waitMs(whole, LIMIT, NOW + wait)).toBe(0);
});

test('old slices leave first, in whatever order they come', () => {
  const slices = [slice(0, 5), slice(10, 18), slice(5, 1)];
  const wait = waitMs(slices, LIMIT, NOW);
  expect(wait).toBe(6 * ATTEMPT_SLICE_MS - 20_000);
  expect(waitMs([slice(10, 4), slice(0, 20)], LIMIT, NOW)).toBe(16 * ATTEMPT_SLICE_MS - 20_000);
});
