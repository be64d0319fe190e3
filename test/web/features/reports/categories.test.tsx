import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Report } from '../../../../src/shared/schemas/report';
import { CategoriesSection } from '../../../../web/src/features/reports/categories/categories-section';
import {
  categoriesOverTimeTable,
  categoriesTable,
  shareColumns,
} from '../../../../web/src/features/reports/categories/categories-tables';
import { workbookOrder } from '../../../../web/src/features/reports/downloads/sheets';
import { PaperCategories } from '../../../../web/src/features/reports/categories/paper-categories';
import { categoryReport, closedReport } from '../../support/report';

const place = {
  eventId: 'e1',
  from: '2026-11-20',
  to: '2026-11-21',
  interval: 15,
  areaId: null,
  revision: null,
} as const;
const show = (report: Report, areaId: string | null = null) =>
  render(<CategoriesSection report={report} place={{ ...place, areaId }} />);
/** The rows of a table, with plain spaces. */
const linesOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) =>
      [...row.children]
        .map(({ textContent }) => textContent)
        .join(' | ')
        .replaceAll(/\s/g, ' '),
    );
const [venue] = [categoryReport.venue];
const [adults, children] = venue.categories ?? [];

test('the section lists each category of the venue and of the areas that were counted by category', () => {
  show(categoryReport);
  const lines = linesOf('Categories');
  expect(lines[0]).toBe('Area | Category | In | Out | Inside at end | Share');
  expect(lines).toHaveLength(1 + 6);
  expect(lines[1]).toMatch(new RegExp(`^Venue \\| Adults \\| ${adults?.ins} \\| ${adults?.outs} \\| 0 \\| 75`));
  expect(lines.at(-1)).toMatch(/^Ελλάδα \| Children \| \d+ \| \d+ \| unknown \| 25/);
});

test('the section shows the shares over time of the chosen area, day by day', async () => {
  show(categoryReport, 'a2');
  const user = userEvent.setup();
  await user.click(screen.getByText('Categories over time, by day: Ελλάδα'));
  await user.click(screen.getByText('Fri, Nov 20, 2026'));
  const lines = linesOf('Categories over time: Ελλάδα, Fri, Nov 20, 2026');
  expect(lines[0]).toBe('Interval | Adults | Children');
  // 4 % of 205 guests.
  expect(lines[1]).toBe('18:30–18:45 | 6 · 75% | 2 · 25%');
  expect(lines).toHaveLength(1 + 10);
});

test('the shares over time are drawn for the chosen subject, one strip for each category, with their parts of all', async () => {
  show(categoryReport, 'a2');
  const chart = await screen.findByRole('figure', { name: 'Shares of the people in over time: Ελλάδα' });
  expect([...chart.querySelectorAll('svg')].map((strip) => strip.parentElement?.textContent)).toEqual([
    'Adults75%',
    'Children25%',
  ]);
  // Of each interval in which somebody came with a category: a step up to its share.
  const paths = [...chart.querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
  expect(paths[0]).toMatch(/^M\d+ 100V25H\d+V100Z/);
  expect(paths[1]).toMatch(/^M\d+ 100V75H\d+V100Z/);
  const counted = (
    categoryReport.areas.find(({ areaId }) => areaId === 'a2')?.categories?.[0]?.intervals.ins ?? []
  ).filter((ins) => ins > 0).length;
  expect(paths[0]?.match(/M/g)).toHaveLength(counted);
});

const OVER = {
  from: '2026-11-20T22:00:00.000Z',
  to: '2026-11-20T22:10:00.000Z',
  seconds: 600,
  peak: 41,
  capacity: 40,
};
const limitedReport: Report = {
  ...categoryReport,
  categoryLimits: [
    {
      categoryId: 'child',
      name: 'Children',
      capacities: [
        { at: '2026-11-20T05:00:00.000Z', capacity: 40 },
        { at: '2026-11-21T05:00:00.000Z', capacity: null },
      ],
      secondsAbove: 600,
      secondsUnknown: 3_600,
      periods: [OVER],
    },
  ],
};

test('the time above the capacity of a category is shown with the time in which it is unknown, and its periods', async () => {
  show(limitedReport);
  expect(linesOf('Above a category’s capacity')).toEqual([
    'Category | Capacity | Time above | Periods | Peak | Time unknown',
    'Children | 40 | 10 min | 1 | 41 | 1 h',
  ]);
  await userEvent.setup().click(screen.getByText('Periods above a category’s capacity'));
  expect(linesOf('Periods above a category’s capacity')[1]).toMatch(
    /^Children \| .*23:00.* \| .*23:10.* \| 10 min \| 41 \| 40$/,
  );
});

test('paper and the workbook have the same tables of capacities, and neither has them without one', () => {
  const { unmount } = render(<PaperCategories report={limitedReport} />);
  expect(linesOf('Above a category’s capacity')[1]).toBe('Children | 40 | 10 min | 1 | 41 | 1 h');
  expect(linesOf('Periods above a category’s capacity')).toHaveLength(1 + 1 + 1);
  unmount();
  render(<PaperCategories report={categoryReport} />);
  expect(screen.queryByRole('table', { name: 'Above a category’s capacity' })).toBeNull();
  const sheetsOf = (report: Report) => workbookOrder(report).before.map(({ sheet }) => sheet);
  expect(sheetsOf(limitedReport).slice(-4)).toEqual([
    'Categories',
    'Categories over time',
    'Category capacities',
    'Over category capacity',
  ]);
  expect(sheetsOf(categoryReport).slice(-2)).toEqual(['Categories', 'Categories over time']);
});

test('a report without categories has no section', () => {
  const { container } = show(closedReport);
  expect(container.textContent).toBe('');
  expect(render(<PaperCategories report={closedReport} />).container.textContent).toBe('');
});

test('an area whose intervals the report leaves out says so', () => {
  const left = (venue.categories ?? []).map((one) => ({ ...one, intervals: { ins: [], outs: [], occupancy: [] } }));
  const areas = categoryReport.areas.map((one) => ({ ...one, categories: left }));
  show({ ...categoryReport, areas }, 'a1');
  screen.getByText(/too many to list the categories of each area over time/);
  expect(screen.queryByText(/^Categories over time/)).toBeNull();
});

test('equal names of a removed and a new category are told apart', () => {
  if (!adults || !children) throw new Error('The report has no categories');
  const heads = (max?: number) =>
    shareColumns({ ...venue, categories: [adults, { ...children, name: 'Adults' }] }, max).map(({ head }) => head);
  expect(heads()).toEqual(['Adults', 'Adults (2)']);
  expect(heads(1)).toEqual(['Adults']);
});

test('paper has the same table, and the venue and each area over time', () => {
  render(<PaperCategories report={categoryReport} />);
  expect(linesOf('Categories')).toHaveLength(1 + 6);
  const lines = linesOf('Categories over time');
  expect(lines[0]).toBe('Interval | Adults | Children');
  expect(lines[1]).toMatch(/^Nov 20 18:00 \| \d+ · \d+% \| \d+ · \d+%$/);
  expect(linesOf('Categories over time: Ελλάδα')[0]).toBe('Interval | Adults | Children');
  expect(linesOf('Categories over time: Ελλάδα').length).toBeGreaterThan(10);
});

test('paper leaves out what is too long, and categories that do not fit', () => {
  if (!adults || !children) throw new Error('The report has no categories');
  const many = Array.from({ length: 9 }, (_, i) => ({ ...children, categoryId: `c${i}`, name: `Kind ${i}` }));
  const starts = Array.from({ length: 1_001 }, () => closedReport.intervalStarts[0] ?? '');
  const ones = starts.map(() => 1);
  const long = many.map((one) => ({ ...one, intervals: { ins: ones, outs: ones, occupancy: ones } }));
  render(
    <PaperCategories
      report={{ ...categoryReport, intervalStarts: starts, venue: { ...venue, categories: long }, areas: [] }}
    />,
  );
  screen.getByText(/More than 1,000 intervals are too many to print/);
  screen.getByText('Only the 8 categories with the most people in fit.');
  expect(screen.queryByRole('table', { name: 'Categories over time' })).toBeNull();
});

test('the tables add up to what was counted', () => {
  const { rows } = categoriesOverTimeTable(categoryReport);
  const ins = rows.filter(({ category }) => category === adults).map(({ at }) => adults?.intervals.ins[at] ?? 0);
  const places = [...new Set(rows.map(({ areaName }) => areaName))];
  expect(places).toEqual([
    'Venue',
    ...categoryReport.areas.filter(({ categories }) => categories).map(({ areaName }) => areaName),
  ]);
  expect(ins.reduce((sum, people) => sum + people, 0)).toBe(adults?.ins);
  expect(categoriesTable(categoryReport).rows.map(({ areaId }) => areaId)).toEqual([
    null,
    null,
    'a1',
    'a1',
    'a2',
    'a2',
  ]);
});
