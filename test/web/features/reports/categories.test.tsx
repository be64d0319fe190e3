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
const linesOf = (name: string) =>
  within(screen.getByRole('table', { name }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent).join(' | '));
const [venue] = [categoryReport.venue];
const [adults, children] = venue.categories ?? [];

test('the section lists each category of the venue and of the areas that were counted by category', () => {
  show(categoryReport);
  const lines = linesOf('Categories');
  expect(lines[0]).toBe('Area | Category | In | Out | Inside at end | Share');
  expect(lines).toHaveLength(1 + 6);
  expect(lines[1]).toMatch(new RegExp(`^Whole venue \\| Adults \\| ${adults?.ins} \\| ${adults?.outs} \\| 0 \\| 75`));
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

test('a report without categories has no section', () => {
  const { container } = show(closedReport);
  expect(container.textContent).toBe('');
  expect(render(<PaperCategories report={closedReport} />).container.textContent).toBe('');
});

test('an area whose intervals the report leaves out says so', () => {
  const left = (venue.categories ?? []).map((one) => ({ ...one, intervals: { ins: [], outs: [], inside: [] } }));
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

test('paper has the same table, and the venue over time', () => {
  render(<PaperCategories report={categoryReport} />);
  expect(linesOf('Categories')).toHaveLength(1 + 6);
  const lines = linesOf('Categories over time');
  expect(lines[0]).toBe('Interval | Adults | Children');
  expect(lines[1]).toMatch(/^Nov 20 18:00 \| \d+ · \d+% \| \d+ · \d+%$/);
});

test('paper leaves out what is too long, and categories that do not fit', () => {
  if (!adults || !children) throw new Error('The report has no categories');
  const many = Array.from({ length: 9 }, (_, i) => ({ ...children, categoryId: `c${i}`, name: `Kind ${i}` }));
  const starts = Array.from({ length: 1_001 }, () => closedReport.intervalStarts[0] ?? '');
  const ones = starts.map(() => 1);
  const long = many.map((one) => ({ ...one, intervals: { ins: ones, outs: ones, inside: ones } }));
  render(
    <PaperCategories
      report={{ ...categoryReport, intervalStarts: starts, venue: { ...venue, categories: long }, areas: [] }}
    />,
  );
  screen.getByText(/More than 1,000 intervals are too many to print/);
  screen.getByText('Only the 8 categories with the most entries fit.');
  expect(screen.queryByRole('table', { name: 'Categories over time' })).toBeNull();
});

test('the tables add up to what was counted', () => {
  const { rows } = categoriesOverTimeTable(categoryReport);
  const ins = rows.filter(({ category }) => category === adults).map(({ at }) => adults?.intervals.ins[at] ?? 0);
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
