import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Calendar, firstDayRules, withDayClock } from '../../../src/room/state/day-rules';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { businessDay } from '../../../src/shared/rules/business-day';

const UTC_6 = { timeZone: 'UTC', reportTime: '06:00' };
const BERLIN_6 = { timeZone: 'Europe/Berlin', reportTime: '06:00' };
const at = (text: string) => Date.parse(`${text}:00Z`);
const dayOf = (rules: Parameters<typeof withDayClock>[0], text: string) => new Calendar(rules).dayOf(at(text));

test('a changed report time applies from the next business day on, so no night becomes two days', () => {
  const rules = withDayClock(firstDayRules(UTC_6), { ...UTC_6, reportTime: '02:00' }, at('2026-11-22T01:00'));
  // A late tap uses the clock that applied at its time.
  const times = ['20T05:59', '22T01:30', '22T05:59', '22T06:00', '23T01:59', '23T02:00'];
  const days = ['19', '21', '21', '22', '22', '23'].map((day) => `2026-11-${day}`);
  expect(times.map((time) => dayOf(rules, `2026-11-${time}`))).toEqual(days);
});

test('the last change of a day applies, and a change that is reverted leaves no trace', () => {
  const first = firstDayRules(UTC_6);
  const changed = withDayClock(first, { ...UTC_6, reportTime: '02:00' }, at('2026-11-21T12:00'));
  expect(withDayClock(changed, UTC_6, at('2026-11-21T13:00'))).toEqual(first);
  const again = withDayClock(changed, BERLIN_6, at('2026-11-21T13:00'));
  expect(again).toEqual(withDayClock(first, BERLIN_6, at('2026-11-21T13:00')));
});

test('an unknown time zone or report time does not stop the counting', () => {
  const rules = firstDayRules({ timeZone: 'Europe/Atlantis', reportTime: '6 am' });
  const times = ['2026-11-22T05:59', '2026-11-22T06:00'];
  expect(times.map((time) => dayOf(rules, time))).toEqual(['2026-11-21', '2026-11-22']);
});

const KIRITIMATI = { timeZone: 'Pacific/Kiritimati', reportTime: '06:00' };
const HONOLULU = { timeZone: 'Pacific/Honolulu', reportTime: '06:00' };

test('an admin who keeps changing the zone across the globe loses one day in thirty and no more', () => {
  const begin = at('2026-10-01T00:00');
  let rules = firstDayRules(KIRITIMATI);
  for (let day = 0; day < 90; day += 1) {
    const { from, timeZone } = rules.at(-1) ?? rules[0];
    // The zone changes to the other side as soon as the previous change applies.
    if (from <= begin + day * DAY_MS) {
      rules = withDayClock(rules, timeZone === KIRITIMATI.timeZone ? HONOLULU : KIRITIMATI, begin + day * DAY_MS);
    }
  }
  const calendar = new Calendar(rules);
  const names = new Set<string>();
  for (let hour = 0; hour < 90 * 24; hour += 3) names.add(calendar.dayOf(begin + hour * HOUR_MS));
  // One day in thirty is missing from ninety days, and both ends may cut off another one.
  expect(names.size).toBeGreaterThanOrEqual(90 - 4);
});

const ClockArb = fc.record({
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Pacific/Kiritimati'),
  reportTime: fc.constantFrom('00:00', '02:30', '06:00', '12:00', '23:00'),
});
const START = at('2026-10-20T12:00');
const HourArb = fc.integer({ min: 0, max: 20 * 24 });

test('a day that has begun continues to its end, whatever clock changes come and when', () => {
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
      for (let time = now - 8 * DAY_MS; time <= now; time += 3 * HOUR_MS) {
        expect(after.dayOf(time)).toBe(unchanged.dayOf(time));
      }
      const { endsAt } = businessDay(now, before.findLast(({ from }) => from <= now) ?? first);
      // The name may differ from that of the clock. Far to the west a date may repeat, and names never go back.
      const day = unchanged.dayOf(now);
      for (let time = now; time < endsAt; time += 2 * HOUR_MS) expect(after.dayOf(time)).toBe(day);
      // A change applies after the day and the largest zone difference, or after the wait.
      const { from } = after.rules.at(-1) ?? after.rules[0];
      expect(from).toBeLessThan(now + 33 * DAY_MS);
      const later = Math.max(now, from) + 53 * HOUR_MS;
      expect(after.dayOf(later)).toBe(businessDay(later, clock).day);
    }),
    { numRuns: 30 },
  );
});

const ChangedRulesArb = fc.array(fc.tuple(HourArb, ClockArb), { minLength: 1, maxLength: 5 }).map((changes) =>
  changes
    .map(([hour, clock]) => [START + hour * HOUR_MS, clock] as const)
    .toSorted(([a], [b]) => a - b)
    .reduce((rules, [changedAt, clock]) => withDayClock(rules, clock, changedAt), firstDayRules(UTC_6)),
);

test('days have names in order and last from their first to their last moment, whatever clocks applied', () => {
  fc.assert(
    fc.property(ChangedRulesArb, (rules) => {
      const calendar = new Calendar(rules);
      let before = calendar.businessDayOf(START - 3 * DAY_MS);
      for (let time = START - 3 * DAY_MS; time < START + 24 * DAY_MS; time += 6 * HOUR_MS) {
        const day = calendar.businessDayOf(time);
        expect([day.startsAt <= time, time < day.endsAt]).toEqual([true, true]);
        if (day.startsAt !== before.startsAt) {
          // A change may leave a day that is shorter than the step.
          expect(new Calendar(rules).businessDayOf(day.startsAt - 1).endsAt).toBe(day.startsAt);
          expect(day.day > before.day).toBe(true);
          before = day;
        } else expect(day).toEqual(before);
      }
    }),
    { numRuns: 8 },
  );
});

test('a day is found by its name, and a skipped name finds the next day', () => {
  const rules = firstDayRules({ timeZone: 'Pacific/Honolulu', reportTime: '23:00' });
  const calendar = new Calendar(withDayClock(rules, { ...KIRITIMATI, reportTime: '00:00' }, at('2026-11-20T12:00')));
  const names = new Set<string>();
  for (let time = at('2026-11-15T00:00'); time < at('2026-11-26T00:00'); time += HOUR_MS)
    names.add(calendar.dayOf(time));
  for (let day = 16; day < 25; day += 1) {
    const name = `2026-11-${day}`;
    const found = calendar.businessDayOf(calendar.startOf(name));
    expect(found.startsAt).toBe(calendar.startOf(name));
    expect(found.day).toBe([...names].filter((each) => each >= name).toSorted()[0]);
  }
  expect(names.has('2026-11-20')).toBe(false);
});
