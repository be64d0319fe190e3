import * as z from 'zod/mini';
import {
  STORED_TABLES,
  type StoredKey,
  type StoredPage,
  type StoredRow,
  type StoredTable,
  storedColumns,
} from '../lib/stored-tables';
import { LEDGER_PAGE_ROWS } from './limits';
import type { RoomSql } from './ports';

const RowSchema: z.ZodMiniType<StoredRow> = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** A day's figures are up to a hundred KB of JSON, and an answer may have 32 MiB (Cloudflare Workers RPC, limits). */
const REPORTS_PAGE_ROWS = 20;

const names = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');

/** A room's tables row by row, whatever they hold: for exports and imports. */
export class StoredRows {
  constructor(private readonly sql: RoomSql) {}

  /** Rows after `after`, or the first ones: as many as no tap need wait for. */
  page(table: StoredTable, after: StoredKey | null): StoredPage {
    const { key } = STORED_TABLES[table];
    const limit = table === 'reports' ? REPORTS_PAGE_ROWS : LEDGER_PAGE_ROWS;
    const from = after === null ? '' : `WHERE (${names(key)}) > (${after.map(() => '?').join(', ')})`;
    const found = this.sql.exec(
      `SELECT ${names(storedColumns(table))} FROM ${table} ${from} ORDER BY ${names(key)} LIMIT ${limit}`,
      ...(after ?? []),
    );
    const rows = found.map((row) => z.parse(RowSchema, row));
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { rows, next: last === undefined ? null : key.map((column) => last[column] ?? null) };
  }
}
