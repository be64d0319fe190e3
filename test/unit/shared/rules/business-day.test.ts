import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BusinessDay, businessDay } from '../../../../src/shared/rules/business-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/limits';

const iso = ({ day, startsAt, endsAt }: BusinessDay) => [
  day,
  new Date(startsAt).toISOString(),
  new Date(endsAt).toISOString(),
];
const dayAt = (at: string, timeZone: string, reportTime = '06:00') =>
  businessDay(Date.parse(at), { timeZone, reportTime });

test.each([
  [
    'a night in Berlin',
    '2026-11-21T23:30:00Z',
    'Europe/Berlin',
    '2026-11-21T05:00:00.000Z',
    '2026-11-22T05:00:00.000Z',
  ],
  [
    'its last moment',
    '2026-11-22T04:59:59.999Z',
    'Europe/Berlin',
    '2026-11-21T05:00:00.000Z',
    '2026-11-22T05:00:00.000Z',
  ],
  [
    'a night in New York',
    '2026-11-22T07:00:00Z',
    'America/New_York',
    '2026-11-21T11:00:00.000Z',
    '2026-11-22T11:00:00.000Z',
  ],
  [
    'a night in Nepal',
    '2026-11-21T18:20:00Z',
    'Asia/Kathmandu',
    '2026-11-21T00:15:00.000Z',
    '2026-11-22T00:15:00.000Z',
  ],
  [
    'a night with 23 hours',
    '2026-03-28T20:00:00Z',
    'Europe/Berlin',
    '2026-03-28T05:00:00.000Z',
    '2026-03-29T04:00:00.000Z',
  ],
])('%s is one day', (_what, at, timeZone, startsAt, endsAt) => {
  expect(iso(dayAt(at, timeZone))).toEqual([startsAt.slice(0, 10), startsAt, endsAt]);
});

test('it starts at its very first moment, and not before', () => {
  expect(dayAt('2026-11-22T05:00:00Z', 'Europe/Berlin').day).toBe('2026-11-22');
  expect(dayAt('2026-11-22T04:59:59.999Z', 'Europe/Berlin').day).toBe('2026-11-21');
});

test('a report time that the clocks leave out is the next that they show', () => {
  // 02:00 to 03:00 is left out on 29 March.
  const night = ['2026-03-28', '2026-03-28T01:30:00.000Z', '2026-03-29T01:00:00.000Z'];
  expect(iso(dayAt('2026-03-29T00:59:59.999Z', 'Europe/Berlin', '02:30'))).toEqual(night);
  const next = ['2026-03-29', '2026-03-29T01:00:00.000Z', '2026-03-30T00:30:00.000Z'];
  expect(iso(dayAt('2026-03-29T01:00:00.000Z', 'Europe/Berlin', '02:30'))).toEqual(next);
});

test('a report time that the clocks show twice is the first of them', () => {
  // 02:00 to 03:00 comes twice on 25 October.
  const next = ['2026-10-25', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z'];
  for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:10:00Z', '2026-10-25T01:45:00Z']) {
    expect(iso(dayAt(at, 'Europe/Berlin', '02:30'))).toEqual(next);
  }
  expect(dayAt('2026-10-25T00:29:59.999Z', 'Europe/Berlin', '02:30').day).toBe('2026-10-24');
});

test('a date that a zone left out lasts until the report time, or not at all', () => {
  // Samoa went from 29 December 2011, 24:00, to 31 December.
  const skippedAt = '2011-12-30T10:00:00.000Z';
  expect(iso(dayAt('2011-12-30T09:00:00Z', 'Pacific/Apia'))).toEqual([
    '2011-12-29',
    '2011-12-29T16:00:00.000Z',
    skippedAt,
  ]);
  expect(iso(dayAt(skippedAt, 'Pacific/Apia'))).toEqual(['2011-12-30', skippedAt, '2011-12-30T16:00:00.000Z']);
  expect(iso(dayAt(skippedAt, 'Pacific/Apia', '00:00'))).toEqual(['2011-12-31', skippedAt, '2011-12-31T10:00:00.000Z']);
});

test('a zone that does not exist has no days', () => {
  expect(() => dayAt('2026-11-22T05:00:00Z', 'Europe/Atlantis')).toThrow(RangeError);
});

/** Zones, and a time at which their clocks were changed: by an hour, by half of one, by a day, in their Ramadan, by law. */
const CHANGES = [
  ['Europe/Berlin', '2026-03-29T01:00:00Z'],
  ['Europe/Berlin', '2026-10-25T01:00:00Z'],
  ['America/New_York', '2026-03-08T07:00:00Z'],
  ['America/New_York', '2026-11-01T06:00:00Z'],
  ['America/St_Johns', '2011-03-13T03:31:00Z'],
  ['America/St_Johns', '2026-11-01T04:30:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
  ['Africa/Casablanca', '2026-02-15T02:00:00Z'],
  ['Africa/Casablanca', '2026-03-22T02:00:00Z'],
  ['America/Sao_Paulo', '2018-11-04T03:00:00Z'],
  ['America/Havana', '2026-11-01T05:00:00Z'],
  ['Asia/Beirut', '2026-03-28T22:00:00Z'],
  ['Asia/Kathmandu', '1985-12-31T18:30:00Z'],
  ['Asia/Pyongyang', '2018-05-04T15:00:00Z'],
  ['Antarctica/Troll', '2026-03-29T01:00:00Z'],
  ['Antarctica/Casey', '2018-03-10T17:00:00Z'],
  ['America/Caracas', '2016-05-01T07:00:00Z'],
  ['Pacific/Apia', '2011-12-30T10:00:00Z'],
  ['Pacific/Kwajalein', '1993-08-21T12:00:00Z'],
  ['Africa/Monrovia', '1972-01-07T00:44:30Z'],
] as const;

const NearAChangeArb = fc.record({
  change: fc.constantFrom(...CHANGES),
  fromChangeMs: fc.oneof(
    fc.integer({ min: -3 * DAY_MS, max: 3 * DAY_MS }),
    fc.integer({ min: -3 * 60, max: 3 * 60 }).map((minutes) => minutes * MINUTE_MS),
  ),
  reportTime: fc
    .oneof(fc.integer({ min: 0, max: 4 * 60 }), fc.integer({ min: 0, max: 24 * 60 - 1 }))
    .map((minutes) => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`),
});

describe('around changes of the clocks', () => {
  test('days follow one another without gap or overlap', () => {
    fc.assert(
      fc.property(NearAChangeArb, ({ change: [timeZone, changeAt], fromChangeMs, reportTime }) => {
        const clock = { timeZone, reportTime };
        const at = Date.parse(changeAt) + fromChangeMs;
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

  test('a day is that of the latest date and time that the clocks have shown', () => {
    fc.assert(
      fc.property(NearAChangeArb, ({ change: [timeZone, changeAt], fromChangeMs, reportTime }) => {
        const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
        const at = Date.parse(changeAt) + fromChangeMs;
        // All whole minutes of the two days before, and now: the clocks go back by less.
        let latest = shown.format(at);
        for (let minute = Math.floor(at / MINUTE_MS) * MINUTE_MS; minute > at - 26 * HOUR_MS; minute -= MINUTE_MS) {
          const text = shown.format(minute);
          if (text > latest) latest = text;
        }
        const [date = '', time = ''] = latest.split(' ');
        const dayBefore = new Date(Date.parse(date) - DAY_MS).toISOString().slice(0, 10);
        expect(businessDay(at, { timeZone, reportTime }).day).toBe(time >= reportTime ? date : dayBefore);
      }),
      { numRuns: 100 },
    );
  });
});
