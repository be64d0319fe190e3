import type { CellObject } from 'write-excel-file/browser';
import { wallClock } from '../../../../../src/shared/sealed/zoned-time';
import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { faceLines } from '../face/verdict';
import {
  categoriesOverTimeTable,
  categoriesTable,
  categoryLimitsTable,
  categoryPeriodsTable,
} from '../categories/categories-tables';
import { ordersTable } from '../orders/orders-table';
import { evacuatedAreasTable, evacuationCourseTable, evacuationsTable } from '../evacuations/evacuations-table';
import { alertsTable } from '../tables/alerts-table';
import { limitPeriodsTable, limitsTable } from '../limits/limit-tables';
import { isMoment } from '../tables/format-cell';
import { INTERVAL_FIGURES } from '../tables/interval-table';
import { devicesTable, journalTable, qualityLines, recountsTable, quietTimesTable } from '../tables/record-tables';
import { capacitiesTable, daysTable, headLines, overTable, subjectsTable, venueLines } from '../tables/subject-tables';
import type { CellKind, Line, SheetTable } from '../tables/table';
import { headRow, type ReportSheet, serialDate } from './sheet-parts';
import type { WorkbookOrder } from './workbook-worker';

/** Excel's own format codes. Excel displays the values in the format of the user's country. */
const FORMATS: Partial<Record<CellKind, string>> = {
  count: '#,##0',
  share: '0.0%',
  moment: 'yyyy-mm-dd hh:mm:ss',
  exactMoment: 'yyyy-mm-dd hh:mm:ss',
  duration: '[h]:mm:ss',
  day: 'yyyy-mm-dd',
};

/** Converts a moment to the event's local time, because dates in Excel have no time zone. A text stays a text. */
function dateOf(kind: CellKind, value: string, wall: (at: number) => number): number | string {
  if (kind !== 'day' && !isMoment(kind)) return value;
  const at = Date.parse(value);
  if (Number.isNaN(at)) return value;
  return serialDate(kind === 'day' ? at : wall(at));
}

/** What a number is divided by, because Excel keeps times as fractions of a day, and percentages as fractions of 1. */
const UNITS: Partial<Record<CellKind, number>> = { duration: 86_400, share: 100 };

/** Returns a function that turns values into cells with real dates and numbers. */
function cellMaker(timeZone: string): (kind: CellKind, value: string | number | null) => CellObject | null {
  const wall = wallClock(timeZone);
  return (kind, value) => {
    if (value === null) return null;
    const written = typeof value === 'number' ? value / (UNITS[kind] ?? 1) : dateOf(kind, value, wall);
    const format = FORMATS[kind];
    if (typeof written === 'string' || !format) return { value: written, wrap: true, alignVertical: 'top' };
    return { value: written, format, alignVertical: 'top' };
  };
}

/** Returns the sheet of a table; none if the report does not have the table. */
function sheetsOf<Row>({ sheet, columns, rows, isShown = true }: SheetTable<Row>, { timeZone }: Report): ReportSheet[] {
  const cell = cellMaker(timeZone);
  const made: ReportSheet = {
    sheet,
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: 1,
    orientation: 'landscape',
    data: [
      headRow(columns.map(({ head, kind }) => ({ head, isNumber: kind !== 'text' }))),
      ...rows.map((row) => columns.map(({ kind, value }) => cell(kind, value(row)))),
    ],
  };
  return isShown ? [made] : [];
}

function linesToSheet(sheet: string, lines: readonly Line[], { timeZone }: Report): ReportSheet {
  const cell = cellMaker(timeZone);
  return {
    sheet,
    columns: [{ width: 48 }, { width: 48 }],
    data: lines.map(({ label, kind, value }) => [
      { value: label, fontWeight: 'bold', wrap: true, alignVertical: 'top' },
      { ...cell(kind, value), align: 'left' },
    ]),
  };
}

/**
 * Returns the contents of all sheets. The sheet of intervals is made later in the worker, because it can have many
 * rows.
 */
export function workbookOrder(report: Report): WorkbookOrder {
  const { sheets, heads, quality, timesAre } = reportTexts.tables;
  const subjects = subjectsTable(report);
  const { timeZone, days, intervalStarts, venue: venueSubject, areas } = report;
  const times: Line = { label: quality.times, kind: 'text', value: timesAre };
  return {
    before: [
      linesToSheet(sheets.summary, [...headLines(report), ...faceLines(report), ...venueLines(report)], report),
      ...sheetsOf(daysTable(report), report),
      ...sheetsOf(subjects, report),
      ...sheetsOf(capacitiesTable(report), report),
      ...sheetsOf(overTable(report), report),
      ...sheetsOf(limitsTable(report), report),
      ...sheetsOf(limitPeriodsTable(report), report),
      ...sheetsOf(categoriesTable(report), report),
      ...sheetsOf(categoriesOverTimeTable(report), report),
      ...sheetsOf(categoryLimitsTable(report), report),
      ...sheetsOf(categoryPeriodsTable(report), report),
    ],
    intervals: {
      sheet: sheets.intervals,
      heads: [heads.area, heads.day, heads.from, heads.offset, ...INTERVAL_FIGURES.map((figure) => heads[figure])],
      names: subjects.rows.map(({ name }) => name),
      report: { timeZone, days, intervalStarts, venue: venueSubject, areas },
    },
    after: [
      ...sheetsOf(devicesTable(report), report),
      ...sheetsOf(quietTimesTable(report), report),
      ...sheetsOf(alertsTable(report), report),
      ...sheetsOf(ordersTable(report), report),
      ...sheetsOf(evacuationsTable(report), report),
      ...sheetsOf(evacuatedAreasTable(report), report),
      ...sheetsOf(evacuationCourseTable(report), report),
      ...sheetsOf(journalTable(report), report),
      ...sheetsOf(recountsTable(report), report),
      linesToSheet(sheets.quality, [...qualityLines(report), times], report),
    ],
  };
}
