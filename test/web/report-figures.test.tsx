import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Report } from '../../src/shared/schemas/report';
import { PaperReport } from '../../web/src/features/report-paper/paper-report';
import { daysTable, overTable, subjectsTable, venueLines } from '../../web/src/features/report-tables/subject-tables';
import type { Table } from '../../web/src/features/report-tables/table';
import { ReportBody } from '../../web/src/features/reports/report-body';
import { readReportPlace } from '../../web/src/features/reports/report-place';
import { StillObserver } from './support/fake-plot';
import { closedReport } from './support/report';

vi.mock('uplot', async () => ({ default: (await import('./support/fake-plot')).FakePlot }));

beforeEach(() => void vi.stubGlobal('ResizeObserver', StillObserver));

const PLACE = readReportPlace(new URLSearchParams('event=e1&from=2026-11-20&to=2026-11-21'), '');
const onScreen = (report: Report) =>
  render(
    <MemoryRouter>
      <ReportBody report={report} place={PLACE} isStale={false} onGo={() => undefined} />
    </MemoryRouter>,
  );
const onPaper = (report: Report) => render(<PaperReport report={report} />);

/** What stands beside a term, wherever there is one of it. */
const besides = (term: string) =>
  screen.getAllByText(term, { selector: 'dt' }).map((it) => it.parentElement?.textContent?.slice(term.length));

/** The values of a table's column, row by row. */
function column<Row>({ columns, rows }: Table<Row>, head: string) {
  const found = columns.find((it) => it.head === head);
  return rows.map((row) => found?.value(row));
}

test("the venue's capacity is told as that for guests, with what it is left of", () => {
  const origin = '450 less 5% safety margin and 27 staff';
  const screenful = onScreen(closedReport);
  expect(besides('Capacity for guests')).toEqual([`400 (${origin})`]);
  screenful.unmount();
  onPaper(closedReport);
  expect(besides('Capacity for guests')).toEqual([`400${origin}`]);
  screen.getByRole('heading', { name: 'Whole venue: highest 360, capacity for guests 400' });
  const lines = venueLines(closedReport);
  expect(lines.slice(0, 2).map(({ label, value }) => [label, value])).toEqual([
    ['Capacity for guests', 400],
    ['Capacity for guests is', origin],
  ]);
  expect(lines.some(({ label }) => label.startsWith('Moved'))).toBe(false);
});

test.each([
  [{ staffAllowance: 27, safetyMarginPercent: 0 }, '400 (450 less 27 staff)'],
  [{ staffAllowance: 0, safetyMarginPercent: 5 }, '400 (450 less 5% safety margin)'],
  [{ staffAllowance: 0, safetyMarginPercent: 0 }, '400'],
])('what is not taken off the capacity is not told: %o', (taken, text) => {
  onScreen({ ...closedReport, venueSettings: { capacity: 450, alertThresholds: [], ...taken } });
  expect(besides('Capacity for guests')).toEqual([text]);
});

const [lounge] = closedReport.areas;
if (!lounge) throw new Error('The sample has areas');

test('what was counted leads from the start to the end, with what resets and recounts corrected', () => {
  // 5 + 100 − 60 + 3 is 48, and 4 were left after a recount.
  const area = { ...lounge, opening: 5, ins: 100, outs: 60, net: 40, floored: 3, closing: 44 };
  const report = { ...closedReport, areas: [area], venue: { ...closedReport.venue, ...area } };
  const screenful = onScreen(report);
  expect(besides('Corrected by resets and recounts')).toEqual(['-4']);
  screenful.unmount();

  onPaper(report);
  const table = within(screen.getByRole('table', { name: 'Venue and areas' }));
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const cells = table.getAllByRole('row')[2]?.querySelectorAll('td');
  const value = (head: string) => Number(cells?.[heads.indexOf(head)]?.textContent);
  expect(
    value('At start') + value('In') - value('Out') + value('Out at zero') + value('Corrected by resets and recounts'),
  ).toBe(value('At end'));
  expect(value('At end')).toBe(44);
  expect(column(subjectsTable(report), 'Corrected by resets and recounts')).toEqual([-4, -4]);
});

test('seconds above the capacity are told the same everywhere, and never as nothing', () => {
  const over = { from: '2026-11-20T20:00:05.000Z', to: '2026-11-20T20:00:07.000Z', peak: 101, capacity: 100 };
  const none = { above75: 0, above90: 0, above100: 0 };
  const report = { ...closedReport, areas: [{ ...lounge, overCapacity: [over], minutesAbove: none }] };
  expect(column(overTable(report), 'Minutes')).toEqual([0.1]);
  expect(column(subjectsTable(report), 'Minutes above 75%').at(1)).toBe(0.1);
  expect(column(subjectsTable(report), 'Minutes above 100%').at(1)).toBe(0.1);
  const screenful = onScreen(report);
  const rows = within(screen.getByRole('group', { name: 'Above capacity' })).getAllByRole('row');
  expect(rows[1]?.textContent).toContain('under 1 min');
  screenful.unmount();
  onPaper(report);
  const [, printed] = within(screen.getByRole('table', { name: 'Periods over capacity' })).getAllByRole('row');
  expect(printed?.textContent).toBe('東京 LoungeNov 20 21:00:05Nov 20 21:00:070.11011001');
});

test('a day that has ended and has no report yet is being closed, on screen, on paper and in files', () => {
  const [first, second] = closedReport.days.map((day) => ({ ...day, revision: null, closedAt: null }));
  if (!first || !second) throw new Error('The sample has two days');
  const report = { ...closedReport, days: [first, second], isFinal: false, generatedAt: '2026-11-21T23:00:00.000Z' };
  expect(column(daysTable(report), 'Revision')).toEqual(['Being closed', 'Running']);
  onScreen(report);
  const rows = within(screen.getByRole('group', { name: 'Days' })).getAllByRole('row');
  expect(rows.map((row) => row.lastElementChild?.textContent)).toEqual(['Report', 'Being closed', 'Running']);
});
