import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../../src/shared/durations';
import { intervalCsv } from '../../../src/reports/files/interval-csv';
import { businessDay } from '../../../src/shared/rules/business-day';
import { zonedTimes } from '../../../src/shared/sealed/zoned-time';
import type { Report, ReportSubject } from '../../../src/shared/schemas/report';
import { at, CLOCK, roomWith, TestRoom } from './support';
import { reportOf, twoNights } from './two-nights';

const iso = (time: number): string => new Date(time).toISOString();
const areaIn = ({ areas: [area] }: Report): ReportSubject => {
  if (area === undefined) throw new Error('The report has no area');
  return area;
};

test.each([
  ['2026-03-28', 23],
  ['2026-10-24', 25],
])('intervals of %s match the hours of a day on which clocks change: %i', (day, hours) => {
  const room = new TestRoom();
  const noon = Date.parse(`${day}T12:00:00Z`);
  room.addArea(noon - 1, 'hall', 0);
  room.tap(noon);
  const report = reportOf(room, { from: day, to: day, now: noon + 48 * HOUR_MS });
  expect(report.intervalStarts).toHaveLength(hours);
  expect(report.venue.intervals.end.filter((people) => people === 1)).toHaveLength(
    report.intervalStarts.filter((start) => Date.parse(start) > noon - HOUR_MS).length,
  );
});

test('the capacity of an interval is that in force when its most people were first inside', () => {
  const room = roomWith({ hall: 200 });
  room.tap(at(0), { change: 190 });
  // Within five minutes: the most people, then less, then a capacity that would never have been enough.
  room.tap(at(61), { change: 3 });
  room.tap(at(62), { change: -100 });
  room.setCapacity(at(63), 'hall', 120);
  // 120 people come before the capacity rises, and none of them after it.
  room.tap(at(121), { change: 27 });
  room.setCapacity(at(122), 'hall', 300);
  room.tap(at(123), { change: -1 });
  // The capacity falls before the most people come, in the same five minutes and without a tap before.
  room.setCapacity(at(181), 'hall', 150);
  room.tap(at(182), { change: 11 });
  // Nobody comes or goes: those inside were there when the hour began.
  room.setCapacity(at(250), 'hall', 0);
  const { intervals } = areaIn(reportOf(room, { now: at(6 * 60) }));
  expect(intervals.max.slice(12)).toEqual([190, 193, 120, 130, 130, 130, 130]);
  expect(intervals.capacity.slice(12)).toEqual([200, 200, 120, 150, 150, null, null]);
  const slots = areaIn(reportOf(room, { now: at(6 * 60), interval: 5 })).intervals;
  const slotAt = (minute: number) => [144 + minute / 5].map((slot) => [slots.max[slot], slots.capacity[slot]])[0];
  expect([60, 65, 120, 125, 180, 185].map(slotAt)).toEqual([
    [193, 200],
    [93, 120],
    [120, 120],
    [119, 300],
    [130, 150],
    [130, 150],
  ]);
});

describe('intervals of a day', () => {
  test.each([
    ['2026-03-28', 23],
    ['2026-10-24', 25],
    ['2026-07-10', 24],
  ])('the day %s and the next one have one interval each, the first with %i hours', (day, hours) => {
    const room = new TestRoom();
    const noon = Date.parse(`${day}T12:00:00Z`);
    const nextDay = iso(noon + 24 * HOUR_MS).slice(0, 10);
    room.addArea(noon - 1, 'hall', 0);
    room.tap(noon, { change: 7 });
    // The last hour of the first day, whose clocks change at 02:00 or 03:00, and the first of the next day.
    const ends = businessDay(noon, CLOCK).endsAt;
    room.tap(ends - 1, { change: -3 });
    room.tap(ends, { change: 2 });
    const report = reportOf(room, { from: day, to: nextDay, interval: 'day', now: noon + 72 * HOUR_MS });
    expect(report.intervalStarts).toEqual(report.days.map(({ startsAt }) => startsAt));
    expect(Date.parse(report.days[1]?.startsAt ?? '') - Date.parse(report.days[0]?.startsAt ?? '')).toBe(
      hours * HOUR_MS,
    );
    expect(report.days.map(({ firstInterval }) => firstInterval)).toEqual([0, 1]);
    expect(report.venue.intervals).toMatchObject({ ins: [7, 2], outs: [3, 0], min: [0, 4], max: [7, 6], end: [4, 6] });
    const lines = [...intervalCsv(report)].slice(1).map((line) => line.split(',').slice(0, 3));
    const time = zonedTimes(CLOCK.timeZone);
    expect(lines.slice(0, 2)).toEqual([
      [day, time(ends - hours * HOUR_MS), time(ends)],
      [nextDay, time(ends), time(ends + 24 * HOUR_MS)],
    ]);
  });

  test('a running day is an interval up to now', () => {
    const report = reportOf(twoNights(), { interval: 'day', now: at(13 * 60 + 1) });
    expect(report.venue.intervals).toMatchObject({ ins: [10, 1], max: [10, 11], end: [10, 11] });
  });
});
