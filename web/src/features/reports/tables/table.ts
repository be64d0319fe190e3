/**
 * The type of a column's values. `duration`: seconds, shown as hours and minutes. `moment` and `exactMoment`
 * (with seconds): ISO times, or a text instead. `day`: YYYY-MM-DD. `share`: a fraction of 1.
 */
export type CellKind = 'text' | 'count' | 'duration' | 'share' | 'moment' | 'exactMoment' | 'day';

export interface Column<Row> {
  head: string;
  kind: CellKind;
  /** Returns the value of a cell; null for an empty cell. */
  value: (row: Row) => string | number | null;
  /** The width in characters. */
  width: number;
  /** Whether the column is left out on paper, where it does not fit. */
  onlyInFiles?: boolean;
}

/** One table of a report, for paper and for files. */
export interface Table<Row> {
  columns: Column<Row>[];
  rows: readonly Row[];
}

/** A value with its name, used instead of a table that would have only one row. */
export interface Line {
  label: string;
  kind: CellKind;
  value: string | number | null;
}

/** Turns one row of a table into lines, one for each column except the first, which contains the row's name. */
export const toLines = <Row>({ columns }: Table<Row>, row: Row): Line[] =>
  columns.slice(1).map(({ head, kind, value }) => ({ label: head, kind, value: value(row) }));
