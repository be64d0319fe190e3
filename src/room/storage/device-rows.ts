import * as z from 'zod/mini';
import { type Direction, DirectionSchema, type SourceAbout } from '../../shared/schemas/device';
import type { Principal } from '../../rpc/identity';
import type { RoomSql } from '../ports';
import { insertInto, only, type Row, rowSchema, selectList, valuesOf } from '../../stored/columns';
import { CLIENTS, DEVICES } from '../../stored/tables';
import { PrincipalSchema } from './row-schemas';

/** On which device, and for which principal, a client joined. Times are epoch ms. */
export interface JoinedClient extends Readonly<Row<typeof DEVICES>> {
  readonly direction: Direction;
  readonly principal: Principal;
  /** Only sources have it. They have no row here (src/room/sources). */
  readonly source?: SourceAbout;
  /** How far a source's clock is behind, in ms; null if its items have no times. */
  readonly clockOffsetMs?: number | null;
}

const JoinedClientSchema: z.ZodMiniType<JoinedClient> = z.extend(rowSchema(DEVICES), {
  direction: DirectionSchema,
  principal: PrincipalSchema,
});
const SEEN = only(CLIENTS, 'clientId', 'principal', 'lastSeenAt');
const SeenClientSchema = z.extend(rowSchema(SEEN), { principal: PrincipalSchema });
export type SeenClient = z.infer<typeof SeenClientSchema>;

const COLUMNS = selectList(DEVICES);
const SEEN_COLUMNS = selectList(SEEN);
const PUT = insertInto('devices', DEVICES, 'OR REPLACE ');

/** All SQL on a room's devices. */
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

  /** All clients of these devices. */
  ofDevices(deviceIds: readonly string[]): JoinedClient[] {
    return this.sql
      .exec(
        `SELECT ${COLUMNS} FROM devices WHERE device_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify(deviceIds),
      )
      .map((row) => z.parse(JoinedClientSchema, row));
  }

  /** Clients that have sent taps since `at` (epoch ms), as far as the table shows. */
  seenSince(at: number): SeenClient[] {
    return this.sql
      .exec(`SELECT ${SEEN_COLUMNS} FROM clients WHERE last_seen_at >= ?`, at)
      .map((row) => z.parse(SeenClientSchema, row));
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
