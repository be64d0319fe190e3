import type { Cell } from 'write-excel-file/browser';
import { offsetText, wallClock } from '../../../../../src/shared/sealed/zoned-time';
import type { Report } from '../../../../../src/shared/schemas/report';
import { INTERVAL_FIGURES, intervalDays, intervalRows } from '../tables/interval-table';
import { headRow, type ReportSheet, serialDate } from './sheet-parts';

/** The data for the sheet of all intervals. Its words are already translated, because the worker has no texts. */
export interface IntervalOrder {
  sheet: string;
  heads: readonly string[];
  /** The names of the venue and its areas. */
  names: readonly string[];
  report: Pick<Report, 'timeZone' | 'days' | 'intervalStarts' | 'venue' | 'areas'>;
}

/** The index of the column with the offset from UTC, which is a text. */
const OFFSET_AT = 3;
const WIDTHS = [28, 14, 18, 10, ...INTERVAL_FIGURES.map(() => 12)];

/**
 * Returns a sheet with a row for each interval of the venue and of each area. Intervals in which nobody came, left or
 * was inside are left out.
 */
export function intervalSheet({ sheet, heads, names, report }: IntervalOrder): ReportSheet {
  const wall = wallClock(report.timeZone);
  const days = intervalDays(report).map((day) => ({ value: serialDate(Date.parse(day)), format: 'yyyy-mm-dd' }));
  const walls = report.intervalStarts.map((start) => wall(Date.parse(start)));
  const starts = walls.map((start) => ({ value: serialDate(start), format: 'yyyy-mm-dd hh:mm' }));
  const offsets = report.intervalStarts.map((start, i) => offsetText((walls[i] ?? 0) - Date.parse(start)));
  const data: Cell[][] = [headRow(heads.map((head, i) => ({ head, isNumber: i > 0 && i !== OFFSET_AT })))];
  for (const [i, subject] of [report.venue, ...report.areas].entries()) {
    for (const row of intervalRows(subject, report.intervalStarts)) {
      data.push([
        names[i],
        days[row.index],
        starts[row.index],
        offsets[row.index],
        ...INTERVAL_FIGURES.map((figure) => {
          const value = row[figure];
          return figure === 'share' && value !== null ? { value: value / 100, format: '0.0%' } : value;
        }),
      ]);
    }
  }
  return {
    sheet,
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
    orientation: 'landscape',
    data,
  };
}
