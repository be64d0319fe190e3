/**
 * How a column's values are to be read: `duration` is seconds that are told as hours, minutes and seconds, `moment` and, to the second, `exactMoment` are ISO times, or texts in their
 * place, `day` YYYY-MM-DD, `share` a fraction of one.
 */
export type CellKind =
  | 'text'
  | 'count'
  | 'minutes'
  | 'seconds'
  | 'duration'
  | 'share'
  | 'moment'
  | 'exactMoment'
  | 'day';

export interface Column<Row> {
  head: string;
  kind: CellKind;
  /** null: an empty cell. */
  value: (row: Row) => string | number | null;
  /** In characters. */
  width: number;
  /** Files have room for it, paper does not. */
  onlyInFiles?: boolean;
}

/** One part of a report, for paper and for files alike. */
export interface Table<Row> {
  columns: Column<Row>[];
  rows: readonly Row[];
}

/** A value under its name, where a table would have one row. */
export interface Line {
  label: string;
  kind: CellKind;
  value: string | number | null;
}

/** One row of a table, a line for each of its columns but the first, which is its name. */
export const toLines = <Row>({ columns }: Table<Row>, row: Row): Line[] =>
  columns.slice(1).map(({ head, kind, value }) => ({ label: head, kind, value: value(row) }));
