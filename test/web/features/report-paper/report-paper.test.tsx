import { cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MINUTE_MS } from '../../../../src/shared/limits';
import type { Report } from '../../../../src/shared/schemas/report';
import { chartColumns, niceTicks, occupancyAxis } from '../../../../web/src/features/report-paper/chart-geometry';
import { pageCss } from '../../../../web/src/features/report-paper/page-css';
import { PaperReport } from '../../../../web/src/features/report-paper/paper-report';
import { closedReport, emptyReport, runningReport } from '../../support/report';

const textOf = (element: Element | null | undefined): string => element?.textContent ?? '';
const table = (name: string): HTMLElement => screen.getByRole('table', { name });
/** In place of what was printed before. */
const print = (report: Report) => {
  cleanup();
  render(<PaperReport report={report} />);
};

test('whatever an event is called, it stands at the foot of the page as a text and ends nothing', () => {
  const style = document.createElement('style');
  document.head.append(style);
  const css = pageCss('letter', { eventName: '"; } * { color: red } </style>\n\\', days: 'Fri' });
  expect(css).not.toMatch(/<|\n\\/);
  style.textContent = css;
  expect([...(style.sheet?.cssRules ?? [])].every((rule) => !rule.cssText.startsWith('*'))).toBe(true);
  expect(css).toContain(String.raw`content: "\22 ; } * { color: red } \3c /style>\a \5c  · Fri"`);
  expect(css).toContain('content: "Page " counter(page) " of " counter(pages);');
  style.remove();
});

test('a closed report is complete, a running one says that it is preliminary, an empty one that nothing was counted', () => {
  print(closedReport);
  const names = [
    'Venue and areas',
    'Business days',
    'Periods over capacity',
    'Resets, recounts and changes',
    'Alerts',
  ] as const;
  const rows = names.map((name) => table(name).querySelectorAll('tbody tr').length);
  expect(rows).toEqual([4, 2, 1, closedReport.journal.length, 2]);
  expect(textOf(table('Periods over capacity').querySelector('tbody'))).toBe(
    '東京 LoungeNov 20 19:45:00Nov 20 22:30:002 h 45 min11810018',
  );
  expect(screen.queryByText(/^Preliminary/)).toBeNull();
  print(runningReport);
  screen.getByText(/^Preliminary/);
  print(emptyReport);
  screen.getByText('Nothing was counted on these days.');
  expect(screen.queryByRole('table')).toBeNull();
});

test('what would fill hundreds of pages is left out, and the paper says so', () => {
  const count = 30 * 288;
  const filled = (value: number): number[] => Array<number>(count).fill(value);
  const intervals = {
    ins: filled(1),
    outs: filled(1),
    min: filled(2),
    max: filled(3),
    end: filled(2),
    capacity: filled(9),
  };
  print({
    ...closedReport,
    interval: 5,
    intervalStarts: filled(0).map((_, i) => new Date(Date.UTC(2026, 9, 1) + i * 5 * MINUTE_MS).toISOString()),
    venue: { ...closedReport.venue, intervals },
    areas: closedReport.areas.slice(0, 1).map((area) => ({ ...area, intervals })),
  });
  screen.getByText(/^Intervals are left out: they would fill more than 4,000 rows/);
  expect(screen.queryByRole('table', { name: 'Whole venue' })).toBeNull();
});

test('charts keep the lowest and the highest of what they put together', () => {
  const flat = Array<number>(20).fill(2);
  const [min, max, capacity] = [flat.with(3, 0), flat.with(8, 7), flat.with(17, 1)];
  const column = { min: 2, max: 2, ins: 10, outs: 10, capacity: 2 };
  expect(chartColumns({ ins: flat, outs: flat, min, max, end: flat, capacity }, [0, 20], 4)).toEqual([
    { ...column, from: 0, to: 5, min: 0 },
    { ...column, from: 5, to: 10, max: 7 },
    { ...column, from: 10, to: 15 },
    { ...column, from: 15, to: 20, capacity: 1 },
  ]);
});

test.each([
  [0, 1, [0, 1]],
  [0, 360, [0, 100, 200, 300, 400]],
  [-57, 57, [-100, -50, 0, 50, 100]],
  [-3, 2, [-4, -2, 0, 2]],
])('an axis from %d to %d has round, whole marks', (min, max, ticks) => {
  expect(niceTicks(min, max, 4)).toEqual(ticks);
});

test.each([
  [0, 360, { low: 0, high: 400, ticks: [0, 100, 200, 300, 400] }],
  [-1, 1, { low: -1, high: 1, ticks: [-1, 0, 1] }],
  [-250, 360, { low: -250, high: 400, ticks: [-200, 0, 200, 400] }],
])('an occupancy from %d to %d ends below where it was lowest', (min, max, axis) => {
  expect(occupancyAxis(min, max, 4)).toEqual(axis);
});

test('on paper, what lies below zero has its sign, and no more height than it takes', () => {
  const { venue } = closedReport;
  print({
    ...closedReport,
    venue: { ...venue, intervals: { ...venue.intervals, min: venue.intervals.min.with(60, -100) } },
  });
  const [chart] = screen.getAllByRole('img');
  const texts = [...(chart?.querySelectorAll('text') ?? [])].map(textOf);
  expect(texts.filter((text) => /^-?\d+$/.test(text))).toEqual(['-100', '0', '200', '400']);
  expect(textOf(chart?.previousElementSibling)).toContain('highest 360, lowest -100');
});
