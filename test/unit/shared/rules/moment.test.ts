import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS } from '../../../../src/shared/durations';
import { checkMoment } from '../../../../src/shared/rules/report-query';
import { momentsShowing, wallClock } from '../../../../src/shared/sealed/zoned-time';

const BERLIN = 'Europe/Berlin';
const NOW = Date.parse('2027-01-01T00:00:00Z');

/** The moment as ISO 8601 in UTC, or the id of the error. */
function read(given: string, timeZone = BERLIN, now = NOW): string {
  const checked = checkMoment(given, timeZone, now);
  return checked.ok ? new Date(checked.value).toISOString() : checked.error.id;
}

test.each([
  ['2026-07-31T23:42', '2026-07-31T21:42:00.000Z'],
  ['2026-11-20T23:42:07', '2026-11-20T22:42:07.000Z'],
  ['2026-11-20T23:42:07.5', '2026-11-20T22:42:07.500Z'],
  ['2026-11-20T23:42:07.123Z', '2026-11-20T23:42:07.123Z'],
  ['2026-11-20T23:42+05:45', '2026-11-20T17:57:00.000Z'],
  ['2026-11-20T23:42:00-03:00', '2026-11-21T02:42:00.000Z'],
  // A query in which nobody has escaped the plus sign.
  ['2026-11-20T23:42:00 01:00', '2026-11-20T22:42:00.000Z'],
  // The clocks skip from 02:00 to 03:00, and repeat the hour from 02:00.
  ['2026-03-29T02:30', 'moment_skipped'],
  ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
  ['2026-10-25T02:30', 'moment_twice'],
  ['2026-10-25T02:30+02:00', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T02:30+01:00', '2026-10-25T01:30:00.000Z'],
  ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ['2027-01-01T01:00:00.001', 'moment_future'],
  ['2027-01-01T01:00', '2027-01-01T00:00:00.000Z'],
  ['', 'moment_invalid'],
  ['2026-11-20', 'moment_invalid'],
  ['2026-11-20 23:42', 'moment_invalid'],
  ['2026-02-30T12:00', 'moment_invalid'],
  ['2026-11-20T24:00', 'moment_invalid'],
  ['2026-11-20T23:60', 'moment_invalid'],
  ['2026-11-20T23:42:60', 'moment_invalid'],
  ['2026-11-20T23:42+2', 'moment_invalid'],
  ['2026-11-20T23:42 Europe/Berlin', 'moment_invalid'],
  ['1793743200140', 'moment_invalid'],
])('%s by the clocks in Berlin is %s', (given, expected) => {
  expect(read(given)).toBe(expected);
});

test('a time that the clocks showed twice says with which offsets it can be asked for', () => {
  const checked = checkMoment('2026-10-25T02:30', BERLIN, NOW);
  expect(checked.ok ? '' : checked.error.text).toContain('+02:00 or +01:00');
  const half = checkMoment('2026-04-05T01:45', 'Australia/Lord_Howe', NOW);
  expect(half.ok ? '' : half.error.text).toContain('+11:00 or +10:30');
});

test('each moment is among those at which the clocks show its time, and all of them show it', () => {
  const zones = fc.constantFrom(BERLIN, 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'America/St_Johns');
  const moments = fc.integer({ min: Date.parse('2011-01-01'), max: Date.parse('2032-01-01') });
  const nearChange = fc
    .tuple(
      fc.constantFrom('2026-03-29T01:00Z', '2026-10-25T01:00Z', '2026-04-04T15:00Z', '2011-12-30T10:00Z'),
      fc.integer({ min: -DAY_MS, max: DAY_MS }),
    )
    .map(([change, by]) => Date.parse(change) + by);
  fc.assert(
    fc.property(zones, fc.oneof(moments, nearChange), (zone, at) => {
      const wall = wallClock(zone);
      const found = momentsShowing(wall(at), zone);
      expect(found).toContain(at);
      expect(found.length).toBeLessThanOrEqual(2);
      expect(found.map(wall)).toEqual(found.map(() => wall(at)));
    }),
    { numRuns: 500 },
  );
});
