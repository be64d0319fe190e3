import { expect, test } from 'vitest';
import { backoffMs } from '../../../web/src/realtime/backoff';

test.each([
  [0, 0, 1_000],
  [1, 0, 2_000],
  [4, 0, 16_000],
  [5, 0, 20_000],
  [9, 0, 20_000],
  [0, 0.5, 750],
  [9, 0.999, 10_010],
])('after %i failures, with chance at %d: %i ms', (failures, random, waitMs) => {
  expect(backoffMs(failures, random)).toBeCloseTo(waitMs);
});
