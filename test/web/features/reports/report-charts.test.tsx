import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { roundBelow } from '../../../../web/src/features/reports/chart/chart-axes';
import { FlowCharts } from '../../../../web/src/features/reports/chart/flow-charts';
import { withoutOverlaps } from '../../../../web/src/features/reports/chart/tick-room';
import { FakePlot } from '../../support/fake-plot';
import { closedReport, runningReport } from '../../support/report';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

const chartOf = (report: Report) => <FlowCharts report={report} subject={report.venue} name="Whole venue" />;
const spoken = () => screen.getByRole('slider').getAttribute('aria-valuetext');

/** The same in steps of an hour. */
const hourly: Report = (() => {
  const { venue, days, intervalStarts } = closedReport;
  const starts = intervalStarts.filter((_, i) => i % 4 === 0);
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
    ...closedReport,
    interval: 60,
    intervalStarts: starts,
    days: days.map((day) => ({ ...day, firstInterval: day.firstInterval / 4 })),
    venue: { ...venue, intervals },
  };
})();

test('who looks at a moment keeps it in other steps and while the day goes on', async () => {
  const { rerender } = render(chartOf(runningReport));
  const user = userEvent.setup();
  screen.getByRole('slider').focus();
  await user.keyboard('{Home}{PageDown}{PageDown}{PageDown}{PageUp}{PageUp}{ArrowRight}');
  expect(spoken()).toMatch(/^Fri, Nov 20, 22:15–22:30:/);
  rerender(chartOf(hourly));
  expect(spoken()).toMatch(/^Fri, Nov 20, 22:00–23:00:/);
  rerender(chartOf(closedReport));
  expect(spoken()).toMatch(/^Fri, Nov 20, 22:15–22:30:/);
});

test('other days have no such moment: their peak is what is told', async () => {
  const { rerender } = render(chartOf(closedReport));
  const user = userEvent.setup();
  screen.getByRole('slider').focus();
  await user.keyboard('{Home}');
  const weekLater = (iso: string) => new Date(Date.parse(iso) + 7 * 86_400_000).toISOString();
  rerender(chartOf({ ...closedReport, intervalStarts: closedReport.intervalStarts.map(weekLater) }));
  expect(spoken()).toMatch(/^Sat, Nov 28, 21:15–21:30: .*360 inside/);
});

const withIntervals = (change: Partial<Report['venue']['intervals']>): Report => ({
  ...closedReport,
  venue: { ...closedReport.venue, intervals: { ...closedReport.venue.intervals, ...change } },
});
const drawn = (column: number) => (FakePlot.all[0]?.data[column] ?? []).filter((people) => people !== null);

test('a capacity far above the crowd is not drawn, or the crowd would lie flat on the axis', () => {
  const all = closedReport.intervalStarts;
  const { unmount } = render(chartOf(withIntervals({ capacity: all.map(() => 50_000) })));
  expect(drawn(2)).toEqual([]);
  unmount();
  render(chartOf(withIntervals({ capacity: all.map(() => 800) })));
  expect(new Set(drawn(2))).toEqual(new Set([800]));
});

test('what lies below zero is drawn there, as wide as its step', () => {
  const min = closedReport.venue.intervals.min.with(60, -12);
  render(chartOf(withIntervals({ min })));
  expect(drawn(4)).toEqual([-12, -12]);
});

test('at the axis an occupancy below zero has its sign; of a flow, those who leave are people, too', () => {
  render(chartOf(closedReport));
  const labels = FakePlot.all.map(({ options }): unknown => {
    const values = options.axes?.[1]?.values;
    return typeof values === 'function' ? Reflect.apply(values, undefined, [undefined, [-200, 0, 200]]) : null;
  });
  expect(labels).toEqual([
    ['-200', '0', '200'],
    ['200', '0', '200'],
  ]);
});

test.each([
  [1, 1],
  [3.18, 3],
  [9.9, 9],
  [47, 40],
  [100, 100],
  [260, 200],
  [1060, 1000],
])('below %d the round number is %d', (most, round) => {
  expect(roundBelow(most)).toBe(round);
});

test('labels that have no room beside each other are left out, the dates last', () => {
  const ticks = [
    { position: 0, label: '12:00\nFri, Nov 20' },
    { position: 4, label: '16:00' },
    { position: 8, label: '20:00' },
    { position: 11, label: '12:00\nSat, Nov 21' },
    { position: 12, label: '13:00' },
  ];
  const left = (pxPerStep: number) =>
    withoutOverlaps(ticks, { pxPerStep, gap: 4 }, (line) => line.length * 6).map(({ position }) => position);
  const labels = withoutOverlaps(ticks, { pxPerStep: 5, gap: 4 }, (line) => line.length * 6).map(({ label }) => label);
  expect(left(60)).toEqual([0, 4, 8, 11, 12]);
  expect(left(14)).toEqual([0, 4, 11]);
  expect(left(7)).toEqual([0, 11]);
  expect(left(5)).toEqual([0, 11]);
  expect(labels).toEqual(['12:00\nFri, Nov 20', '12:00']);
});
