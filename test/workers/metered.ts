import { app } from '../../src/app';
import type { Env } from '../../src/env';
import { UPKEEP_INTERVAL_MS } from '../../src/durable-object/socket-age';
import { AccountHub as Hub } from '../../src/hub/account-hub';
import { ViewerRelay as Relay } from '../../src/relay/viewer-relay';
import { EventRoom as Room } from '../../src/room/event-room';
import type { Meter } from '../support/meter';

/**
 * The product with a meter for what Cloudflare bills. /meter returns the counts since the last call and resets them.
 */

const nothing = (): Meter => ({
  workerRequests: 0,
  objectRequests: 0,
  socketMessages: 0,
  rowsRead: 0,
  rowsWritten: 0,
  alarmsSet: 0,
  d1Queries: 0,
  d1RowsRead: 0,
  d1RowsWritten: 0,
  roomBytes: 0,
});

/** Worker and objects share an isolate locally. */
let meter = nothing();
/** A statement's rows are known once it has run to its end, which is before the next one starts. */
let running: SqlStorageCursor<Record<string, SqlStorageValue>> | null = null;

function settle(): void {
  meter.rowsRead += running?.rowsRead ?? 0;
  meter.rowsWritten += running?.rowsWritten ?? 0;
  running = null;
}

function meterStorage(storage: DurableObjectStorage): void {
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const setAlarm = storage.setAlarm.bind(storage);
  Object.defineProperty(sql, 'exec', {
    value: (query: string, ...bindings: unknown[]) => {
      settle();
      running = exec(query, ...bindings);
      meter.roomBytes = sql.databaseSize;
      return running;
    },
  });
  Object.defineProperty(storage, 'setAlarm', {
    value: async (at: number) => {
      meter.alarmsSet += 1;
      await setAlarm(at);
    },
  });
}

function count({ meta }: D1Result): void {
  meter.d1RowsRead += meta.rows_read;
  meter.d1RowsWritten += meta.rows_written;
}

/** The original statements, for batches. The database accepts no others. */
const originals = new WeakMap<object, D1PreparedStatement>();

function meterStatement(query: string, statement: D1PreparedStatement): D1PreparedStatement {
  const metered = {
    bind: (...values: unknown[]) => meterStatement(query, statement.bind(...values)),
    run: async () => await metered.all(),
    all: async () => {
      const result = await statement.all();
      meter.d1Queries += 1;
      count(result);
      return result;
    },
    // This call does not report its rows, so a read is repeated.
    raw: async () => {
      const { results } = await metered.all();
      return /^\s*select/i.test(query) ? await statement.raw() : results.map((row) => Object.values(row));
    },
  };
  originals.set(metered, statement);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle uses no other part of it
  return metered as unknown as D1PreparedStatement;
}

function meterDatabase(db: D1Database): D1Database {
  const metered = {
    prepare: (query: string) => meterStatement(query, db.prepare(query)),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await db.batch(statements.map((one) => originals.get(one) ?? one));
      meter.d1Queries += results.length;
      for (const result of results) count(result);
      return results;
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- drizzle uses no other part of it
  return metered as unknown as D1Database;
}

const meteredEnv = (env: Env): Env => ({ ...env, DB: meterDatabase(env.DB) });

export class EventRoom extends Room {
  #upkeeps = 0;

  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage);
    super(ctx, meteredEnv(env));
  }
  override webSocketMessage(socket: WebSocket, data: string | ArrayBuffer): void {
    meter.socketMessages += 1;
    super.webSocketMessage(socket, data);
  }
  /**
   * Does what the runtime does once a minute for a room with sockets: a call is a minute later than the one before.
   * Clears the alarm first.
   */
  async upkeep(): Promise<void> {
    const { now } = Date;
    const aheadMs = this.#upkeeps * UPKEEP_INTERVAL_MS;
    this.#upkeeps += 1;
    Date.now = () => now() + aheadMs;
    try {
      await this.ctx.storage.deleteAlarm();
      await this.alarm();
    } finally {
      Date.now = now;
    }
  }
}

export { ServiceMonitor } from '../../src/monitor/service-monitor';

export class ViewerRelay extends Relay {
  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage);
    super(ctx, env);
  }
}

export class AccountHub extends Hub {
  constructor(ctx: DurableObjectState, env: Env) {
    meterStorage(ctx.storage);
    super(ctx, meteredEnv(env));
  }
}

for (const Class of [EventRoom, AccountHub, ViewerRelay]) meterRequests(Class.prototype);

/** Every call from outside, and the alarm, is a billed request. */
function meterRequests(prototype: object): void {
  const calls =
    'fetch applyDefinition listAreas resetArea poll readDisplay countFromSource setAccount endSessions deleteEvent publish subscribe';
  for (const name of `${calls} deleteAccount registerRoom unregisterRoom alarm`.split(' ')) {
    const call: unknown = Reflect.get(prototype, name);
    if (typeof call !== 'function') continue;
    Object.defineProperty(prototype, name, {
      value(...args: unknown[]): unknown {
        meter.objectRequests += 1;
        return Reflect.apply(call, this, args);
      },
    });
  }
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/meter') {
      settle();
      const counted = meter;
      meter = nothing();
      return Response.json(counted);
    }
    if (url.pathname === '/upkeep') {
      const room = env.ROOMS.get(env.ROOMS.idFromName(url.searchParams.get('room') ?? ''));
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the room is one of this worker's own
      await (room as unknown as EventRoom).upkeep();
      return new Response(null);
    }
    meter.workerRequests += 1;
    return await app.fetch(request, meteredEnv(env), ctx);
  },
};
