import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../../src/shared/limits';
import type { Intervals, Report } from '../../../../src/shared/schemas/report';
import { roundBelow } from '../../../../web/src/features/reports/chart/chart-axes';
import { FlowCharts } from '../../../../web/src/features/reports/chart/flow-charts';
import { withoutOverlaps } from '../../../../web/src/features/reports/chart/tick-room';
import { hourMap } from '../../../../web/src/features/reports/hour-map';
import { shownIntervals } from '../../../../web/src/features/reports/shown-intervals';
import { FakePlot } from '../../support/fake-plot';
import { closedReport, runningReport } from '../../support/report';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

const chartOf = (report: Report) => <FlowCharts report={report} subject={report.venue} name="Whole venue" />;
const spoken = () => screen.getByRole('slider').getAttribute('aria-valuetext');
const { venue, days, intervalStarts } = closedReport;
const withIntervals = (change: Partial<Intervals>): Report => ({
  ...closedReport,
  venue: { ...venue, intervals: { ...venue.intervals, ...change } },
});

/** The same in steps of an hour. */
const hourly: Report = (() => {
  const every = <T,>(column: readonly T[]): T[] => column.filter((_, i) => i % 4 === 0);
  const { ins, outs, min, max, end, capacity } = venue.intervals;
  const intervals = {
    ins: every(ins),
    outs: every(outs),
    min: every(min),
    max: every(max),
    end: every(end),
    capacity: every(capacity),
  };
  return {
    ...withIntervals(intervals),
    interval: 60,
    intervalStarts: every(intervalStarts),
    days: days.map((day) => ({ ...day, firstInterval: day.firstInterval / 4 })),
  };
})();

test('who looks at a moment keeps it in other steps and while the day goes on; other days have none, but their peak', async () => {
  const { rerender } = render(chartOf(runningReport));
  const user = userEvent.setup();
  screen.getByRole('slider').focus();
  await user.keyboard('{Home}{PageDown}{PageDown}{PageDown}{PageUp}{PageUp}{ArrowRight}');
  expect(spoken()).toMatch(/^Fri, Nov 20, 22:15–22:30:/);
  rerender(chartOf(hourly));
  expect(spoken()).toMatch(/^Fri, Nov 20, 22:00–23:00:/);
  rerender(chartOf(closedReport));
  expect(spoken()).toMatch(/^Fri, Nov 20, 22:15–22:30:/);
  const weekLater = (iso: string) => new Date(Date.parse(iso) + 7 * DAY_MS).toISOString();
  rerender(chartOf({ ...closedReport, intervalStarts: intervalStarts.map(weekLater) }));
  expect(spoken()).toMatch(/^Sat, Nov 28, 21:15–21:30: .*360 inside/);
});

const drawn = (column: number) => (FakePlot.all[0]?.data[column] ?? []).filter((people) => people !== null);

test('a capacity far above the crowd is not drawn, or the crowd would lie flat on the axis', () => {
  const { unmount } = render(chartOf(withIntervals({ capacity: intervalStarts.map(() => 50_000) })));
  expect(drawn(2)).toEqual([]);
  unmount();
  render(chartOf(withIntervals({ capacity: intervalStarts.map(() => 800) })));
  expect(new Set(drawn(2))).toEqual(new Set([800]));
});

test('what lies below zero is drawn there with its sign, as wide as its step; of a flow, those who leave are people', () => {
  render(chartOf(withIntervals({ min: venue.intervals.min.with(60, -12) })));
  expect(drawn(4)).toEqual([-12, -12]);
  const labels = FakePlot.all.map(({ options }): unknown => {
    const values = options.axes?.[1]?.values;
    return typeof values === 'function' ? Reflect.apply(values, undefined, [undefined, [-200, 0, 200]]) : null;
  });
  expect(labels).toEqual([
    ['-200', '0', '200'],
    ['200', '0', '200'],
  ]);
});

test('the round number below is as near as one digit tells it', () => {
  expect([1, 3.18, 9.9, 47, 100, 260, 1060].map(roundBelow)).toEqual([1, 3, 9, 40, 100, 200, 1000]);
});

test('labels that have no room beside each other are left out, the dates last', () => {
  const ticks = [
    { position: 0, label: '12:00\nFri, Nov 20' },
    { position: 4, label: '16:00' },
    { position: 8, label: '20:00' },
    { position: 11, label: '12:00\nSat, Nov 21' },
    { position: 12, label: '13:00' },
  ];
  const left = (pxPerStep: number) => withoutOverlaps(ticks, { pxPerStep, gap: 4 }, (line) => line.length * 6);
  expect([60, 14, 7, 5].map((px) => left(px).map(({ position }) => position))).toEqual([
    [0, 4, 8, 11, 12],
    [0, 4, 11],
    [0, 11],
    [0, 11],
  ]);
  expect(left(5).map(({ label }) => label)).toEqual(['12:00\nFri, Nov 20', '12:00']);
});

/** A day in Berlin by hours, its numbers those of the hours that are left. */
function dayOf(startsAt: string, hours: number): Report {
  const numbers = Array.from({ length: hours }, (_, i) => hours - i);
  const capacity = numbers.map(() => 100);
  return {
    ...withIntervals({ ins: numbers, outs: numbers, min: numbers, max: numbers, end: numbers, capacity }),
    interval: 60,
    intervalStarts: numbers.map((_, i) => new Date(Date.parse(startsAt) + i * HOUR_MS).toISOString()),
    days: days.slice(0, 1),
  };
}

test('an hour that the clocks show twice has the most of both, one that they leave out is empty', () => {
  const autumn = hourMap(dayOf('2026-10-24T04:00:00.000Z', 25));
  const at = (map: typeof autumn, hour: number) => map.days[0]?.cells[map.hours.indexOf(hour)];
  expect(autumn.hours).toHaveLength(24);
  expect([6, 1, 5].map((hour) => at(autumn, hour)?.max)).toEqual([25, 6, 1]);
  expect(at(autumn, 2)).toEqual({ max: 5, share: 0.05 });
  const spring = hourMap(dayOf('2026-03-28T05:00:00.000Z', 23));
  expect(at(spring, 2)).toBeNull();
  expect(at(spring, 3)?.max).toBe(3);
});

test('a chart leaves out the hours of the clock in which nobody was there on any day, but one before and after', () => {
  const shown = shownIntervals(closedReport);
  expect(shown).toHaveLength(2 * 40);
  const starts = [0, 40].map((i) => intervalStarts[shown[i] ?? -1]);
  expect(starts).toEqual(['2026-11-20T16:00:00.000Z', '2026-11-21T16:00:00.000Z']);
  const left = [...intervalStarts.keys()].filter((at) => !shown.includes(at));
  for (const at of left) expect(venue.intervals.max[at]).toBe(0);
});
