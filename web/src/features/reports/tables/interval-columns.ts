import type { Report } from '../../../../../src/shared/schemas/report';
import { reportTexts } from '../../../texts/report-texts';
import { INTERVAL_FIGURES, type IntervalRow } from './interval-table';
import { type Column, countColumn, dayColumn, momentColumn, shareColumn, type Table } from './table';

/** Returns the column that says which interval a row is about. */
export function timeColumn<Row>(report: Report, indexOf: (row: Row) => number): Column<Row> {
  const { heads } = reportTexts.tables;
  return report.interval === 'day'
    ? dayColumn(heads.day, (row) => report.days[indexOf(row)]?.day ?? null)
    : momentColumn(heads.interval, (row) => report.intervalStarts[indexOf(row)] ?? null);
}

/** Returns a table of intervals of an area or the venue. */
export function intervalsTable(report: Report, rows: readonly IntervalRow[]): Table<IntervalRow> {
  const { heads } = reportTexts.tables;
  const figures = INTERVAL_FIGURES.map((figure) =>
    (figure === 'share' ? shareColumn : countColumn)<IntervalRow>(heads[figure], (row) => row[figure], {
      only: figure === 'capacity' ? 'paper' : undefined,
    }),
  );
  return { columns: [timeColumn(report, ({ index }) => index), ...figures], rows };
}
