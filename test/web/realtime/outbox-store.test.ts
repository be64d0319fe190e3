import { forceCloseDatabase } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { answerOf, endOf, openOutboxes } from '../../../web/src/realtime/indexed-db';
import { Outbox, type OutboxOwner, type QueuedTap } from '../../../web/src/realtime/outbox';
import { OutboxHome } from '../../../web/src/realtime/outbox-home';
import { createOutboxStore, type OutboxStore } from '../../../web/src/realtime/outbox-store';
import { eventually } from '../../support/eventually';
import { deferred } from '../support/deferred';
import { FakeWorld, PRINCIPAL } from '../support/fake-effects';
import { FakeLocks } from '../support/fake-tabs';

const tap = (seq: number) => ({ seq, areaId: 'a1', change: 1, at: seq });
const record = (clientId: string, since = 1, principal = PRINCIPAL) => ({ clientId, eventId: 'e1', principal, since });
const report = (taps: number) => ({ areaId: 'a1', areaName: 'Main Stage', reason: 'Deleted.', taps });
let store: OutboxStore;

beforeEach(() => {
  store = createOutboxStore();
});

const write = (clientId: string, seqs: number[], more: { settledThrough?: number; uncounted?: number } = {}) =>
  store.write({
    record: record(clientId),
    taps: seqs.map(tap),
    settledThrough: more.settledThrough ?? 0,
    uncounted: more.uncounted === undefined ? [] : [report(more.uncounted)],
  });

/** Writes rows as a page of another version has left them. */
async function leave(rows: Record<'taps' | 'uncounted', [row: unknown, key: IDBValidKey]>) {
  const database = await openOutboxes(() => undefined);
  const tx = database.transaction(['taps', 'uncounted'], 'readwrite');
  for (const table of ['taps', 'uncounted'] as const) tx.objectStore(table).put(...rows[table]);
  await endOf(tx);
}

const firstTap = (clientId: string, since: number, principal = PRINCIPAL) =>
  store.write({ record: record(clientId, since, principal), taps: [tap(1)], settledThrough: 0, uncounted: [] });

describe('the store', () => {
  test('taps and reports are on disk before it says so; to delete taps may take its time', async () => {
    await write('c0', [1]);
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await write('c1', [1, 2]);
    await write('c1', [], { settledThrough: 1 });
    await write('c1', [], { settledThrough: 2, uncounted: 1 });
    expect(transaction.mock.calls.map(([, , options]) => options?.durability)).toEqual(['strict', 'relaxed', 'strict']);
  });

  test('a storage that gives up at the end of a transaction is heard of, and keeps nothing', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- applied to its own store below
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
      const request = put.apply(this, row);
      // The last request of a write: what follows is the commit.
      if (this.name === 'outboxes') request.addEventListener('success', () => this.transaction.abort());
      return request;
    });
    await expect(write('c1', [1])).rejects.toThrow('The storage gave up');
    vi.restoreAllMocks();
    expect(await store.taps('c1')).toEqual([]);
  });

  test('a record is there as long as taps are, the oldest first, each principal’s apart', async () => {
    const records = async () => (await store.records(PRINCIPAL)).map(({ clientId }) => clientId);
    await firstTap('new', 20);
    await firstTap('x', 1, 'admin:a@b.co');
    await firstTap('old', 10);
    await write('old', [2]);
    expect(await records()).toEqual(['old', 'new']);
    await write('old', [], { settledThrough: 1 });
    expect(await store.taps('old')).toEqual([tap(2)]);
    await write('old', [], { settledThrough: 2 });
    expect(await records()).toEqual(['new']);
    // A principal that is no more leaves nothing.
    await write('new', [], { uncounted: 1 });
    await store.forget(PRINCIPAL);
    expect([await records(), await store.taps('new'), await store.uncounted(PRINCIPAL)]).toEqual([[], [], []]);
    expect(await store.taps('x')).toEqual([tap(1)]);
  });

  test('reports add up until they are read; what came meanwhile stays', async () => {
    await write('c1', [], { uncounted: 2 });
    const [read] = await store.uncounted(PRINCIPAL);
    await write('c2', [], { uncounted: 1 });
    expect(await store.uncounted(PRINCIPAL)).toEqual([{ eventId: 'e1', ...report(3) }]);
    expect(await store.uncounted('admin:a@b.co')).toEqual([]);
    if (read) await store.dismiss(PRINCIPAL, read);
    expect(await store.uncounted(PRINCIPAL)).toEqual([{ eventId: 'e1', ...report(1) }]);
    await store.dismiss(PRINCIPAL, { eventId: 'e1', ...report(1) });
    expect(await store.uncounted(PRINCIPAL)).toEqual([]);
  });

  test('of two that move the same taps only one has them; what came later stays where it is', async () => {
    await write('c1', [4, 5, 6]);
    const { seq: _four, ...four } = tap(4);
    const taps = [
      { tap: four, storedSeq: 4 },
      { tap: four, storedSeq: 5 },
    ];
    const move = (to: string) =>
      store.move({ fromClientId: 'c1', through: 5, record: record(to), taps, uncounted: [] });
    const [first, second] = await Promise.all([move('c2'), move('c3')]);
    expect([[...first], [...second]]).toEqual([[], [0, 1]]);
    expect((await store.taps('c2')).map(({ seq }) => seq)).toEqual([1, 2]);
    expect(await store.taps('c1')).toEqual([tap(6)]);
    expect((await store.records(PRINCIPAL)).map(({ clientId }) => clientId)).toEqual(['c1', 'c2']);
  });

  test.each([
    ['says so', (database: unknown) => Reflect.apply(forceCloseDatabase, null, [database])],
    ['says nothing', (database: IDBDatabase) => database.close()],
  ])('a connection that the browser has closed, and %s, is opened again', async (_how, close) => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await write('c1', [1]);
    const database = transaction.mock.contexts.at(-1);
    if (!(database instanceof IDBDatabase)) throw new Error('There was no transaction');
    close(database);
    await write('c1', [2]);
    expect(await store.taps('c1')).toEqual([tap(1), tap(2)]);
  });

  test('a row that cannot be read spoils no other, and gives its number to none', async () => {
    await write('c1', [1, 2, 3], { uncounted: 1 });
    await leave({
      taps: [{ seq: 2, of: 'another version' }, ['c1', 2]],
      uncounted: ['another version', [PRINCIPAL, 'e9', '', '']],
    });
    expect(await store.taps('c1')).toEqual([tap(1)]);
    expect(await store.uncounted(PRINCIPAL)).toEqual([{ eventId: 'e1', ...report(1) }]);
    await write('c1', [], { settledThrough: 1 });
    expect((await store.records(PRINCIPAL)).map(({ clientId }) => clientId)).toEqual(['c1']);
  });

  test('what a page of before there were transfers has left is read', async () => {
    await write('c1', [1]);
    const old = { seq: 2, areaId: 'a2', change: -3, at: 7 };
    const told = { eventId: 'e1', ...report(2) };
    await leave({ taps: [old, ['c1', 2]], uncounted: [told, [PRINCIPAL, 'e1', 'a1', 'Deleted.']] });
    expect(await store.taps('c1')).toEqual([tap(1), old]);
    await write('c1', [], { uncounted: 1 });
    expect(await store.uncounted(PRINCIPAL)).toEqual([{ ...told, taps: 3 }]);
  });

  test('a transfer and its undo come back as they were; a page of before there were any stops in front of them', async () => {
    const taps = [tap(1), { ...tap(2), undoes: 1 }, { ...tap(3), to: 'a2' }, { ...tap(4), to: 'a2', undoes: 3 }];
    await store.write({ record: record('c1'), taps, settledThrough: 0, uncounted: [] });
    expect(await store.taps('c1')).toEqual(taps);
    const database = await openOutboxes(() => undefined);
    const rows: unknown[] = await answerOf(database.transaction('taps').objectStore('taps').getAll());
    const isReadBefore = (row: unknown) =>
      z.safeParse(z.object({ seq: z.int(), areaId: z.string(), change: z.int(), at: z.number() }), row).success;
    expect(rows.map(isReadBefore)).toEqual([true, true, false, false]);
  });

  test('reports of taps, transfers and undoes of one area stand apart, and are read apart', async () => {
    const to = { areaId: 'a2', areaName: 'Bar' };
    const cases = [report(1), { ...report(2), kind: 'transfer' as const, to }, { ...report(3), kind: 'undo' as const }];
    for (const uncounted of [cases, cases]) {
      await store.write({ record: record('c1'), taps: [], settledThrough: 0, uncounted });
    }
    const stored = await store.uncounted(PRINCIPAL);
    expect(stored.map(({ kind, taps }) => [kind, taps])).toEqual([
      [undefined, 2],
      ['transfer', 4],
      ['undo', 6],
    ]);
    expect(stored[1]?.to).toEqual(to);
    if (stored[1]) await store.dismiss(PRINCIPAL, stored[1]);
    expect((await store.uncounted(PRINCIPAL)).map(({ kind }) => kind)).toEqual([undefined, 'undo']);
  });

  test('an undo moves with the tap that it undoes; without it, it is a tap of its own', async () => {
    await write('c1', [5, 6, 7]);
    const at = (seq: number) => ({ areaId: 'a1', change: 1, at: seq });
    const taps = [
      { tap: at(4), storedSeq: 4 },
      { tap: at(5), storedSeq: 5 },
      { tap: { ...at(6), undoes: 1 }, storedSeq: 6 },
      { tap: { ...at(7), undoes: 2 }, storedSeq: 7 },
    ];
    const gone = await store.move({ fromClientId: 'c1', through: 7, record: record('c2'), taps, uncounted: [] });
    expect([...gone]).toEqual([0]);
    expect(await store.taps('c2')).toEqual([
      { ...at(5), seq: 1 },
      { ...at(6), seq: 2 },
      { ...at(7), seq: 3, undoes: 1 },
    ]);
  });

  test('a page of this version does not stand in the way of a later one', async () => {
    await write('c1', [1]);
    const { promise, resolve, reject } = deferred<IDBDatabase>();
    const later = indexedDB.open('headroom', 2);
    later.addEventListener('success', () => resolve(later.result));
    later.addEventListener('blocked', () => reject(new Error('Blocked')));
    expect((await promise).version).toBe(2);
  });
});

describe('an outbox with a store', () => {
  let world: FakeWorld;
  let outbox: Outbox;
  const failed = vi.fn<() => void>();
  const ready = vi.fn<() => void>();

  /** Of a page whose locks are these. */
  function begin(locks = world.effects.locks, dropped: OutboxOwner['dropped'] = () => undefined) {
    const home = new OutboxHome(PRINCIPAL, { ...world.effects, locks }, failed);
    return Outbox.begin(home, 'e1', 7, { ready, dropped, renumbered: () => undefined });
  }

  beforeEach(() => {
    vi.clearAllMocks();
    world = new FakeWorld();
    world.store = store;
    outbox = begin();
  });

  const add = (change: number, to = outbox) => to.add({ areaId: 'a1', change, at: 1 });

  test('a tap may leave once it is stored; those that come meanwhile are stored together', async () => {
    const writing = vi.spyOn(store, 'write');
    const gate = deferred<void>();
    writing.mockReturnValueOnce(gate.promise);
    expect(world.askedToPersist).toBe(0);
    add(1);
    await world.pass(0);
    for (const change of [2, 3]) add(change);
    // The browser is asked once to spare the storage.
    expect(world.askedToPersist).toBe(1);
    expect([outbox.take(), outbox.volatile.length]).toEqual([null, 0]);
    gate.resolve();
    await eventually(() => expect(ready).toHaveBeenCalledTimes(2));
    expect(writing.mock.calls.map(([{ taps }]) => taps.map(({ change }) => change))).toEqual([[1], [2, 3]]);
    expect(outbox.take()?.taps).toHaveLength(3);
    expect(await store.records(PRINCIPAL)).toEqual([record(outbox.clientId, 7)]);
  });

  test('what is refused is reported in the transaction that deletes it', async () => {
    add(1);
    await eventually(() => expect(ready).toHaveBeenCalled());
    const writing = vi.spyOn(store, 'write');
    outbox.acknowledge(1);
    outbox.report([report(1)]);
    await outbox.close();
    expect(writing).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ settledThrough: 1, taps: [], uncounted: [report(1)] }),
    );
    expect([await store.taps(outbox.clientId), await store.uncounted(PRINCIPAL)]).toMatchObject([[], [{ taps: 1 }]]);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('Full'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('a storage that %s: what is tapped leaves from memory, and is known to be at risk', async (_how, answer) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(store, 'write').mockImplementation(answer);
    for (const change of [1, 2]) add(change);
    await world.pass(11_000);
    await eventually(() => expect(failed).toHaveBeenCalledOnce());
    expect([outbox.take()?.taps.length, outbox.volatile.length]).toEqual([2, 2]);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('a storage that fails midway: what it holds already is not at risk', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    for (const change of [1, 2]) add(change);
    await eventually(() => expect(ready).toHaveBeenCalled());
    vi.spyOn(store, 'write').mockRejectedValue(new DOMException('Full', 'QuotaExceededError'));
    add(3);
    await outbox.written();
    expect([outbox.size, outbox.volatile.map(({ seq }) => seq)]).toEqual([3, [3]]);
    outbox.acknowledge(1);
    expect(outbox.volatile.map(({ seq }) => seq)).toEqual([3]);
    outbox.acknowledge(3);
    expect(outbox.volatile).toEqual([]);
  });

  test('a page that wakes up after its timer was due still takes the answer', async () => {
    const gate = deferred<void>();
    vi.spyOn(store, 'write').mockReturnValueOnce(gate.promise);
    add(1);
    await world.pass(10_000);
    gate.resolve();
    await world.pass(60_000);
    expect(failed).not.toHaveBeenCalled();
    expect(outbox.take()?.taps).toHaveLength(1);
  });

  test('a lock that is never granted holds nothing up for long', async () => {
    const locks = new FakeLocks();
    await locks.of({}).hold('client-000000000002');
    const waiting = begin(locks.of({}));
    expect(waiting.clientId).toBe('client-000000000002');
    add(1, waiting);
    await world.pass(11_000);
    await eventually(() => expect(waiting.take()?.taps).toHaveLength(1));
    expect(failed).not.toHaveBeenCalled();
  });

  test('what is stored under a client id that is left, and cannot move, is free for who adopts it', async () => {
    vi.spyOn(console, 'warn').mockReturnValue();
    const locks = new FakeLocks();
    const dropped = vi.fn<(taps: readonly QueuedTap[]) => void>();
    const leaving = begin(locks.of({}), dropped);
    const { clientId } = leaving;
    add(1, leaving);
    await eventually(() => expect(ready).toHaveBeenCalled());
    vi.spyOn(store, 'move').mockRejectedValue(new Error('Full'));
    leaving.restart();
    await leaving.written();
    expect([leaving.size, dropped.mock.calls]).toEqual([0, [[[expect.objectContaining({ seq: 1 })]]]]);
    await expect(locks.of({}).hold(clientId)).resolves.toBeTypeOf('function');
  });
});
