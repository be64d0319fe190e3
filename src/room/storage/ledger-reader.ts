import * as z from 'zod/mini';
import { type ClientFact, type JournalFact, JournalFactSchema } from '../../reports/facts';
import { JOURNAL_PARTS } from '../../reports/journal-kinds';
import type { JournalPage, JournalRead, JournalSpan, LedgerPage } from '../../reports/plan';
import type { RoomStore } from './room-store';
import type { RoomSql } from '../ports';
import { IDS_PER_MS } from '../../shared/reports/limits';
import { JOURNAL_SCAN_ROWS_MAX, LEDGER_PAGE_ROWS } from './limits';
import { DayLedger, isOfDay } from '../ledger/day-ledger';
import { SliceRows } from '../ledger/slice-rows';
import { rowSchema, selectList } from '../../stored/columns';
import { JOURNAL } from '../../stored/tables';

const JOURNAL_COLUMNS = selectList(JOURNAL);
const ClientFactRowSchema = z.object({
  clientId: z.string(),
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  isAdmin: z.int(),
});
const JournalRowSchema = rowSchema(JOURNAL);

const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/**
 * Reads ledger and journal for reports, without the taps of side areas. Results include rows that are still in the log, except those of `slices`, which
 * a daily report reads.
 */
export class LedgerReader {
  readonly slices: SliceRows;
  /** The ledger without side areas, and without rows that are still in the log. */
  readonly days: DayLedger;

  constructor(
    private readonly sql: RoomSql,
    private readonly store: Pick<RoomStore, 'ledger' | 'loggedRows' | 'lastLedgerRowId' | 'loggedClients' | 'sources'>,
  ) {
    this.days = new DayLedger(store.ledger);
    this.slices = new SliceRows(this.days);
  }

  /** The highest id of the ledger, including rows in the log; 0 while the ledger is empty. */
  get lastId(): number {
    return this.store.lastLedgerRowId;
  }

  /** Reads at most `limit` ledger rows in order of their ids, above `after` and up to `upTo`. */
  page(after: number, upTo: number, limit: number): LedgerPage {
    const rows = this.days.page(after, upTo, limit);
    if (rows.length < limit) {
      const logged = this.store.loggedRows().filter((row) => row.id > after && row.id <= upTo && isOfDay(row));
      rows.push(...logged.slice(0, limit - rows.length));
    }
    const next = rows.length < limit ? null : (rows.at(-1)?.id ?? null);
    return { rows, clients: this.clients(new Set(rows.map(({ clientId }) => clientId))), next };
  }

  /**
   * The devices of these clients. A client that only polled, or that joined without a device id, counts as a device of
   * its own.
   */
  clients(clientIds: Iterable<string>): ClientFact[] {
    const admins = this.store.loggedClients().filter(({ principal }) => principal.startsWith('admin:'));
    const loggedAdmins = new Set(admins.map(({ clientId }) => clientId));
    return this.sql
      .exec(
        `SELECT sent.value AS clientId, coalesce(devices.device_id, sent.value) AS deviceId, devices.name AS deviceName,
           coalesce(devices.principal, clients.principal, '') LIKE 'admin:%' AS isAdmin
         FROM json_each(?) AS sent LEFT JOIN devices ON devices.client_id = sent.value
           LEFT JOIN clients ON clients.client_id = sent.value`,
        JSON.stringify([...clientIds]),
      )
      .map((row) => {
        const { isAdmin, ...client } = z.parse(ClientFactRowSchema, row);
        const machine = this.store.sources.client(client.clientId);
        if (machine?.source !== undefined) {
          const { clientId, deviceId, name, source } = machine;
          return { clientId, deviceId, deviceName: name, isAdmin: false, source };
        }
        return { ...client, isAdmin: isAdmin === 1 || loggedAdmins.has(client.clientId) };
      });
  }

  /**
   * The span of the journal's present entries that were written from `from` on and have times before `to` (epoch ms).
   */
  journalSpan(from: number, to = Infinity): JournalSpan {
    const [row] = this.sql.exec('SELECT max(id) AS id FROM journal');
    const { id } = z.parse(z.object({ id: z.nullable(z.int()) }), row);
    return { after: from * IDS_PER_MS - 1, upTo: id ?? 0, before: Math.min(to, Number.MAX_SAFE_INTEGER) };
  }

  /**
   * Reads a page with entries of one part, in order of their ids. It scans at most JOURNAL_SCAN_ROWS rows, so a page
   * can be empty and still not be the last one, if the scanned rows are of other kinds.
   */
  journalPage({ part, after, upTo, before }: JournalRead): JournalPage {
    const [bound] = this.sql
      .exec(
        'SELECT id FROM journal WHERE id > ? AND id <= ? ORDER BY id LIMIT 1 OFFSET ?',
        after,
        upTo,
        JOURNAL_SCAN_ROWS_MAX - 1,
      )
      .map((row) => z.parse(z.object({ id: z.int() }), row).id);
    const facts = this.sql
      .exec(
        `SELECT ${JOURNAL_COLUMNS} FROM journal
         WHERE id > ? AND id <= ? AND at < ? AND kind IN (SELECT value FROM json_each(?)) ORDER BY id LIMIT ?`,
        after,
        bound ?? upTo,
        before,
        JSON.stringify(JOURNAL_PARTS[part]),
        LEDGER_PAGE_ROWS,
      )
      .map((row) => {
        const fact = z.parse(JournalRowSchema, row);
        return z.parse(JournalFactSchema, { ...fact, before: jsonOf(fact.before), after: jsonOf(fact.after) });
      });
    const next = facts.length < LEDGER_PAGE_ROWS ? bound : facts.at(-1)?.id;
    return { facts, next: next ?? null };
  }

  /** All entries of the span that change figures, in order. */
  steps(span: JournalSpan): JournalFact[] {
    const steps: JournalFact[] = [];
    for (let after: number | null = span.after; after !== null;) {
      const page = this.journalPage({ part: 'steps', ...span, after });
      for (const fact of page.facts) steps.push(fact);
      after = page.next;
    }
    return steps;
  }

  /** When the oldest journal entry was written; undefined if there is none. Times are epoch ms, here and below. */
  get firstJournalAt(): number | undefined {
    const [row] = this.sql.exec('SELECT min(id) AS id FROM journal');
    const { id } = z.parse(z.object({ id: z.nullable(z.int()) }), row);
    return id === null ? undefined : Math.floor(id / IDS_PER_MS);
  }

  deleteJournal(before: number): void {
    this.sql.exec('DELETE FROM journal WHERE id < ?', before * IDS_PER_MS);
  }
}
