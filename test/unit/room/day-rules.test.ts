import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Calendar, firstDayRules, withDayClock } from '../../../src/room/day-rules';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import { businessDay } from '../../../src/shared/rules/business-day';

const UTC_6 = { timeZone: 'UTC', reportTime: '06:00' };
const BERLIN_6 = { timeZone: 'Europe/Berlin', reportTime: '06:00' };
const at = (text: string) => Date.parse(`${text}:00Z`);
const dayOf = (rules: Parameters<typeof withDayClock>[0], text: string) => new Calendar(rules).dayOf(at(text));

test('a definition without news of its clock changes nothing', () => {
  const rules = firstDayRules(BERLIN_6);
  expect(withDayClock(rules, { ...BERLIN_6 }, at('2026-11-21T12:00'))).toBe(rules);
});

test('a changed report time holds from the next business day on: no night becomes two', () => {
  const rules = withDayClock(firstDayRules(UTC_6), { ...UTC_6, reportTime: '02:00' }, at('2026-11-22T01:00'));
  expect(dayOf(rules, '2026-11-22T01:30')).toBe('2026-11-21');
  expect(dayOf(rules, '2026-11-22T05:59')).toBe('2026-11-21');
  expect(dayOf(rules, '2026-11-22T06:00')).toBe('2026-11-22');
  expect(dayOf(rules, '2026-11-23T01:59')).toBe('2026-11-22');
  expect(dayOf(rules, '2026-11-23T02:00')).toBe('2026-11-23');
});

test('a later report time leaves the morning after to the night before', () => {
  const rules = withDayClock(firstDayRules(UTC_6), { ...UTC_6, reportTime: '09:00' }, at('2026-11-21T23:00'));
  expect(dayOf(rules, '2026-11-22T08:59')).toBe('2026-11-21');
  expect(dayOf(rules, '2026-11-22T09:00')).toBe('2026-11-22');
});

test('what comes late is told by the clock of its time', () => {
  const rules = withDayClock(firstDayRules(BERLIN_6), { ...BERLIN_6, reportTime: '02:00' }, at('2026-11-21T12:00'));
  const calendar = new Calendar(rules);
  expect(calendar.dayOf(at('2026-11-23T03:00'))).toBe('2026-11-23');
  expect(calendar.dayOf(at('2026-11-22T05:00'))).toBe('2026-11-22');
  expect(calendar.dayOf(at('2026-11-22T04:59'))).toBe('2026-11-21');
  expect(calendar.dayOf(at('2026-11-20T03:00'))).toBe('2026-11-19');
});

test('of the changes on one day the last holds; one that is taken back never was', () => {
  const first = firstDayRules(UTC_6);
  const changed = withDayClock(first, { ...UTC_6, reportTime: '02:00' }, at('2026-11-21T12:00'));
  expect(withDayClock(changed, UTC_6, at('2026-11-21T13:00'))).toEqual(first);
  const again = withDayClock(changed, BERLIN_6, at('2026-11-21T13:00'));
  expect(again).toEqual(withDayClock(first, BERLIN_6, at('2026-11-21T13:00')));
});

test('a clock that does not exist here does not stop the counting', () => {
  const rules = firstDayRules({ timeZone: 'Europe/Atlantis', reportTime: '6 am' });
  expect(dayOf(rules, '2026-11-22T05:59')).toBe('2026-11-21');
  expect(dayOf(rules, '2026-11-22T06:00')).toBe('2026-11-22');
});

const ClockArb = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'),
  reportTime: fc.constantFrom('00:00', '02:30', '06:00', '12:00', '23:00'),
});
const START = at('2026-10-20T12:00');
const HourArb = fc.integer({ min: 0, max: 20 * 24 });

test('whoever changes clocks, and when: a day that has begun goes on to its end', () => {
  const ChangesArb = fc.array(fc.tuple(HourArb, ClockArb), { maxLength: 4 });
  fc.assert(
    fc.property(ClockArb, ChangesArb, HourArb, ClockArb, (first, changes, hour, clock) => {
      const now = START + hour * HOUR_MS;
      const before = changes
        .map(([changedIn, changed]) => [START + changedIn * HOUR_MS, changed] as const)
        .filter(([changedAt]) => changedAt <= now)
        .toSorted(([a], [b]) => a - b)
        .reduce((rules, [changedAt, changed]) => withDayClock(rules, changed, changedAt), firstDayRules(first));
      const after = new Calendar(withDayClock(before, clock, now));
      const unchanged = new Calendar(before);
      for (let time = now - 8 * DAY_MS; time <= now; time += HOUR_MS) {
        expect(after.dayOf(time)).toBe(unchanged.dayOf(time));
      }
      const { day, endsAt } = businessDay(now, before.findLast(({ from }) => from <= now) ?? first);
      for (let time = now; time < endsAt; time += HOUR_MS) expect(after.dayOf(time)).toBe(day);
      const later = now + 27 * HOUR_MS;
      expect(after.dayOf(later)).toBe(businessDay(later, clock).day);
    }),
    { numRuns: 60 },
  );
});

test('in whatever order it is asked, the calendar says what the rule says', () => {
  fc.assert(
    fc.property(ClockArb, fc.array(HourArb, { maxLength: 60 }), (clock, hours) => {
      const calendar = new Calendar(firstDayRules(clock));
      for (const hour of hours) {
        const time = START + hour * HOUR_MS;
        expect(calendar.dayOf(time)).toBe(businessDay(time, clock).day);
      }
    }),
    { numRuns: 30 },
  );
});
