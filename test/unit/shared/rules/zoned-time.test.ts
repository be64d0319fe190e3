import { expect, test } from 'vitest';
import { zonedTimes } from '../../../../src/shared/rules/zoned-time';

test.each([
  ['UTC', '2026-07-31T22:15:00.007Z', '2026-07-31T22:15:00.007+00:00'],
  ['Europe/Berlin', '2026-07-31T22:15:00.000Z', '2026-08-01T00:15:00.000+02:00'],
  ['America/St_Johns', '2026-01-01T01:00:00.000Z', '2025-12-31T21:30:00.000-03:30'],
  ['Asia/Kathmandu', '2026-01-01T00:00:00.000Z', '2026-01-01T05:45:00.000+05:45'],
  ['Pacific/Kiritimati', '2026-12-31T12:00:00.000Z', '2027-01-01T02:00:00.000+14:00'],
])('in %s %s is %s', (timeZone, at, shown) => {
  expect(zonedTimes(timeZone)(Date.parse(at))).toBe(shown);
});

test('the offset follows the clocks to the millisecond, in whatever order times come', () => {
  const time = zonedTimes('Australia/Lord_Howe');
  // On 5 April 2026 its clocks are set back by half an hour at 02:00.
  const changed = Date.parse('2026-04-04T15:00:00Z');
  expect([changed, changed - 1, changed + 1].map(time)).toEqual([
    '2026-04-05T01:30:00.000+10:30',
    '2026-04-05T01:59:59.999+11:00',
    '2026-04-05T01:30:00.001+10:30',
  ]);
});
