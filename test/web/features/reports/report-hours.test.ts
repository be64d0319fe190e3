import { expect, test } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { hourMap } from '../../../../web/src/features/reports/hour-map';
import { shownIntervals } from '../../../../web/src/features/reports/shown-intervals';
import { closedReport } from '../../support/report';

const HOUR_MS = 3_600_000;

/** A day in Berlin by hours, its numbers those of the hours that are left. */
function dayOf(startsAt: string, hours: number): Report {
  const numbers = Array.from({ length: hours }, (_, i) => hours - i);
  const intervals = {
    ins: numbers,
    outs: numbers,
    min: numbers,
    max: numbers,
    end: numbers,
    capacity: numbers.map(() => 100),
  };
  return {
    ...closedReport,
    interval: 60,
    intervalStarts: numbers.map((_, i) => new Date(Date.parse(startsAt) + i * HOUR_MS).toISOString()),
    days: closedReport.days.slice(0, 1),
    venue: { ...closedReport.venue, intervals },
  };
}

test('an hour that the clocks show twice has the most of both, one that they leave out is empty', () => {
  const autumn = hourMap(dayOf('2026-10-24T04:00:00.000Z', 25));
  const at = (map: typeof autumn, hour: number) => map.days[0]?.cells[map.hours.indexOf(hour)];
  expect(autumn.hours).toHaveLength(24);
  expect(at(autumn, 6)?.max).toBe(25);
  expect(at(autumn, 1)?.max).toBe(6);
  expect(at(autumn, 2)).toEqual({ max: 5, share: 0.05 });
  expect(at(autumn, 5)?.max).toBe(1);
  const spring = hourMap(dayOf('2026-03-28T05:00:00.000Z', 23));
  expect(at(spring, 2)).toBeNull();
  expect(at(spring, 3)?.max).toBe(3);
});

test('a chart leaves out the hours of the clock in which nobody was there on any day, but one before and after', () => {
  const shown = shownIntervals(closedReport);
  const startOf = (i: number) => closedReport.intervalStarts[shown[i] ?? -1];
  expect(startOf(0)).toBe('2026-11-20T16:00:00.000Z');
  expect(shown).toHaveLength(2 * 40);
  expect(startOf(40)).toBe('2026-11-21T16:00:00.000Z');
  const left = [...closedReport.intervalStarts.keys()].filter((at) => !shown.includes(at));
  for (const at of left) expect(closedReport.venue.intervals.max[at]).toBe(0);
});
