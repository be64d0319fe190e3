import { cleanup, render, screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { PaperReport } from '../../../../web/src/features/reports/paper/paper-report';
import { chartAxes } from '../../../../web/src/features/reports/chart/chart-axes';
import { headLines } from '../../../../web/src/features/reports/tables/subject-tables';
import { ACCOUNT_API } from '../../support/account';
import { path, renderApp } from '../../support/render-app';
import { closedReport, yearReport } from '../../support/report';
import { stubApi } from '../../support/stub-api';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

/** Loads the screen's code first, so that tests wait only for the screen. */
beforeAll(() => import('../../../../web/src/features/reports/reports-screen'));

const YEAR = 'from=2025-11-22&to=2026-11-22';
const NO_COLORS = {
  curve: '',
  fill: '',
  outs: '',
  ink: '',
  muted: '',
  line: '',
  lineStrong: '',
  bad: '',
  badSoft: '',
};
const API = {
  ...ACCOUNT_API,
  'GET /api/events/e1/reports': [200, { reports: [] }] as const,
  'GET /api/events/e1/report?interval=15': [200, closedReport] as const,
  [`GET /api/events/e1/report?interval=day&${YEAR}`]: [200, yearReport] as const,
};

test('a year is chosen with one click, and shown by days without hours and without other intervals', async () => {
  stubApi(API);
  const { user } = renderApp('/app/reports?event=e1');
  await screen.findByRole('radiogroup', { name: 'Intervals of' });
  await user.click(screen.getByRole('button', { name: '1 year' }));
  expect(path()).toBe(`/app/reports?event=e1&${YEAR}`);
  await user.click(await screen.findByText('Figures of each day'));
  expect(screen.getByRole('button', { name: '1 year' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('radiogroup', { name: 'Intervals of' })).toBeNull();
  expect(screen.queryByRole('heading', { name: 'Hours' })).toBeNull();
  const rows = within(screen.getByRole('group', { name: 'Days of Venue' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).slice(0, 3));
  expect(rows).toEqual([
    ['Business day', 'In', 'Out'],
    ...yearReport.days.map(({ ins, outs }, i) => [
      ['Fri, Nov 20, 2026', 'Sat, Nov 21, 2026'][i],
      String(ins),
      String(outs),
    ]),
  ]);
  const slider = screen.getByRole('slider', { name: 'Occupancy of Venue over time' });
  expect(slider.getAttribute('aria-valuetext')).toMatch(/^Sat, Nov 21, 2026: 0–360 inside\. 3\d\d in, 3\d\d out\./);
  expect(slider.getAttribute('aria-valuemax')).toBe('1');
  // The days are in two years, so every moment has its year.
  screen.getByText(/at Nov 21, 2026 21:22, 90% of 400/);
});

test('a file of single taps is not offered for more days than it can have', async () => {
  stubApi(API);
  renderApp(`/app/reports?event=e1&${YEAR}`);
  await screen.findByText('A file of single taps covers at most 31 days. Choose fewer days for it.');
  screen.getByRole('button', { name: 'Intervals (CSV)' });
  expect(screen.queryByRole('button', { name: 'All taps (CSV)' })).toBeNull();
});

test('a day of a year is opened with intervals that show its course', async () => {
  stubApi(API);
  const { user } = renderApp(`/app/reports?event=e1&${YEAR}`);
  await user.click(await screen.findByRole('link', { name: 'Sat, Nov 21, 2026' }));
  expect(path()).toBe('/app/reports?event=e1&from=2026-11-21&to=2026-11-21');
});

test('the axis of a chart over a year has as many dates as fit on a phone', () => {
  const [sample] = yearReport.days;
  const starts = Array.from({ length: 366 }, (_, i) => new Date(Date.parse('2025-11-22T05:00:00Z') + i * 86_400_000));
  const days = starts.flatMap((at, firstInterval) =>
    sample ? { ...sample, startsAt: at.toISOString(), firstInterval } : [],
  );
  const report = { ...yearReport, days, intervalStarts: starts.map((at) => at.toISOString()) };
  const [axis] = chartAxes(report, [...days.keys()], { colors: NO_COLORS, rem: 16 });
  const ctx = { save: () => {}, restore: () => {}, measureText: () => ({ width: 70 }) };
  const plot = { bbox: { width: 350 * devicePixelRatio }, ctx };
  const splits = typeof axis?.splits === 'function' ? Reflect.apply(axis.splits, null, [plot]) : [];
  expect(splits).toEqual([0, 101, 202, 303]);
});

test('paper and workbook of a year have a line for each day', () => {
  cleanup();
  render(<PaperReport report={yearReport} />);
  screen.getByText('One line a business day. Days on which nobody came, left or was inside are left out.');
  const table = screen.getByRole('table', { name: 'Venue' });
  expect(within(table).getAllByText(/^(Fri|Sat), Nov 2\d, 2026$/)).toHaveLength(2);
  const line = headLines(yearReport).find(({ label }) => label === 'Interval');
  expect(line?.value).toBe('Business day');
});

test('a report says how many periods and quiet times it leaves out', async () => {
  const cut = { ...yearReport, overCapacityLeftOut: 1_234, quietTimesLeftOut: 5 };
  stubApi({ ...API, [`GET /api/events/e1/report?interval=day&${YEAR}`]: [200, cut] });
  renderApp(`/app/reports?event=e1&${YEAR}`);
  await screen.findByText('1,234 later periods are not shown. A report over fewer days has them.');
  expect(screen.getByText(/^5 later times without a tap are not shown\./)).toBeTruthy();
});
