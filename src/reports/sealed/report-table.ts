import type { DayText } from './day-text';
import { type Head, table } from './html';
import type { ReportHead } from './report-words';
import { sealedColumns } from './sealed-columns';

interface ReportColumn<Row> {
  /** The column's name in seals. */
  id: ReportHead;
  kind: Head['kind'];
  cell: (row: Row, day: DayText) => string | number;
  /** The words above it, if they are not those of its name. */
  head: (day: DayText) => string;
}

/** A table of the report, with its name in seals. */
export interface ReportTable<Row> {
  name: string;
  columns: readonly ReportColumn<Row>[];
}

const column =
  (kind: Head['kind']) =>
  <Row>(
    id: ReportHead,
    cell: ReportColumn<Row>['cell'],
    head: ReportColumn<Row>['head'] = ({ words }) => words.heads[id],
  ): ReportColumn<Row> => ({ id, kind, cell, head });

/** Columns of numbers, of texts, and of times and durations, which stay on one line. */
export const num = column('number');
export const text = column('text');
export const time = column('time');

/** Whether the day's seal lists the table: a later release may have added it. */
export const isSealed = ({ sealed: { contents } }: DayText, { name }: { name: string }): boolean =>
  (contents.tables[name] ?? []).length > 0;

/** Returns the table in HTML, with the columns that the day's seal lists. */
export function tableText<Row>(day: DayText, { name, columns }: ReportTable<Row>, rows: readonly Row[]): string {
  const byName = Object.fromEntries(columns.map((one) => [one.id, one]));
  const listed = sealedColumns(day.sealed.contents, name, byName);
  return table(
    listed.map(({ head, kind }) => ({ head: head(day), kind })),
    rows.map((row) => listed.map(({ cell }) => cell(row, day))),
  );
}
