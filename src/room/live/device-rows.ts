import * as z from 'zod/mini';
import type { BusinessDay } from '../../shared/rules/business-day';
import { type Direction, DirectionSchema } from '../../shared/schemas/device';
import type { Principal } from '../../rpc/contract';
import { IDS_PER_MS, MINUTE_MS } from '../../shared/limits';
import { latestTapAt } from '../../reports/tap-times';
import type { RoomSql } from '../ports';
import { insertInto, only, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { LEDGER } from '../../stored/ledger';
import { CLIENTS, DEVICES } from '../../stored/tables';
import { PrincipalSchema } from '../storage/row-schemas';

/** On which device, and for which principal, a client joined. Times are epoch ms. */
export interface JoinedClient extends Readonly<Row<typeof DEVICES>> {
  readonly direction: Direction;
  readonly principal: Principal;
}

/** What a client has counted on one business day. `ins` and `outs` do not include transfers. */
export interface ClientDay {
  readonly clientId: string;
  readonly ins: number;
  readonly outs: number;
  readonly lastTapAt: number;
  /** The seq of the client's first tap of the day. An undo of this seq or of a later seq belongs to the day. */
  readonly firstSeq: number;
}

const JoinedClientSchema: z.ZodMiniType<JoinedClient> = z.extend(rowSchema(DEVICES), {
  direction: DirectionSchema,
  principal: PrincipalSchema,
});
const ClientDaySchema: z.ZodMiniType<ClientDay> = z.object({
  clientId: z.string(),
  ins: z.int(),
  outs: z.int(),
  lastTapAt: z.int(),
  firstSeq: z.int(),
});
/** The columns of a ledger row that a device's sums need. */
const COUNTED = only(
  LEDGER,
  'clientId',
  'otherAreaId',
  'firstSeq',
  'lastSeq',
  'ins',
  'outs',
  'undoes',
  'occurredAt',
  'gaps',
);
export type CountedRow = Row<typeof COUNTED>;
const CountedRowSchema = rowSchema(COUNTED);
const RunRowSchema = z.extend(rowSchema(only(LEDGER, 'clientId', 'firstSeq', 'lastSeq', 'occurredAt')), {
  gaps: z.string(),
});
const SEEN = only(CLIENTS, 'clientId', 'principal', 'lastSeenAt');
const SeenClientSchema = z.extend(rowSchema(SEEN), { principal: PrincipalSchema });
export type SeenClient = z.infer<typeof SeenClientSchema>;

const COLUMNS = selectList(DEVICES);
const COUNTED_COLUMNS = selectList(COUNTED);
const SEEN_COLUMNS = selectList(SEEN);
const PUT = insertInto('devices', DEVICES, 'OR REPLACE ');

/** All SQL on a room's devices, and on what the ledger says about them. */
export class DeviceRows {
  constructor(private readonly sql: RoomSql) {}

  of(clientId: string): JoinedClient | undefined {
    const [row] = this.sql.exec(`SELECT ${COLUMNS} FROM devices WHERE client_id = ?`, clientId);
    return row === undefined ? undefined : z.parse(JoinedClientSchema, row);
  }

  put(client: JoinedClient): void {
    this.sql.exec(PUT, ...valuesOf(DEVICES, client));
  }

  /** Does nothing for a client that has already left: the close of a socket can be reported twice. */
  setLeft(clientId: string, leftAt: number): void {
    this.sql.exec('UPDATE devices SET left_at = ? WHERE client_id = ? AND left_at IS NULL', leftAt, clientId);
  }

  /** Marks all clients as left. */
  endJoins(leftAt: number): void {
    this.sql.exec('UPDATE devices SET left_at = ? WHERE left_at IS NULL', leftAt);
  }

  /** Clients that were connected at or after `at` (epoch ms), as far as the table shows. */
  since(at: number): JoinedClient[] {
    return this.sql
      .exec(`SELECT ${COLUMNS} FROM devices WHERE joined_at >= ? OR left_at IS NULL OR left_at >= ?`, at, at)
      .map((row) => z.parse(JoinedClientSchema, row));
  }

  /** Clients that have sent taps since `at` (epoch ms). */
  seenSince(at: number): SeenClient[] {
    return this.sql
      .exec(`SELECT ${SEEN_COLUMNS} FROM clients WHERE last_seen_at >= ?`, at)
      .map((row) => z.parse(SeenClientSchema, row));
  }

  /**
   * What each client counted on the day according to the ledger table, without undo rows. The lower limit of the ids is
   * the day's start, because a tap is never received before it occurred.
   */
  tapsOf({ startsAt, endsAt }: BusinessDay): ClientDay[] {
    const days = this.sql
      .exec(
        `SELECT client_id AS clientId, sum(iif(other_area_id IS NULL, ins, 0)) AS ins,
           sum(iif(other_area_id IS NULL, outs, 0)) AS outs, max(occurred_at) AS lastTapAt, min(first_seq) AS firstSeq
         FROM ledger WHERE id >= ? AND occurred_at >= ? AND occurred_at < ? AND undoes IS NULL GROUP BY client_id`,
        startsAt * IDS_PER_MS,
        startsAt,
        endsAt,
      )
      .map((row) => z.parse(ClientDaySchema, row));
    const lastTaps = this.lastTaps(days);
    return days.map((day) => ({ ...day, lastTapAt: Math.max(day.lastTapAt, lastTaps.get(day.clientId) ?? 0) }));
  }

  /**
   * For each client, when the latest tap of its runs was made. Only runs that began less than a minute before the
   * client's last row are read, because all taps of a run are within one minute.
   */
  private lastTaps(days: readonly ClientDay[]): Map<string, number> {
    const lastTaps = new Map<string, number>();
    const first = days.reduce((at, { lastTapAt }) => Math.min(at, lastTapAt), Number.MAX_SAFE_INTEGER);
    const runs = this.sql.exec(
      `WITH last AS MATERIALIZED (SELECT value ->> 0 AS client_id, value ->> 1 AS at FROM json_each(?))
       SELECT ledger.client_id AS clientId, first_seq AS firstSeq, last_seq AS lastSeq, occurred_at AS occurredAt, gaps
       FROM ledger CROSS JOIN last ON last.client_id = ledger.client_id
       WHERE id >= ? AND gaps IS NOT NULL AND occurred_at > last.at - ${MINUTE_MS} AND occurred_at <= last.at`,
      JSON.stringify(days.map(({ clientId, lastTapAt: at }) => [clientId, at])),
      days.length === 0 ? first : (first - MINUTE_MS) * IDS_PER_MS,
    );
    for (const row of runs) {
      const run = z.parse(RunRowSchema, row);
      lastTaps.set(run.clientId, Math.max(lastTaps.get(run.clientId) ?? 0, latestTapAt(run)));
    }
    return lastTaps;
  }

  /** The undo rows that were received since `at` (epoch ms). */
  undosSince(at: number): CountedRow[] {
    return this.sql
      .exec(`SELECT ${COUNTED_COLUMNS} FROM ledger WHERE id >= ? AND undoes IS NOT NULL`, at * IDS_PER_MS)
      .map((row) => z.parse(CountedRowSchema, row));
  }

  /**
   * Deletes clients that joined before `before`, and clients that never counted and left before `uncountedBefore` (both
   * epoch ms). No socket stays open for that long.
   */
  prune(before: number, uncountedBefore: number): void {
    this.sql.exec('DELETE FROM devices WHERE joined_at < ?', before);
    this.sql.exec(
      `DELETE FROM devices WHERE joined_at < ? AND coalesce(left_at, joined_at) < ?
         AND client_id NOT IN (SELECT client_id FROM clients)`,
      uncountedBefore,
      uncountedBefore,
    );
  }
}
