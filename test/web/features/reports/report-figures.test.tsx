import { cleanup, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { HOUR_MS } from '../../../../src/shared/durations';
import type { Report } from '../../../../src/shared/schemas/report';
import { PaperReport } from '../../../../web/src/features/reports/paper/paper-report';
import {
  headLines,
  overTable,
  subjectsTable,
  venueLines,
} from '../../../../web/src/features/reports/tables/subject-tables';
import type { Table } from '../../../../web/src/features/reports/tables/table';
import { hourMap } from '../../../../web/src/features/reports/sections/hour-map';
import { ReportBody } from '../../../../web/src/features/reports/reports-screen';
import { readReportPlace } from '../../../../web/src/features/reports/report-place';
import { closedReport } from '../../support/report';
import { journalRecords } from '../../../../web/src/features/reports/journal/journal-records';

vi.mock('uplot', async () => ({ default: (await import('../../support/fake-plot')).FakePlot }));

const PLACE = readReportPlace(new URLSearchParams('event=e1&from=2026-11-20&to=2026-11-21'), '');

/** Renders the report on the screen and removes the previous one. */
const onScreen = (report: Report) => {
  cleanup();
  render(
    <MemoryRouter>
      <ReportBody report={report} place={PLACE} isStale={false} onGo={() => undefined} />
    </MemoryRouter>,
  );
};

const onPaper = (report: Report) => {
  cleanup();
  render(<PaperReport report={report} />);
};

/** The values beside every occurrence of a term. */
const besides = (term: string) =>
  screen
    .getAllByText(term, { selector: 'dt' })
    .map((it) => it.parentElement?.textContent?.replaceAll('\u00a0', ' ').slice(term.length));
const shown = (name: string) => screen.getByRole('group', { name });
const printed = (name: string) => screen.getByRole('table', { name });

/** The texts of a table's rows below its head. */
const rowsOf = (of: HTMLElement) =>
  within(of)
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '));

/** The values of a table's column, row by row. */
function column<Row>({ columns, rows }: Table<Row>, head: string) {
  const found = columns.find((it) => it.head === head);
  return rows.map((row) => found?.value(row));
}

const [lounge] = closedReport.areas;
const [alert] = closedReport.alerts;
const [device] = closedReport.devices;
if (!lounge || !alert || !device) throw new Error('The sample has areas, alerts and devices');

test("the report shows the venue's capacity for guests and the capacity that it derives from", () => {
  const origin = '427 less 27 staff; doors warn earlier, by a safety margin of 5%';
  onScreen(closedReport);
  expect(besides('Capacity for guests')).toEqual([`400 (${origin})`]);
  onPaper(closedReport);
  expect(besides('Capacity for guests at the peak')).toEqual([`400${origin}`]);
  screen.getByRole('heading', { name: 'Venue: highest 360, capacity for guests then 400' });
  const lines = venueLines(closedReport);
  expect(lines.slice(0, 2).map(({ label, value }) => [label, value])).toEqual([
    ['Capacity for guests at the peak', 400],
    ['Capacity for guests is', origin],
  ]);
  expect(lines.some(({ label }) => label.startsWith('Moved'))).toBe(false);
  // A capacity that changed later stands as it was at the peak, and what it was before and after stands beside it.
  const later = { at: '2026-11-22T01:00:00.000Z', capacity: 300 };
  const venue = { ...closedReport.venue, capacity: 300, capacities: [...closedReport.venue.capacities, later] };
  const changed = 'The capacity changed: 400 from Nov 20 06:00, 300 from Nov 22 02:00.';
  onPaper({ ...closedReport, venue });
  expect(besides('Capacity for guests at the peak')).toEqual([`400${changed}`]);
  screen.getByRole('heading', { name: 'Venue: highest 360, capacity for guests then 400' });
  onScreen({ ...closedReport, venue });
  expect(besides('Peak occupancy')[0]).toContain(changed);
  expect(
    venueLines({ ...closedReport, venue })
      .slice(0, 2)
      .map(({ value }) => value),
  ).toEqual([400, 0]);
  // A deduction of zero is not mentioned.
  for (const [staffAllowance, safetyMarginPercent, text] of [
    [27, 0, '400 (427 less 27 staff)'],
    [0, 5, '400 (doors warn earlier, by a safety margin of 5%)'],
    [0, 0, '400'],
  ] as const) {
    const venueSettings = { capacity: 427, alertThresholds: [], staffAllowance, safetyMarginPercent };
    onScreen({ ...closedReport, venueSettings });
    expect(besides('Capacity for guests')).toEqual([text]);
  }
});

test('the counts lead from the start to the end, with a correction by resets and recounts', () => {
  // 5 + 100 − 60 + 3 is 48, but the number after a recount is 44.
  const area = { ...lounge, opening: 5, ins: 100, outs: 60, net: 40, floored: 3, closing: 44 };
  const report = { ...closedReport, areas: [area], venue: { ...closedReport.venue, ...area } };
  onScreen(report);
  expect(besides('Corrected by resets and recounts')).toEqual(['-4']);
  onPaper(report);
  const table = within(printed('Venue and areas'));
  const heads = table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const cells = table.getAllByRole('row')[2]?.querySelectorAll('td');
  const value = (head: string) => Number(cells?.[heads.indexOf(head)]?.textContent);
  expect(
    value('At start') + value('In') - value('Out') + value('Out at zero') + value('Corrected by resets and recounts'),
  ).toBe(value('At end'));
  expect(value('At end')).toBe(44);
  expect(column(subjectsTable(report), 'Corrected by resets and recounts')).toEqual([-4, -4]);
});

test('the time above the capacity is the same everywhere and never shown as nothing', () => {
  const period = { from: '2026-11-20T20:00:05.000Z', to: '2026-11-20T20:00:07.000Z' };
  const over = { ...period, seconds: 2, peak: 101, capacity: 100 };
  const none = { above75: 0, above90: 0, above100: 0 };
  const area = { ...lounge, overCapacity: [over], minutesAbove: none };
  const report = {
    ...closedReport,
    // Two areas with the same name have a row each.
    areas: [area, { ...area, areaId: 'a9' }],
    venue: { ...closedReport.venue, capacities: [], capacity: null },
  };
  expect(column(overTable(report), 'Time above')).toEqual([2, 2]);
  expect(column(subjectsTable(report), 'Time above 75%').at(1)).toBe(1);
  expect(column(subjectsTable(report), 'Time above 100%').at(1)).toBe(1);
  const logged = vi.spyOn(console, 'error');
  onScreen(report);
  const short = expect.stringContaining('under a minute');
  expect(rowsOf(shown('Above capacity'))).toEqual([short, short]);
  expect(logged).not.toHaveBeenCalled();
  expect(besides('Venue above capacity')).toEqual(['–2 areas, the longest for under a minute']);
  expect(rowsOf(shown('Areas'))[1]).toContain('under a minuteunder a minuteunder a minute');
  // Without a limit the hours show no share of it.
  expect(printed('Hours').textContent).not.toContain('%');
  onPaper(report);
  expect(rowsOf(printed('Periods over capacity'))[0]).toBe(
    '東京 LoungeNov 20 21:00:05Nov 20 21:00:07under a minute1011001',
  );
});

test('a time above the capacity excludes its breaks and says so wherever it appears', () => {
  const period = { from: '2026-11-20T20:00:00.000Z', to: '2026-11-20T21:05:00.000Z' };
  const over = { ...period, seconds: 3_605, peak: 101, capacity: 100 };
  const report = { ...closedReport, areas: [{ ...lounge, overCapacity: [over] }] };
  const definition = /A break of less than a minute does not end a period, but is not counted in its time/;
  onScreen(report);
  within(shown('Above capacity')).getByText('1 h');
  within(screen.getByRole('region', { name: 'Above capacity' })).getByText(definition);
  onPaper(report);
  within(printed('Periods over capacity')).getByText('1 h');
  within(screen.getByRole('region', { name: 'Periods over capacity' })).getByText(definition);
  expect(headLines(report).find(({ label }) => label === 'Time above capacity')?.value).toMatch(definition);
});

test('alerts have their own table, which says who acknowledged them', () => {
  onScreen(closedReport);
  expect(rowsOf(shown('Alerts'))).toEqual([
    '東京 Lounge75%Nov 21 20:30Nov 21 21:00North doorNov 21 20:30',
    'Venue90%Nov 21 20:45Still openNobody',
  ]);
  // The hours show how full the area was in words too, not only by color.
  expect(printed('Hours').textContent).toContain('360 (90%)');
  onPaper(closedReport);
  expect(rowsOf(printed('Alerts'))).toEqual([
    '東京 Lounge75Nov 21 20:30Nov 21 21:00Nov 21 20:30North door',
    'Venue90Nov 21 20:45Still open––',
  ]);
});

test('levels that followed each other upwards are one row, on screen, on paper and in the journal', () => {
  const [first] = closedReport.alerts;
  if (!first) throw new Error('The sample has alerts');
  const at = (minutes: number) => new Date(Date.parse(first.raisedAt ?? '') + minutes * 60_000).toISOString();
  const nobody = { acknowledgedAt: null, acknowledgedBy: null, acknowledgedOn: null };
  const report = {
    ...closedReport,
    journal: [],
    alerts: [
      { ...first, endedAt: at(10) },
      { ...first, ...nobody, threshold: 90, raisedAt: at(10), endedAt: at(20) },
      { ...first, ...nobody, threshold: 75, raisedAt: at(20), endedAt: at(20.2) },
    ],
  };
  onScreen(report);
  expect(rowsOf(shown('Alerts'))).toEqual([
    '東京 Lounge75 › 90%Nov 21 20:30Nov 21 20:50North doorNov 21 20:30',
    '東京 Lounge75%Nov 21 20:50Nov 21 20:50–',
  ]);
  onPaper(report);
  expect(rowsOf(printed('Alerts'))).toEqual([
    '東京 Lounge9075 › 90%Nov 21 20:30Nov 21 20:50Nov 21 20:30North door',
    '東京 Lounge75–Nov 21 20:50Nov 21 20:50––',
  ]);
  expect(journalRecords(report).map(({ sentence, who }) => [sentence, who])).toEqual([
    ['東京 Lounge reached 75 › 90% of its capacity.', 'North door'],
    ['東京 Lounge reached 75% of its capacity.', ''],
  ]);
});

/** A day in Berlin by hours; the numbers are those of the remaining hours. */
function dayOf(startsAt: string, hours: number): Report {
  const { venue, days } = closedReport;
  const numbers = Array.from({ length: hours }, (_, i) => hours - i);
  const capacity = numbers.map(() => 100);
  return {
    ...closedReport,
    venue: {
      ...venue,
      intervals: { ins: numbers, outs: numbers, min: numbers, max: numbers, end: numbers, capacity },
    },
    interval: 60,
    intervalStarts: numbers.map((_, i) => new Date(Date.parse(startsAt) + i * HOUR_MS).toISOString()),
    days: days.slice(0, 1),
  };
}

test('an hour that clocks show twice has the maximum of both; a skipped hour is empty', () => {
  const autumn = hourMap(dayOf('2026-10-24T04:00:00.000Z', 25));
  const at = (map: typeof autumn, hour: number) => map.days[0]?.cells[map.hours.indexOf(hour)];
  expect(autumn.hours).toHaveLength(24);
  expect([6, 1, 5].map((hour) => at(autumn, hour)?.max)).toEqual([25, 6, 1]);
  expect(at(autumn, 2)).toEqual({ max: 5, share: 0.05 });
  const spring = hourMap(dayOf('2026-03-28T05:00:00.000Z', 23));
  expect(at(spring, 2)).toBeNull();
  expect(at(spring, 3)?.max).toBe(3);
});
