import { type Column, getTableColumns, isSQLWrapper, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { objectOf } from '../shared/object-of';

/** A row that an INSERT selects: values, and what comes from the tables that it selects from. */
export type SelectedRow<T extends SQLiteTable> = {
  readonly [Name in keyof T['$inferInsert']]: T['$inferInsert'][Name] | SQLWrapper;
};

type Fields<T extends SQLiteTable> = { [Name in keyof T['_']['columns']]: SQL.Aliased<never> };

/**
 * Returns the fields of a SELECT that an INSERT takes its row from, so that the statement that inserts also checks whether it
 * may. A column that `row` leaves out has its default.
 */
export function selectedRow<T extends SQLiteTable>(table: T, row: SelectedRow<T>): Fields<T> {
  const given: Readonly<Record<string, unknown>> = row;
  const columns: Readonly<Record<string, Column>> = getTableColumns(table);
  return objectOf(
    Object.entries(columns).map(([name, column]) => {
      const value = given[name] === undefined ? (column.default ?? null) : given[name];
      return [name, sql`${isSQLWrapper(value) ? value : sql.param(value, column)}`.as(column.name)];
    }),
  );
}
