import * as z from 'zod/mini';
import { type ClientFact, type JournalFact, JournalFactSchema, type LedgerFact } from '../shared/report/facts';
import { IDS_PER_MS } from './limits';
import type { RoomSql } from './ports';
import { LEDGER_COLUMNS, LedgerRowSchema } from './storage-rows';

const LedgerFactSchema: z.ZodMiniType<LedgerFact> = z.extend(LedgerRowSchema, { id: z.int() });
const ClientFactRowSchema = z.object({
  clientId: z.string(),
  deviceId: z.string(),
  deviceName: z.nullable(z.string()),
  isAdmin: z.int(),
});
const Json = z.nullable(z.string());
const JournalRowSchema = z.extend(JournalFactSchema, { before: Json, after: Json });

const jsonOf = (text: string | null): unknown => (text === null ? null : JSON.parse(text));

/** Ledger and journal as reports read them: what is still in the log is not in there. */
export class HistoryRows {
  constructor(private readonly sql: RoomSql) {}

  /** Of the ledger; 0 while it is empty. */
  get lastId(): number {
    const [row] = this.sql.exec('SELECT max(id) AS id FROM ledger');
    return z.parse(z.object({ id: z.nullable(z.int()) }), row).id ?? 0;
  }

  /** In order of their ids: above `after`, up to `upTo`. */
  ledger(after: number, upTo: number, limit: number): LedgerFact[] {
    return this.sql
      .exec(`SELECT id, ${LEDGER_COLUMNS} FROM ledger WHERE id > ? AND id <= ? ORDER BY id LIMIT ?`, after, upTo, limit)
      .map((row) => z.parse(LedgerFactSchema, row));
  }

  /** One that has only polled, or joined without saying on which device, is a device of its own. */
  clients(clientIds: Iterable<string>): ClientFact[] {
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
        return { ...client, isAdmin: isAdmin === 1 };
      });
  }

  /** What was changed from `from` on, to before `to` (epoch ms), in order. */
  journal(from: number, to: number): JournalFact[] {
    const query = `SELECT id, at, actor, kind, area_id AS areaId, before, after, note FROM journal
      WHERE id >= ? AND at < ? ORDER BY id`;
    return this.sql.exec(query, from * IDS_PER_MS, Math.min(to, Number.MAX_SAFE_INTEGER)).map((row) => {
      const fact = z.parse(JournalRowSchema, row);
      return z.parse(JournalFactSchema, { ...fact, before: jsonOf(fact.before), after: jsonOf(fact.after) });
    });
  }
}
