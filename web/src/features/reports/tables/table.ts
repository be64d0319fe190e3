/**
 * The type of a column's values. `duration`: seconds, shown as hours and minutes. `moment` and `exactMoment`
 * (with seconds): ISO times, or a text instead. `day`: YYYY-MM-DD. `share`: percent, not rounded.
 */
export type CellKind = 'text' | 'count' | 'duration' | 'share' | 'moment' | 'exactMoment' | 'day';

export interface Column<Row> {
  head: string;
  kind: CellKind;
  /** Returns the value of a cell; null for an empty cell. */
  value: (row: Row) => string | number | null;
  /** The width in characters. */
  width: number;
  /** Where the column is, if it is not on screen and on paper alike. Files have every column. */
  only?: 'files' | 'paper' | 'screen' | undefined;
  /** How the screen writes the values, if not as paper does. */
  screenKind?: CellKind;
  /** What the screen has below the value, in small. */
  below?: ((row: Row) => string | null) | undefined;
  /** Whether paper breaks a long word, such as an email, so that all columns fit. */
  breaks?: boolean;
  /** Whether the screen has the column before all others: the name of a row, and the figure that readers look for. */
  leads?: boolean;
}

/** One table, for screen, paper and files. */
export interface Table<Row> {
  columns: Column<Row>[];
  rows: readonly Row[];
}

/** A table that is a sheet of the workbook. */
export interface SheetTable<Row> extends Table<Row> {
  sheet: string;
  /** Whether the report has the table at all. A table without rows says that there were none. */
  isShown?: boolean;
}

/** A table that is a section on paper, too. */
export interface SectionTable<Row> extends SheetTable<Row> {
  title: string;
  lead?: string;
  /** The number of rows that the report has left out. */
  leftOut?: number;
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

const columnOf =
  (kind: CellKind, width: number) =>
  <Row>(head: string, value: Column<Row>['value'], rest: Partial<Column<Row>> = {}): Column<Row> => ({
    head,
    kind,
    value,
    width,
    ...rest,
  });

export const textColumn = columnOf('text', 28);
export const countColumn = columnOf('count', 10);
export const shareColumn = columnOf('share', 10);
export const durationColumn = columnOf('duration', 14);
export const momentColumn = columnOf('moment', 20);
export const exactColumn = columnOf('exactMoment', 20);
export const dayColumn = columnOf('day', 20);
