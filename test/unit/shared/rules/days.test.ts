import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/durations';
import { businessDay } from '../../../../src/shared/rules/business-day';
import { countDays } from '../../../../src/shared/rules/business-day';
import { zonedTimes } from '../../../../src/shared/sealed/zoned-time';

/** The business day at a time: its date, its start and its end. */
function dayAt(at: string, timeZone: string, reportTime: string): string {
  const { day, startsAt, endsAt } = businessDay(Date.parse(at), { timeZone, reportTime });
  const [from, to] = [startsAt, endsAt].map((time) => new Date(time).toISOString().replace(':00.000Z', 'Z'));
  return `${day}: ${from} to ${to}`;
}

const BERLIN = 'Europe/Berlin';
const NIGHT = '2026-11-21: 2026-11-21T05:00Z to 2026-11-22T05:00Z';

/** The hour from 02:00 to 03:00 is skipped on 29 March and repeated on 25 October. */
const [LEFT_OUT, TWICE] = [
  '2026-03-28: 2026-03-28T01:30Z to 2026-03-29T01:00Z',
  '2026-10-25: 2026-10-25T00:30Z to 2026-10-26T01:30Z',
];

/** Samoa went from 29 December 2011, 24:00, to 31 December. */
const SAMOA = 'Pacific/Apia';
const NO_30TH = '2011-12-31: 2011-12-30T10:00Z to 2011-12-31T10:00Z';

test.each([
  ['a night in Berlin is one day until its last moment', '2026-11-22T04:59:59.999Z', BERLIN, '06:00', NIGHT],
  ['a skipped report time becomes the next existing time', '2026-03-29T00:59:59.999Z', BERLIN, '02:30', LEFT_OUT],
  ['a repeated report time means the first occurrence', '2026-10-25T01:45:00Z', BERLIN, '02:30', TWICE],
  ['a skipped date has no moment', '2011-12-30T10:00:00Z', SAMOA, '00:00', NO_30TH],
])('%s: %s in %s at %s', (_what, at, timeZone, reportTime, expected) => {
  expect(dayAt(at, timeZone, reportTime)).toBe(expected);
});

/** Times at which clocks changed: by an hour, by half an hour, by a day, around Ramadan, and by law. */
const CHANGES = [
  [BERLIN, '2026-03-29T01:00:00Z'],
  [BERLIN, '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/St_Johns', '2011-03-13T03:31:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Asia/Kathmandu', '1985-12-31T18:30:00Z'],
  ['Antarctica/Troll', '2026-03-29T01:00:00Z'],
  [SAMOA, '2011-12-30T10:00:00Z'],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
] as const;

describe('business days around clock changes', () => {
  const fromChangeMs = fc.oneof(
    fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
    fc.integer({ min: -3 * 60, max: 3 * 60 }).map((minutes) => minutes * MINUTE_MS),
  );
  const reportTime = fc
    .oneof(fc.integer({ min: 0, max: 4 * 60 }), fc.integer({ min: 0, max: 24 * 60 - 1 }))
    .map((minutes) => new Date(minutes * MINUTE_MS).toISOString().slice(11, 16));
  const near = fc
    .tuple(fc.constantFrom(...CHANGES), fromChangeMs, reportTime)
    .map(([[timeZone, changedAt], ms, time]) => [Date.parse(changedAt) + ms, { timeZone, reportTime: time }] as const);

  test('days follow one another without gap or overlap', () => {
    fc.assert(
      fc.property(near, ([at, clock]) => {
        const here = businessDay(at, clock);
        expect(here.startsAt).toBeLessThanOrEqual(at);
        expect(here.endsAt).toBeGreaterThan(at);
        expect(businessDay(here.startsAt, clock)).toEqual(here);
        expect(businessDay(here.endsAt - 1, clock)).toEqual(here);
        const before = businessDay(here.startsAt - 1, clock);
        const after = businessDay(here.endsAt, clock);
        expect([before.endsAt, after.startsAt]).toEqual([here.startsAt, here.endsAt]);
        expect(before.day < here.day && here.day < after.day).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  test('a moment belongs to the day of the latest date and time that the clocks have shown', () => {
    fc.assert(
      fc.property(near, ([at, clock]) => {
        const { timeZone } = clock;
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        // Checks all whole minutes of the day before, and now. Clocks go back by less than that.
        let latest = shown.format(at);
        for (let minute = Math.floor(at / MINUTE_MS) * MINUTE_MS; minute > at - 26 * HOUR_MS; minute -= MINUTE_MS) {
          const text = shown.format(minute);
          if (text > latest) latest = text;
        }
        const [date = '', time = ''] = latest.split(' ');
        const dayBefore = new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
        expect(businessDay(at, clock).day).toBe(time >= clock.reportTime ? date : dayBefore);
      }),
      { numRuns: 100 },
    );
  });
});

test('calendar days are counted including the first and the last, whatever clocks do', () => {
  expect(countDays('2026-07-31', '2026-07-31')).toBe(1);
  expect(countDays('2028-02-28', '2028-03-01')).toBe(3);
});

test.each([
  ['UTC', '2026-07-31T22:15:00.007Z', '2026-07-31T22:15:00.007+00:00'],
  [BERLIN, '2026-07-31T22:15:00.000Z', '2026-08-01T00:15:00.000+02:00'],
  ['America/St_Johns', '2026-01-01T01:00:00.000Z', '2025-12-31T21:30:00.000-03:30'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00.000Z', '2026-04-05T01:30:00.000+10:30'],
  ['Australia/Lord_Howe', '2026-04-04T14:59:59.999Z', '2026-04-05T01:59:59.999+11:00'],
])('the time in %s at %s is %s', (timeZone, at, shown) => {
  expect(zonedTimes(timeZone)(Date.parse(at))).toBe(shown);
});
