import { DatabaseSync } from 'node:sqlite';
import { during, later, type Life, whileAlive } from './life.ts';
import { sqlitePort } from '../sqlite-ports.ts';
import type { ServerSocket, SocketHost } from './sockets.ts';

/**
 * Stand-ins of Durable Objects: the real classes on Node's SQLite, in this process. An alarm never rings by itself.
 */

/** What is stored under one name, with its sockets and the object that lives now. */
class Place implements SocketHost {
  private database = new DatabaseSync(':memory:');
  private alarmAt: number | null = null;
  private readonly kv = new Map<string, unknown>();
  private readonly sockets = new Set<ServerSocket>();
  private living: Promise<{ object: object; state: object; life: Life }> | null = null;

  constructor(
    private readonly load: () => Promise<object>,
    private readonly env: object,
  ) {}

  /** Runs `work` in the object, which wakes for it. */
  async within<T>(work: (object: object, state: object) => T): Promise<Awaited<T>> {
    const { object, state, life } = await (this.living ??= this.wake());
    return await during(life, () => work(object, state));
  }

  call(name: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.within((object) => Reflect.apply(Reflect.get(object, name), object, args));
  }

  /** Ends the object as hibernation does: its sockets stay. */
  async evict(): Promise<void> {
    await later(() => {});
    const living = await this.living;
    if (living !== null) living.life.isOver = true;
    this.living = null;
  }

  /** Ends the object as a crash does. */
  async abort(): Promise<void> {
    await this.evict();
    for (const socket of this.sockets) socket.lose();
    this.sockets.clear();
  }

  /** Returns false if no alarm is set. */
  async ring(): Promise<boolean> {
    if (this.alarmAt === null) return false;
    this.alarmAt = null;
    await this.call('alarm');
    return true;
  }

  message(socket: ServerSocket, data: unknown): void {
    void this.call('webSocketMessage', socket, data);
  }

  closed(socket: ServerSocket, code: number, reason: string): void {
    this.sockets.delete(socket);
    void this.call('webSocketClose', socket, code, reason, true);
  }

  private async wake() {
    const life: Life = { isOver: false };
    const { state, opened } = this.stateOf(life);
    const type = await this.load();
    const object: object = during(life, () => Reflect.construct(Object(type), [state, this.env]));
    await Promise.all(opened);
    return { object, state, life };
  }

  private stateOf(life: Life) {
    const opened: Promise<unknown>[] = [];
    const state = {
      storage: this.storageOf(life),
      blockConcurrencyWhile: (work: () => Promise<unknown>) => {
        const done = work();
        opened.push(done);
        return done;
      },
      waitUntil: () => {},
      acceptWebSocket: (socket: ServerSocket) => {
        socket.host = this;
        this.sockets.add(socket);
      },
      getWebSockets: () => [...this.sockets],
      // No test of these sends a ping.
      setWebSocketAutoResponse: () => {},
      getWebSocketAutoResponseTimestamp: () => null,
    };
    return { state, opened };
  }

  private storageOf(life: Life) {
    let port = sqlitePort(this.database);
    const exec = (query: string, ...values: (string | number | null)[]) => {
      if (life.isOver) throw new Error('This object has been evicted');
      try {
        const rows = port.exec(query, ...values).map((row) => ({ ...Object(row) }));
        return { toArray: () => rows };
      } catch (error) {
        throw withCode(error);
      }
    };
    return {
      sql: { exec },
      transactionSync: <T>(work: () => T) => port.transaction(work),
      sync: () => later(() => {}),
      getAlarm: () => later(() => this.alarmAt),
      setAlarm: async (at: number) => void (this.alarmAt = at),
      deleteAlarm: async () => void (this.alarmAt = null),
      deleteAll: () =>
        later(() => {
          this.database = new DatabaseSync(':memory:');
          port = sqlitePort(this.database);
          this.kv.clear();
          this.alarmAt = null;
        }),
      kv: {
        get: (key: string) => structuredClone(this.kv.get(key)),
        put: (key: string, value: unknown) => void this.kv.set(key, structuredClone(value)),
        delete: (key: string) => this.kv.delete(key),
        list: () => new Map(this.kv),
      },
    };
  }
}

/** SQLite's code for a value that no row takes (sqlite.org/rescode.html#toobig). */
const TOO_BIG = 18;

/** The error as workerd has it: its message ends with the name of the code that the room looks for. */
function withCode(error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error) || error.errcode !== TOO_BIG) return error;
  return new Error(`${error.message}: SQLITE_TOOBIG`, { cause: error });
}

const places = new Map<string, Place>();
const placeOf = new WeakMap<object, Place>();

export function placeBehind(stub: object): Place {
  const place = placeOf.get(stub);
  if (place === undefined) throw new Error('This is no stub');
  return place;
}

export const abortAll = async (): Promise<void> =>
  void (await Promise.all([...places.values()].map((place) => place.abort())));

export const forgetAll = (): void => places.clear();

/** The objects of one class. Calls are made as over RPC: later, and with copies. */
export class Namespace {
  constructor(
    private readonly name: string,
    private readonly load: () => Promise<object>,
    private readonly env: () => object,
  ) {}

  idFromName(name: string) {
    return { name, toString: () => name };
  }

  get({ name }: { name: string }): object {
    const key = `${this.name} ${name}`;
    const place = places.get(key) ?? new Place(this.load, this.env());
    places.set(key, place);
    const fetch = (url: string, init: RequestInit) => place.call('fetch', new Request(url, init));
    const remote =
      (method: string) =>
      (...args: unknown[]) =>
        whileAlive(
          later(() => place.call(method, ...structuredClone(args))).then((answer) =>
            later(() => structuredClone(answer)),
          ),
        );
    const stub = new Proxy({}, { get: (_, method) => (method === 'fetch' ? fetch : remote(String(method))) });
    placeOf.set(stub, place);
    return stub;
  }
}
