import { app } from '../../src/app';
import type { Env } from '../../src/env';
import { EventRoom as Room } from '../../src/room/event-room';
import { getRoom } from '../../src/rpc/objects';
import { bookmarkOf, copyOf, putBack, type RoomCopy } from './room-copy';

/**
 * The product with switches for faults, for `npm run load -- --storm …`. Worker and objects share an isolate locally, so
 * a switch works for both:
 *
 * - `/storm/database?is=fails` lets D1 refuse each query; with `hangs`, queries get no answer until it `works` again.
 * - `/storm/reset` ends the instances of the rooms in its body, as Cloudflare does when it replaces the worker.
 * - `/storm/mark?room=…` notes the room's present state as history. workerd keeps none, as Cloudflare does.
 * - `/storm/days?room=…` reads how often D1 has the event's active days.
 */

const MODES = ['works', 'fails', 'hangs'] as const;
let database: (typeof MODES)[number] = 'works';
/** How often a query that hangs looks whether D1 works again. */
const LOOK_EVERY_MS = 100;

const isHanging = (): boolean => database === 'hangs';

async function admit(): Promise<void> {
  while (isHanging()) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_EVERY_MS);
    });
  }
  if (database === 'fails') throw new Error('D1_ERROR: the storm has cut off the database');
}

/** The original statements, for batches. The database accepts no others. */
const originals = new WeakMap<object, D1PreparedStatement>();

/** Calls `of`'s method, once D1 admits it. */
const admitted =
  (of: object, method: (...args: unknown[]) => unknown) =>
  async (...args: unknown[]): Promise<unknown> => {
    await admit();
    return await Reflect.apply(method, of, args);
  };

function stormyStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const stormy = new Proxy(statement, {
    get: (of, name) => {
      if (name === 'bind') return (...values: unknown[]) => stormyStatement(of.bind(...values));
      const value: unknown = Reflect.get(of, name);
      return typeof value === 'function' ? admitted(of, (...args) => Reflect.apply(value, of, args)) : value;
    },
  });
  originals.set(stormy, statement);
  return stormy;
}

const stormyDatabase = (db: D1Database): D1Database =>
  new Proxy(db, {
    get: (of, name) => {
      if (name === 'prepare') return (query: string) => stormyStatement(of.prepare(query));
      if (name !== 'batch') return Reflect.get(of, name);
      return async (statements: D1PreparedStatement[]) => {
        await admit();
        return await of.batch(statements.map((one) => originals.get(one) ?? one));
      };
    },
  });

const stormyEnv = (env: Env): Env => ({ ...env, DB: stormyDatabase(env.DB) });

/** A room's history, and the state that its next instance starts with. It outlives the room's instances. */
interface History {
  copies: { at: number; copy: RoomCopy }[];
  next: RoomCopy | null;
}
const histories = new Map<string, History>();

function installHistory({ id, storage }: DurableObjectState): History {
  const history = histories.get(id.toString()) ?? { copies: [], next: null };
  histories.set(id.toString(), history);
  if (history.next !== null) putBack(storage, history.next);
  history.next = null;
  const present = () => {
    history.copies.push({ at: Date.now(), copy: copyOf(storage) });
    return bookmarkOf(history.copies.length - 1);
  };
  const methods = {
    getCurrentBookmark: async () => bookmarkOf(history.copies.length),
    getBookmarkForTime: async (at: number) => {
      const index = history.copies.findLastIndex((copy) => copy.at <= at);
      if (index === -1) throw new Error('no history of that time');
      return bookmarkOf(index);
    },
    onNextSessionRestoreBookmark: async (bookmark: string) => {
      history.next = history.copies[Number.parseInt(bookmark, 16)]?.copy ?? null;
      return present();
    },
  };
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(storage, name, { value });
  return history;
}

export class EventRoom extends Room {
  private readonly history: History;

  constructor(ctx: DurableObjectState, env: Env) {
    const history = installHistory(ctx);
    super(ctx, stormyEnv(env));
    this.history = history;
  }

  override async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname !== '/storm/mark') return await super.fetch(request);
    const at = Date.now();
    this.history.copies.push({ at, copy: copyOf(this.ctx.storage) });
    return Response.json({ at });
  }
}

export { AccountHub } from '../../src/hub/account-hub';
export { ServiceMonitor } from '../../src/monitor/service-monitor';
export { ViewerRelay } from '../../src/relay/viewer-relay';

async function storm(request: Request, env: Env): Promise<Response> {
  const url = new URL(request.url);
  const eventId = url.searchParams.get('room') ?? '';
  switch (url.pathname) {
    case '/storm/database':
      database = MODES.find((mode) => mode === url.searchParams.get('is')) ?? 'works';
      return new Response(database);
    case '/storm/reset': {
      const eventIds: string[] = await request.json();
      // The calls reject because the rooms end.
      await Promise.allSettled(eventIds.map((id) => getRoom(env, { eventId: id, jurisdiction: null }).restart()));
      return new Response('Done');
    }
    case '/storm/mark':
      return await env.ROOMS.get(env.ROOMS.idFromName(eventId)).fetch(request);
    case '/storm/days': {
      const query = env.DB.prepare('SELECT count(*) AS days FROM activity_days WHERE event_id = ?');
      return Response.json(await query.bind(eventId).first());
    }
    default:
      return new Response(null, { status: 404 });
  }
}

export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const isStorm = new URL(request.url).pathname.startsWith('/storm/');
    return isStorm ? await storm(request, env) : await app.fetch(request, stormyEnv(env), ctx);
  },
};
