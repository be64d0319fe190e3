/**
 * The type of a column's values: `duration` is seconds that are shown as hours, minutes and seconds; `moment` and, to
 * the second, `exactMoment` are ISO times, or texts instead; `day` is YYYY-MM-DD; `share` is a fraction of one.
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
  /** Null: an empty cell. */
  value: (row: Row) => string | number | null;
  /** In characters. */
  width: number;
  /** Files have room for it, paper does not. */
  onlyInFiles?: boolean;
}

/** One part of a report, for paper and for files. */
export interface Table<Row> {
  columns: Column<Row>[];
  rows: readonly Row[];
}

/** A value with its name, where a table would have one row. */
export interface Line {
  label: string;
  kind: CellKind;
  value: string | number | null;
}

/** One row of a table: a line for each of its columns except the first, which is its name. */
export const toLines = <Row>({ columns }: Table<Row>, row: Row): Line[] =>
  columns.slice(1).map(({ head, kind, value }) => ({ label: head, kind, value: value(row) }));
