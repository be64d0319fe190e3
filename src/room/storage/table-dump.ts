import * as z from 'zod/mini';
import {
  type RoomSnapshot,
  AREAS,
  CLIENTS,
  STORED_TABLES,
  type StoredKey,
  type StoredPage,
  type StoredRow,
  type StoredTable,
  storedColumns,
} from '../../stored/tables';
import { fieldsOf, fromSqlRow, only, type Row, rowSchema, selectList, toSqlRow } from '../../stored/columns';
import type { LedgerFact } from '../../reports/facts';
import { readTally } from '../../stored/tally';
import { tapTimes } from '../../reports/tap-times';
import { LEDGER } from '../../stored/ledger';
import { UNWRITTEN } from './client-rows';
import { AREA_COUNTS, areaTexts } from './flush';
import type { RoomStore } from './room-store';
import { LEDGER_PAGE_ROWS } from './limits';
import { MIGRATIONS } from './migrations';
import type { RoomSql } from '../ports';

const RowSchema: z.ZodMiniType<StoredRow> = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/**
 * Reports in one page: a stored report has up to REPORT_ROW_MAX_BYTES, and an answer is allowed to have 32 MiB
 * (Cloudflare Workers RPC, limits).
 */
const REPORTS_PAGE_ROWS = 10;

const names = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');

const SUMS = only(AREAS, 'areaId', 'occupancy', 'ins', 'outs', 'floored', 'adjustments', 'categories');
type Sums = Pick<Row<typeof SUMS>, 'ins' | 'outs' | 'floored'>;
const NOTHING: Sums = { ins: 0, outs: 0, floored: 0 };
const isEqual = (a: Sums, b: Sums): boolean => a.ins === b.ins && a.outs === b.outs && a.floored === b.floored;

function addTo(sums: Sums, { ins, outs, floored }: Sums): void {
  sums.ins += ins;
  sums.outs += outs;
  sums.floored += floored;
}

/** Whether a stored tally cannot be read, or differs from what the ledger says, if that is given. */
function isWrongTally(text: string | null, counted: ReadonlyMap<string, Sums> | undefined): boolean {
  try {
    const { categories } = readTally(text) ?? { categories: new Map<string, Sums>() };
    const ids = new Set([...categories.keys(), ...(counted?.keys() ?? [])]);
    const isSame = (id: string) => isEqual(categories.get(id) ?? NOTHING, counted?.get(id) ?? NOTHING);
    return counted !== undefined && ![...ids].every(isSame);
  } catch {
    return true;
  }
}

const SUM_COLUMNS = selectList(SUMS);
const SumsSchema = rowSchema(SUMS);

/**
 * A room's tables row by row, for exports and imports. An export adds the rows that are only in the log and writes
 * nothing, so that a room with a full disk can be exported.
 */
export class TableDump {
  constructor(
    private readonly sql: RoomSql,
    private readonly store: Pick<RoomStore, 'ledger' | 'loggedRows' | 'loggedClients' | 'loggedCounts'>,
  ) {}

  /**
   * A page of rows after the key `after`, or the first page if it is null. A page is so small that no tap waits long
   * for it.
   */
  page(table: StoredTable, after: StoredKey | null): StoredPage {
    if (table === 'ledger') return this.ledgerPage(Number(after?.[0] ?? 0));
    const { key } = STORED_TABLES[table];
    const limit = table === 'reports' ? REPORTS_PAGE_ROWS : LEDGER_PAGE_ROWS;
    const from = after === null ? '' : `WHERE (${names(key)}) > (${after.map(() => '?').join(', ')})`;
    const found = this.sql.exec(
      `SELECT ${names(storedColumns(table))} FROM ${table} ${from} ORDER BY ${names(key)} LIMIT ${limit}`,
      ...(after ?? []),
    );
    const stored = found.map((row) => z.parse(RowSchema, row));
    const rows = table === 'areas' ? stored.map((row) => this.withLoggedCounts(row)) : stored;
    const last = rows.length < limit ? undefined : rows.at(-1);
    return { rows, next: last === undefined ? null : key.map((column) => last[column] ?? null) };
  }

  private ledgerPage(after: number): StoredPage {
    const rows = this.store.ledger.page(after, Number.MAX_SAFE_INTEGER, LEDGER_PAGE_ROWS);
    const last = rows.length < LEDGER_PAGE_ROWS ? undefined : rows.at(-1);
    return { rows: rows.map((row) => toSqlRow(LEDGER, row)), next: last === undefined ? null : [last.id] };
  }

  private withLoggedCounts(area: StoredRow): StoredRow {
    const counts = this.store.loggedCounts.get(String(area['area_id']));
    return counts === undefined ? area : { ...area, ...toSqlRow(AREA_COUNTS, { ...counts, ...areaTexts(counts) }) };
  }

  /** Reads the small tables and the log in one turn of the event loop, so that no tap is counted in between. */
  snapshot(): RoomSnapshot {
    const all = (table: 'meta' | 'areas' | 'days') => {
      const rows: StoredRow[] = [];
      for (let page = this.page(table, null); ; page = this.page(table, page.next)) {
        rows.push(...page.rows);
        if (page.next === null) return rows;
      }
    };
    return {
      schema: MIGRATIONS.length,
      rows: { meta: all('meta').filter(({ key }) => key !== UNWRITTEN), areas: all('areas'), days: all('days') },
      lastId: { journal: this.lastJournalId, ledger: this.store.ledger.lastId },
      logged: {
        clients: this.store.loggedClients().map((client) => toSqlRow(CLIENTS, client)),
        ledger: this.store.loggedRows().map((row) => toSqlRow(LEDGER, row)),
      },
    };
  }

  /**
   * Adds rows to the ledger.
   * @throws {Error} if a row does not belong there or does not add up, or if the ids do not rise
   */
  appendToLedger(rows: readonly unknown[]): void {
    const facts = rows.map((row) => fromSqlRow(LEDGER, z.parse(STORED_TABLES.ledger.row, row)));
    for (const fact of facts) {
      if (fact.ins - fact.outs !== fact.change * tapTimes(fact).length)
        throw new Error(`row ${fact.id} of the ledger: in minus out is not change times taps`);
    }
    this.store.ledger.append(facts);
    // Checks now that a block can hold the numbers, so that an import fails and not a later report.
    const stored = [...this.store.ledger.rows((facts[0]?.id ?? 0) - 1)];
    const isSame = (fact: LedgerFact, index: number) =>
      fieldsOf(LEDGER).every((field) => fact[field] === stored[index]?.[field]);
    if (!facts.every(isSame)) throw new Error('the ledger has numbers that no room writes');
  }

  /** @throws {Error} if the row does not belong to this table or already exists */
  insert(table: Exclude<StoredTable, 'ledger'>, row: unknown): void {
    const checked: StoredRow = z.parse(STORED_TABLES[table].row, row);
    const columns = Object.keys(checked);
    const values = columns.map((column) => checked[column] ?? null);
    this.sql.exec(`INSERT INTO ${table} (${names(columns)}) VALUES (${columns.map(() => '?').join(', ')})`, ...values);
  }

  /**
   * The number of areas whose counts are wrong: in themselves or, if the whole ledger is there, compared with the
   * ledger.
   */
  wrongAreas(hasWholeLedger: boolean): number {
    const areas = this.sql.exec(`SELECT ${SUM_COLUMNS} FROM areas`).map((row) => z.parse(SumsSchema, row));
    const counted = new Map(areas.map(({ areaId }) => [areaId, { ...NOTHING, byCategory: new Map<string, Sums>() }]));
    for (const row of hasWholeLedger ? this.store.ledger.rows(0) : []) {
      const sums = counted.get(row.areaId);
      if (sums === undefined) continue;
      addTo(sums, row);
      if (row.category === null) continue;
      const ofCategory = sums.byCategory.get(row.category) ?? { ...NOTHING };
      addTo(ofCategory, row);
      sums.byCategory.set(row.category, ofCategory);
    }
    const isWrong = (area: Row<typeof SUMS>) => {
      const { areaId, occupancy, ins, outs, floored, adjustments } = area;
      const sums = hasWholeLedger ? counted.get(areaId) : undefined;
      if (occupancy !== ins - outs + floored + adjustments || isWrongTally(area.categories, sums?.byCategory))
        return true;
      return sums !== undefined && !isEqual(sums, area);
    };
    return areas.filter(isWrong).length;
  }

  /** Schedules these days for delivery to D1 at `dueAt` (epoch ms). */
  setDue(days: readonly string[], dueAt: number): void {
    for (const day of days) this.sql.exec('UPDATE days SET due_at = ?, attempts = 0 WHERE day = ?', dueAt, day);
  }

  private get lastJournalId(): number {
    const [row] = this.sql.exec('SELECT coalesce(max(id), 0) AS id FROM journal');
    return z.parse(z.object({ id: z.int() }), row).id;
  }
}
