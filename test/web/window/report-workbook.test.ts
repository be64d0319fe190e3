import readXlsxFile from 'read-excel-file/universal';
import { expect, test } from 'vitest';
import writeXlsxFile, { type Feature } from 'write-excel-file/browser';
import type { Report } from '../../../src/shared/schemas/report';
import { intervalSheet } from '../../../web/src/features/reports/downloads/interval-sheet';
import { workbookOrder } from '../../../web/src/features/reports/downloads/sheets';
import { subjectsOf } from '../../../web/src/features/reports/tables/subject-tables';
import { categoryReport, closedReport, emptyReport } from '../support/report';
import { autoFilter } from '../../../web/src/features/reports/downloads/auto-filter';
import type { ReportSheet } from '../../../web/src/features/reports/downloads/sheet-parts';

/** Builds the workbook as the worker does. */
async function workbookOf(report: Report, features: Feature<File | Blob | ArrayBuffer>[] = []): Promise<ArrayBuffer> {
  const { before, intervals, after } = structuredClone(workbookOrder(report));
  const sheets: ReportSheet[] = [...before, intervalSheet(intervals), ...after];
  return await (await writeXlsxFile(sheets, { features: [autoFilter(sheets), ...features] }).toBlob()).arrayBuffer();
}

/** Collects the sheets' XML as it is written into the file. */
function xmlCollector(): { feature: Feature<File | Blob | ArrayBuffer>; xmls: string[] } {
  const xmls: string[] = [];
  const transform = (xml: string) => {
    xmls.push(xml);
    return xml;
  };
  return { feature: { files: { transform: { 'xl/worksheets/sheet{id}.xml': { transform } } } }, xmls };
}

/** Reads the workbook with another library: each sheet's rows under its name. */
async function parsedBack(report: Report) {
  const sheets = await readXlsxFile(await workbookOf(report));
  return Object.fromEntries(sheets.map(({ sheet, data }) => [sheet, data]));
}

const sum = (values: readonly unknown[]): number => values.reduce<number>((total, value) => total + Number(value), 0);

test('the workbook has a sheet for each part, real dates in local time and real numbers', async () => {
  const sheets = await parsedBack(closedReport);
  expect(Object.keys(sheets).join(', ')).toBe(
    'Summary, Days, Areas, Capacities, Over capacity, Intervals, Devices, Devices without a tap, Alerts, Journal, Recounts, Data quality',
  );
  expect(Object.fromEntries((sheets.Summary ?? []).map(([label, value]) => [label, value]))).toMatchObject({
    Event: 'Warehouse Friday',
    'First business day': new Date('2026-11-20'),
    'Time zone': 'Europe/Berlin',
    In: closedReport.venue.ins,
    Peak: closedReport.venue.peak,
  });
  const [heads, ...days] = sheets.Days ?? [];
  expect(heads?.slice(0, 3)).toEqual(['Business day', 'From', 'To']);
  // 05:00 UTC is 06:00 in Berlin.
  expect(days[0]?.slice(0, 4)).toEqual([
    new Date('2026-11-20'),
    new Date('2026-11-20T06:00:00Z'),
    new Date('2026-11-21T06:00:00Z'),
    closedReport.days[0]?.ins,
  ]);
});

test('the intervals of each area add up to its totals, and the workbook keeps the letters of any script', async () => {
  const { Intervals: rows = [] } = await parsedBack(closedReport);
  const [heads, ...intervals] = rows;
  const column = (head: string) => (heads ?? []).indexOf(head);
  for (const { name, subject } of subjectsOf(closedReport)) {
    const { ins, outs, peak } = subject;
    const own = intervals.filter((row) => row[0] === name);
    expect(sum(own.map((row) => row[column('In')]))).toBe(ins);
    expect(sum(own.map((row) => row[column('Out')]))).toBe(outs);
    expect(Math.max(...own.map((row) => Number(row[column('Highest')])))).toBe(peak);
  }
  expect(intervals.some(([name]) => name === '東京 Lounge')).toBe(true);
  // The lounge's first interval: 4 % of the first night's 118 guests, with a capacity of 100.
  const lounge = intervals.find(([name]) => name === '東京 Lounge') ?? [];
  expect(lounge.slice(1, 5)).toEqual([new Date('2026-11-20'), new Date('2026-11-20T18:00:00Z'), '+01:00', 5]);
  expect(lounge.slice(-2)).toEqual([100, 0.05]);
});

test('the offset distinguishes two intervals at the same local time while the clocks are set back', async () => {
  const report: Report = {
    ...closedReport,
    intervalStarts: closedReport.intervalStarts.map((_, i) =>
      new Date(Date.parse('2026-10-24T12:00:00Z') + i * 15 * 60_000).toISOString(),
    ),
  };
  const { Intervals: rows = [] } = await parsedBack(report);
  const shown = rows.filter(([name, , at]) => name === 'Venue' && at?.valueOf() === Date.UTC(2026, 9, 25, 2, 30));
  expect(shown.map((row) => row[3])).toEqual(['+02:00', '+01:00']);
});

test('names that look like formulas stay text, and changes that did not happen have no rows', async () => {
  const [area] = closedReport.areas;
  if (!area) throw new Error('The sample has areas');
  const evil = { ...closedReport, areas: [{ ...area, areaName: '=HYPERLINK("https://x.example")' }] };
  expect((await parsedBack(evil)).Areas?.[2]?.[0]).toBe('=HYPERLINK("https://x.example")');
  const empty = await parsedBack(emptyReport);
  expect([empty.Days, empty.Intervals, empty.Journal].map((rows) => rows?.length)).toEqual([1, 1, 1]);
});

test('a time above the capacity is a value for calculations, and alerts have real dates', async () => {
  const { 'Over capacity': over = [], Alerts: alerts = [] } = await parsedBack(closedReport);
  const [period] = closedReport.areas.flatMap(({ overCapacity }) => overCapacity);
  expect(over[0]?.[3]).toBe('Time above');
  expect(over[1]?.[3]).toEqual(new Date(Date.UTC(1899, 11, 30) + (period?.seconds ?? 0) * 1_000));
  expect(alerts[1]).toEqual([
    '東京 Lounge',
    75,
    new Date('2026-11-21T20:30:00Z'),
    new Date('2026-11-21T21:00:00Z'),
    new Date('2026-11-21T20:30:20Z'),
    'North door',
  ]);
});

test('each table has a filter and a fixed row on its headings, and the summary begins with the verdict', async () => {
  const { feature, xmls } = xmlCollector();
  await workbookOf(closedReport, [feature]);
  const sheets = await parsedBack(closedReport);
  for (const [i, [name, rows]] of Object.entries(sheets).entries()) {
    const xml = xmls[i] ?? '';
    const last = String.fromCharCode(64 + (rows[0]?.length ?? 0)) + rows.length;
    const hasHeads = name !== 'Summary' && name !== 'Data quality';
    // The standard has a fixed order of elements, and Excel refuses any other.
    expect(xml.includes(`</sheetData><autoFilter ref="A1:${last}"/>`), name).toBe(hasHeads);
    expect(/<pane ySplit="1"[^>]* state="frozen"/.test(xml), name).toBe(hasHeads);
  }
  const summary = Object.fromEntries((sheets.Summary ?? []).map(([label, value]) => [label, value]));
  expect(summary).toMatchObject({
    Verdict: expect.stringMatching(/^Over capacity/),
    Organizer: closedReport.letterhead.organizer,
    'Venue address': closedReport.letterhead.address,
    'Empty intervals': expect.stringMatching(/^Left out/),
  });
});

test('the workbook of an event with categories has their sums, and the venue over time', async () => {
  const sheets = await parsedBack(categoryReport);
  const [heads, venue] = sheets.Categories ?? [];
  expect(heads).toEqual(['Area', 'Category', 'In', 'Out', 'Inside at end', 'Share']);
  const [adults] = categoryReport.venue.categories ?? [];
  expect(venue).toEqual(['Venue', 'Adults', adults?.ins, adults?.outs, 0, 0.75]);
  expect(sheets.Categories?.at(-1)?.slice(1)).toContain('unknown');
  const [, first] = sheets['Categories over time'] ?? [];
  expect(first?.slice(0, 3)).toEqual(['Venue', new Date('2026-11-20T18:00:00Z'), 'Adults']);
});
