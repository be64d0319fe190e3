import { type Column, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Database } from './client';
import type { TableRow } from './schema';

/** Whole rows of any table, by the names of its columns: what backups read and restores write. */

/** How many rows one query reads. */
const ROWS_PER_PAGE = 1_000;

export const columnNames = (table: SQLiteTable): string[] =>
  Object.values(getTableColumns(table)).map(({ name }) => name);

const listed = <T>(all: readonly T[], make: (one: T) => SQL): SQL => sql.join(all.map(make), sql`, `);

/** Reads all rows of a table in pages, in the order in which they were inserted. */
export async function* readRows(db: Database, table: SQLiteTable): AsyncGenerator<TableRow[], void> {
  const names = columnNames(table);
  for (let after = 0; ;) {
    const page = await db.all<TableRow & { rowid: number }>(
      sql`SELECT rowid AS rowid, ${listed(names, (name) => sql`${sql.identifier(name)}`)} FROM ${table}
        WHERE rowid > ${after} ORDER BY rowid LIMIT ${ROWS_PER_PAGE}`,
    );
    if (page.length === 0) return;
    yield page.map(({ rowid, ...row }) => {
      after = rowid;
      return row;
    });
  }
}

/** A column of a file, or its default if an older release wrote the file without it. A null of the file stays null. */
const fromJson = ({ name, default: otherwise }: Column): SQL =>
  otherwise === undefined || otherwise === null
    ? sql`json_extract(value, ${`$.${name}`})`
    : sql`CASE WHEN json_type(value, ${`$.${name}`}) IS NULL THEN ${otherwise} ELSE json_extract(value, ${`$.${name}`}) END`;

/**
 * Returns a statement that inserts rows. They travel as one JSON text, because D1 takes a hundred values in a query,
 * and may have 2 MB in all (developers.cloudflare.com/d1/platform/limits).
 */
export const insertRows = (db: Database, table: SQLiteTable, rows: readonly TableRow[]) =>
  db
    .insert(table)
    .select(
      sql`SELECT ${listed(Object.values(getTableColumns(table)), fromJson)} FROM json_each(${JSON.stringify(rows)})`,
    );
