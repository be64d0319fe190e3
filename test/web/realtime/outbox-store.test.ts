import { forceCloseDatabase } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { TAPS_PER_FRAME_MAX } from '../../../src/shared/protocol/limits';
import { endOf, openOutboxes } from '../../../web/src/realtime/outbox/indexed-db';
import { Outbox, type OutboxOwner } from '../../../web/src/realtime/outbox/outbox';
import { OutboxHome } from '../../../web/src/realtime/outbox/outbox-home';
import { createOutboxStore, type OutboxStore } from '../../../web/src/realtime/outbox/outbox-store';
import { eventually } from '../../support/eventually';
import { deferred } from '../support/deferred';
import { FakeWorld, PRINCIPAL } from '../support/fake-effects';
import { FakeLocks } from '../support/fake-tabs';

const tap = (seq: number) => ({ seq, areaId: 'a1', change: 1, at: seq });
const record = (clientId: string, since = 1, principal = PRINCIPAL) => ({ clientId, eventId: 'e1', principal, since });
const report = (taps: number) => ({ areaId: 'a1', areaName: 'Main Stage', reason: 'Deleted.', code: 'x', taps });
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

const firstTap = (clientId: string, since: number, principal = PRINCIPAL) =>
  store.write({ record: record(clientId, since, principal), taps: [tap(1)], settledThrough: 0, uncounted: [] });

describe('the store keeps the outbox on disk', () => {
  test('the store confirms taps and reports only when they are on disk; deletions may be delayed', async () => {
    await write('c0', [1]);
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await write('c1', [1, 2]);
    await write('c1', [], { settledThrough: 1 });
    await write('c1', [], { settledThrough: 2, uncounted: 1 });
    expect(transaction.mock.calls.map(([, , options]) => options?.durability)).toEqual(['strict', 'relaxed', 'strict']);
  });

  test('the store reports a transaction that fails at its end and keeps nothing of it', async () => {
    // oxlint-disable-next-line typescript/unbound-method -- applied to its own store below
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
      const request = put.apply(this, row);
      // This is the last request of a write; only the commit follows.
      if (this.name === 'outboxes') request.addEventListener('success', () => this.transaction.abort());
      return request;
    });
    await expect(write('c1', [1])).rejects.toThrow('The storage failed');
    vi.restoreAllMocks();
    expect(await store.taps('c1')).toEqual([]);
  });

  test('a record exists as long as it has taps; records are listed oldest first and separately for each principal', async () => {
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
    // A principal whose data is deleted leaves nothing behind.
    await write('new', [], { uncounted: 1 });
    await store.forget(PRINCIPAL);
    expect([await records(), await store.taps('new'), await store.uncounted(PRINCIPAL)]).toEqual([[], [], []]);
    expect(await store.taps('x')).toEqual([tap(1)]);
  });

  test('reports add up by kind until they are read; reports that arrive meanwhile stay', async () => {
    const transfer = { ...report(2), kind: 'transfer' as const, to: { areaId: 'a2', areaName: 'Bar' } };
    const { code: _later, ...earlier } = report(3);
    const told = [report(1), transfer, { ...earlier, kind: 'undo' as const }];
    const tell = (uncounted: typeof told) =>
      store.write({ record: record('c1'), taps: [], settledThrough: 0, uncounted });
    const stored = async () =>
      (await store.uncounted(PRINCIPAL)).map(({ kind, to, taps }) => [kind, to?.areaName, taps]);
    await tell(told);
    const [read] = await store.uncounted(PRINCIPAL);
    await tell(told);
    const others = [
      ['transfer', 'Bar', 4],
      ['undo', undefined, 6],
    ];
    expect(await stored()).toEqual([[undefined, undefined, 2], ...others]);
    expect(await store.uncounted('admin:a@b.co')).toEqual([]);
    if (read) await store.dismiss(PRINCIPAL, read);
    expect(await stored()).toEqual([[undefined, undefined, 1], ...others]);
    await store.dismiss(PRINCIPAL, { eventId: 'e1', ...report(1) });
    expect(await stored()).toEqual(others);
  });

  test('only one of two pages that move the same taps gets them; later taps stay in place', async () => {
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
    ['reports this', (database: unknown) => Reflect.apply(forceCloseDatabase, null, [database])],
    ['does not report this', (database: IDBDatabase) => database.close()],
  ])('a connection that the browser closes is opened again when the browser %s', async (_how, close) => {
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await write('c1', [1]);
    const database = transaction.mock.contexts.at(-1);
    if (!(database instanceof IDBDatabase)) throw new Error('There was no transaction');
    close(database);
    await write('c1', [2]);
    expect(await store.taps('c1')).toEqual([tap(1), tap(2)]);
  });

  test('a tap and a transfer keep their category, also for the page that adopts them', async () => {
    const taps = [
      { ...tap(1), category: 'children' },
      { ...tap(2), to: 'a2', category: 'children' },
    ];
    await store.write({ record: record('c1'), taps, settledThrough: 0, uncounted: [] });
    expect(await store.taps('c1')).toEqual(taps);
    await store.move({
      fromClientId: 'c1',
      through: 2,
      record: record('c2'),
      taps: taps.map((one) => ({ tap: one, storedSeq: one.seq })),
      uncounted: [],
    });
    const home = new OutboxHome(PRINCIPAL, new FakeWorld().effects, () => undefined);
    const adopted = { record: record('c2'), taps: await store.taps('c2'), release: () => undefined };
    const nobody = { ready: () => undefined, dropped: () => undefined, renumbered: () => undefined };
    expect(Outbox.adopt(home, adopted, nobody).taps).toEqual(taps);
  });

  test('the taps that a page of before version 1.0 has left are read: entries, undoes and transfers', async () => {
    const tx = (await openOutboxes(() => undefined)).transaction(['taps', 'outboxes'], 'readwrite');
    tx.objectStore('outboxes').put(record('old'), 'old');
    const rows = [
      { seq: 1, areaId: 'a1', change: 2, at: 1 },
      { seq: 2, areaId: 'a1', change: -2, at: 2, undoes: 1 },
      { seq: 3, ends: ['a1', 'a2'], change: -1, at: 3 },
      { seq: 4, areaId: 'a1', change: 1, at: 4, category: 'adult' },
    ];
    for (const row of rows) tx.objectStore('taps').put(row, ['old', row.seq]);
    await endOf(tx);
    expect((await store.records(PRINCIPAL)).map(({ clientId }) => clientId)).toEqual(['old']);
    expect(await store.taps('old')).toEqual([
      { seq: 1, areaId: 'a1', change: 2, at: 1 },
      { seq: 2, areaId: 'a1', change: -2, at: 2, undoes: 1 },
      { seq: 3, areaId: 'a1', to: 'a2', change: -1, at: 3 },
      { seq: 4, areaId: 'a1', change: 1, at: 4, category: 'adult' },
    ]);
  });

  test('an unreadable row affects no other row, and no tap gets its seq', async () => {
    await write('c1', [1, 2, 3], { uncounted: 1 });
    const tx = (await openOutboxes(() => undefined)).transaction(['taps', 'uncounted'], 'readwrite');
    tx.objectStore('taps').put({ seq: 2, of: 'another version' }, ['c1', 2]);
    tx.objectStore('uncounted').put('another version', [PRINCIPAL, 'e9', '', '']);
    await endOf(tx);
    expect(await store.taps('c1')).toEqual([tap(1)]);
    expect(await store.uncounted(PRINCIPAL)).toEqual([{ eventId: 'e1', ...report(1) }]);
    await write('c1', [], { settledThrough: 1 });
    expect((await store.records(PRINCIPAL)).map(({ clientId }) => clientId)).toEqual(['c1']);
  });
});

const tapOf = (change: number) => ({ areaId: 'a1', change, at: 1 });

test('an outbox without a store sends one batch of one frame at a time and sends it again after a loss; a new client id begins at 1', () => {
  const renumbered = vi.fn<OutboxOwner['renumbered']>();
  const owner = { ready: () => undefined, dropped: () => undefined, renumbered };
  const outbox = Outbox.begin(new FakeWorld().homeInMemory(), 'e1', 1, owner);
  const add = (...changes: number[]) => changes.map((change) => outbox.add(tapOf(change)));
  add(1);
  expect(outbox.take()).toEqual({ seq: 1, taps: [tapOf(1)] });
  add(2, 3);
  expect(outbox.take()).toBeNull();
  expect(outbox.acknowledge(1)).toEqual([{ ...tapOf(1), seq: 1 }]);
  expect(outbox.take()).toEqual({ seq: 2, taps: [tapOf(2), tapOf(3)] });
  // A sync in between releases no second batch. An ack below the last sent seq is a gap: sending resumes there.
  outbox.settle(1);
  expect(outbox.take()).toBeNull();
  outbox.acknowledge(2);
  expect(outbox.take()).toEqual({ seq: 3, taps: [tapOf(3)] });
  outbox.rewind();
  const undo = { ...tapOf(-1), to: 'a2', undoes: 1 };
  expect(outbox.add(undo)).toEqual({ ...undo, seq: 4 });
  outbox.add({ ...tapOf(-3), undoes: 3 });
  const { clientId } = outbox;
  outbox.restart();
  expect(outbox.clientId).not.toBe(clientId);
  const taps = [tapOf(3), { ...tapOf(-1), to: 'a2' }, { ...tapOf(-3), undoes: 1 }];
  expect(outbox.take()).toEqual({ seq: 1, taps });
  expect([1, 3, 4].map((seq) => renumbered.mock.calls[0]?.[0](seq))).toEqual([null, 1, 2]);
  add(...Array.from({ length: TAPS_PER_FRAME_MAX + 5 }, () => 1));
  outbox.acknowledge(3);
  expect([outbox.take()?.taps.length, outbox.volatile.length]).toEqual([TAPS_PER_FRAME_MAX, TAPS_PER_FRAME_MAX + 5]);
});

describe('an outbox with a store sends only stored taps', () => {
  let world: FakeWorld;
  let outbox: Outbox;
  const failed = vi.fn<() => void>();
  const ready = vi.fn<() => void>();

  /** Begins the outbox of a page with these locks. */
  function begin(locks = world.effects.locks) {
    const home = new OutboxHome(PRINCIPAL, { ...world.effects, locks }, failed);
    return Outbox.begin(home, 'e1', 7, { ready, dropped: () => undefined, renumbered: () => undefined });
  }

  beforeEach(() => {
    vi.clearAllMocks();
    world = new FakeWorld();
    world.store = store;
    outbox = begin();
  });

  const add = (change: number) => outbox.add(tapOf(change));

  test('a tap may be sent once it is stored; taps that arrive meanwhile are stored together', async () => {
    const writing = vi.spyOn(store, 'write');
    const gate = deferred<void>();
    writing.mockReturnValueOnce(gate.promise);
    expect(world.askedToPersist).toBe(0);
    add(1);
    await world.pass(0);
    for (const change of [2, 3]) add(change);
    // The page asks the browser once for persistent storage.
    expect(world.askedToPersist).toBe(1);
    expect([outbox.take(), outbox.volatile.length]).toEqual([null, 0]);
    gate.resolve();
    await eventually(() => expect(ready).toHaveBeenCalledTimes(2));
    expect(writing.mock.calls.map(([{ taps }]) => taps.map(({ change }) => change))).toEqual([[1], [2, 3]]);
    expect(outbox.take()?.taps).toHaveLength(3);
    expect(await store.records(PRINCIPAL)).toEqual([record(outbox.clientId, 7)]);
  });

  test.each([
    ['fails', () => Promise.reject(new Error('Full'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('a storage that %s lets taps be sent from memory and marks them as at risk', async (_how, answer) => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(store, 'write').mockImplementation(answer);
    for (const change of [1, 2]) add(change);
    await world.pass(11_000);
    await eventually(() => expect(failed).toHaveBeenCalledOnce());
    expect([outbox.take()?.taps.length, outbox.volatile.length]).toEqual([2, 2]);
    expect(warn).toHaveBeenCalledOnce();
  });

  test('a lock that is never granted delays nothing for long', async () => {
    const locks = new FakeLocks();
    await locks.of({}).hold('client-000000000002');
    const waiting = begin(locks.of({}));
    expect(waiting.clientId).toBe('client-000000000002');
    waiting.add(tapOf(1));
    await world.pass(11_000);
    await eventually(() => expect(waiting.take()?.taps).toHaveLength(1));
    expect(failed).not.toHaveBeenCalled();
  });
});
