import { expect, test } from 'vitest';
import { checkRecount } from '../../../../src/shared/rules/recount';

test.each([0, 1_000_000])('%i people may be set, for a reason', (occupancy) => {
  expect(checkRecount({ occupancy, reason: ` ${'x'.repeat(200)} ` })).toEqual({
    ok: true,
    value: { occupancy, reason: 'x'.repeat(200) },
  });
});

const COUNT = 'The count must be a whole number from 0 to 1,000,000.';
const REASON = 'Please give a reason for the recount.';

test.each([
  [{ occupancy: undefined }, COUNT],
  [{ occupancy: null }, COUNT],
  [{ occupancy: '12' }, COUNT],
  [{ occupancy: -1 }, COUNT],
  [{ occupancy: 0.5 }, COUNT],
  [{ occupancy: 1_000_001 }, COUNT],
  [{ reason: undefined }, REASON],
  [{ reason: 7 }, REASON],
  [{ reason: ' \t' }, REASON],
  [{ reason: '\u200b\u3164' }, REASON],
  [{ reason: 'x'.repeat(201) }, 'The reason must be at most 200 characters long.'],
  [{ reason: 'a\u0000b' }, 'The reason contains characters that cannot be used.'],
  [{ reason: 'a\ud800b' }, 'The reason contains characters that cannot be used.'],
])('%j may not', (wrong, error) => {
  expect(checkRecount({ occupancy: 12, reason: 'Fence moved', ...wrong })).toEqual({ ok: false, error });
});
