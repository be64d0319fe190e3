import * as z from 'zod/mini';
import { CLIENTS_UNWRITTEN_MAX, LOG_WRITES_PER_CLIENT_WRITE } from './limits';
import type { SeenClient } from './device-rows';
import type { RoomSql } from '../ports';
import { CLIENT, type ClientState } from '../state/room-state';
import { selectList } from '../../stored/columns';
import type { Meta } from './meta';
import { ClientRowSchema, PrincipalSchema } from './row-schemas';

/** A client's state, and when it last sent a tap (epoch ms). */
export type StoredClient = ClientState & SeenClient;

/** Clients that are newer than in the table, and how often the log was written since the table was. */
interface Unwritten {
  readonly clients: ReadonlyMap<string, StoredClient>;
  readonly logWrites: number;
}
const NONE: Unwritten = { clients: new Map(), logWrites: 0 };

const Int = z.int();
/** In the order of the columns of the table `clients`. */
const UnwrittenTextSchema = z.tuple([Int, z.array(z.tuple([z.string(), PrincipalSchema, Int, Int, Int]))]);

const CLIENT_COLUMNS = selectList(CLIENT);
/** Key in the table `meta`. No file has it, because files have these clients as rows. */
export const UNWRITTEN = 'unwritten_clients';

const textOf = (clients: Iterable<StoredClient>): string =>
  JSON.stringify(
    Array.from(clients, ({ clientId, principal, lastSeq, version, lastSeenAt }) => [
      clientId,
      principal,
      lastSeq,
      version,
      lastSeenAt,
    ]),
  );

/**
 * The clients in storage, and all SQL on them. When the log is written into the tables, the clients that tapped are
 * written as one row of the table `meta`. They get rows of their own only every LOG_WRITES_PER_CLIENT_WRITE times,
 * because each of these rows is billed (docs/decisions/0031).
 */
export class ClientRows {
  private unwritten: Unwritten;

  constructor(
    private readonly sql: RoomSql,
    private readonly meta: Meta,
  ) {
    const text = meta.get(UNWRITTEN);
    if (text === undefined) this.unwritten = NONE;
    else {
      const [logWrites, clients] = z.parse(UnwrittenTextSchema, JSON.parse(text));
      this.unwritten = {
        logWrites,
        clients: new Map(
          clients.map(([clientId, principal, lastSeq, version, lastSeenAt]) => [
            clientId,
            { clientId, principal, lastSeq, version, lastSeenAt },
          ]),
        ),
      };
    }
  }

  of(clientId: string): ClientState | undefined {
    return this.unwritten.clients.get(clientId) ?? this.inTable(clientId);
  }

  private inTable(clientId: string): ClientState | undefined {
    const [row] = this.sql.exec(`SELECT ${CLIENT_COLUMNS} FROM clients WHERE client_id = ?`, clientId);
    return row === undefined ? undefined : z.parse(ClientRowSchema, row);
  }

  /** By client id: the clients whose state is newer than in the table. */
  get newerThanTable(): ReadonlyMap<string, StoredClient> {
    return this.unwritten.clients;
  }

  /**
   * How many taps these clients and those in storage have sent, counted or refused: the sum of the clients' seqs, which
   * have no gaps. It leaves out clients that were forgotten after CLIENT_RETENTION_MS.
   */
  takenTaps(newer: ReadonlyMap<string, ClientState>): number {
    const [row] = this.sql.exec('SELECT coalesce(sum(last_seq), 0) AS taps FROM clients');
    let { taps } = z.parse(z.object({ taps: Int }), row);
    for (const { clientId, lastSeq } of new Map([...this.unwritten.clients, ...newer]).values()) {
      taps += lastSeq - (this.inTable(clientId)?.lastSeq ?? 0);
    }
    return taps;
  }

  /**
   * Stores these clients within the caller's transaction.
   * @returns a function to call once the transaction is committed
   */
  write(clients: Iterable<StoredClient>): () => void {
    const next = new Map(this.unwritten.clients);
    for (const client of clients) next.set(client.clientId, client);
    const logWrites = this.unwritten.logWrites + 1;
    if (logWrites >= LOG_WRITES_PER_CLIENT_WRITE || next.size > CLIENTS_UNWRITTEN_MAX) return this.writeAll(next);
    this.meta.set(UNWRITTEN, `[${logWrites},${textOf(next.values())}]`);
    return () => {
      this.unwritten = { clients: next, logWrites };
    };
  }

  private writeAll(clients: ReadonlyMap<string, StoredClient>): () => void {
    // SQLite needs the WHERE to tell the upsert's ON from a join's (sqlite.org/lang_upsert.html, 2.2).
    this.sql.exec(
      `INSERT INTO clients (client_id, principal, last_seq, version, last_seen_at)
       SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
       ON CONFLICT (client_id) DO UPDATE SET last_seq = excluded.last_seq, version = excluded.version,
         last_seen_at = excluded.last_seen_at`,
      textOf(clients.values()),
    );
    this.meta.delete(UNWRITTEN);
    return () => {
      this.unwritten = NONE;
    };
  }

  /** Deletes clients that have sent nothing since `before` (epoch ms). All others are in the table afterward. */
  prune(before: number): void {
    this.sql.transaction(() => {
      const done = this.writeAll(this.unwritten.clients);
      this.sql.exec('DELETE FROM clients WHERE last_seen_at < ?', before);
      return done;
    })();
  }
}
