import { expect, test } from 'vitest';
import { countDays } from '../../../../src/shared/rules/calendar-day';

test.each([
  ['2026-07-31', '2026-07-31', 1],
  ['2026-07-31', '2026-08-02', 3],
  ['2028-02-28', '2028-03-01', 3],
  // The clocks of many zones are changed in between.
  ['2026-03-01', '2026-03-31', 31],
  ['2026-08-02', '2026-07-31', -1],
])('from %s to %s there are %i days', (from, to, days) => {
  expect(countDays(from, to)).toBe(days);
});
