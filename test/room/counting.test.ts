import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Tap } from '../../src/shared/protocol/up';
import { CLIENTS_IN_MEMORY, RECENT_ROWS, RECENT_ROWS_MS } from '../../src/room/storage/limits';
import { HOUR_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { storedAndRebuilt } from '../worker/support/rebuild';
import {
  acked,
  ADMIN,
  batch,
  batchOf,
  clientIdOf,
  counts,
  EVENT_ID,
  joinRoom,
  knownRoom,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

beforeEach(() => knownRoom());

test('a tap is acknowledged and reaches every other device', async () => {
  const { device: door, sync } = await joinRoom(clientIdOf(1));
  const { device: bar } = await joinRoom(clientIdOf(2));
  expect(sync).toMatchObject({
    eventId: EVENT_ID,
    version: 0,
    lastSeq: 0,
    countingAllowed: true,
    clientId: clientIdOf(1),
    areas: [
      { areaId: 'main', areaName: 'Main Stage', capacity: 500, currentOccupancy: 0, lastUpdatedAt: null },
      { areaId: 'bar' },
    ],
  });

  expect(await acked(door, batch(1, [1]))).toEqual({ type: 'ack', seq: 1, version: 1 });
  const update = await bar.next('occupancy_updated');
  expect(update).toMatchObject({
    eventId: EVENT_ID,
    version: 1,
    areas: [{ areaId: 'main', currentOccupancy: 1, totalEntries: 1, totalExits: 0, version: 1 }],
  });
  expect(update.areas).toHaveLength(1);
  expect(Date.parse(update.areas[0]?.lastUpdatedAt ?? '')).toBeGreaterThan(Date.now() - 5_000);
});

test('the short form counts one tap with the next seq', async () => {
  const { device } = await joinRoom();
  device.send({ type: 'update_occupancy', eventId: EVENT_ID, areaId: 'main', change: 3 });
  device.send({ type: 'update_occupancy', eventId: EVENT_ID, areaId: 'main', change: -1 });
  await device.until(() => device.all('ack').find((ack) => ack.seq === 2), 'ack 2');
  expect(await counts()).toMatchObject({ main: [2, 3, 1] });
});

test('known seqs are acknowledged again without counting, and taps after a gap do not count', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  // The same batch arrives again while the first one is still queued. Then a batch skips a seq.
  for (let i = 0; i < 5; i++) device.send(batch(1, [1, 1]));
  device.send(batch(4, [1]));
  await device.next('ack');
  await new Promise((resolve) => setTimeout(resolve, 50));
  for (const ack of device.all('ack')) expect(ack).toEqual({ type: 'ack', seq: 2, version: 1 });
  device.send(batch(2, [1, 1]));
  await device.until(() => device.all('ack').find((ack) => ack.seq === 3), 'ack 3');
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('the occupancy stops at zero, and the undo of a floored exit gives back only what it took, and only once', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  expect(await acked(device, batch(1, [3, -5]))).toEqual({
    type: 'ack',
    seq: 2,
    version: 1,
    floored: [{ seq: 2, amount: 2 }],
  });
  expect(await counts()).toMatchObject({ main: [0, 3, 5] });
  expect(await acked(device, batchOf(3, [{ change: 5, undoes: 2 }]))).toEqual({ type: 'ack', seq: 3, version: 2 });
  const refused = batchOf(4, [
    { change: 5, undoes: 2 },
    { change: -1, undoes: 99 },
    { change: -5, undoes: 1 },
  ]);
  expect((await acked(device, refused)).rejected).toMatchObject(
    [4, 5, 6].map((seq) => ({ seq, code: 'nothing_to_undo' })),
  );
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('a reset and a recount set the occupancy and keep the totals, and an earlier tap does not change it', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  const before = Date.now();
  await acked(device, batch(1, [9, -2]));
  const recount = (occupancy: number, areaId = 'main') =>
    roomStub().recountArea(VISIT, areaId, { occupancy, reason: 'Counted by hand' }, ADMIN);
  expect(await recount(12)).toEqual({ ok: true, value: { areaId: 'main', before: 7, after: 12, drift: 5 } });
  const update = await device.until(() => device.all('occupancy_updated').find((u) => u.version === 2), 'the recount');
  expect(update.areas).toMatchObject([{ areaId: 'main', currentOccupancy: 12, totalEntries: 9, totalExits: 2 }]);
  await acked(device, batch(3, [1], 'main', before - HOUR_MS));
  expect(await counts()).toMatchObject({ main: [12, 10, 2] });
  expect(await recount(3)).toMatchObject({ value: { before: 12, drift: -9 } });
  expect(await roomStub().resetArea(VISIT, 'main', ADMIN)).toEqual({ ok: true, value: null });
  await acked(device, batch(4, [1], 'main', before - HOUR_MS));
  expect(await counts()).toMatchObject({ main: [0, 11, 2] });
  await acked(device, batch(5, [1]));
  expect(await counts()).toMatchObject({ main: [1, 12, 2] });
  const entries = await query(
    "SELECT actor, area_id, before, after, note FROM journal WHERE kind LIKE 'occupancy%' ORDER BY id",
  );
  const entry = { actor: ADMIN, area_id: 'main', note: 'Counted by hand' };
  expect(entries).toEqual([
    { ...entry, before: '7', after: '12' },
    { ...entry, before: '12', after: '3' },
    { ...entry, before: '3', after: '0', note: null },
  ]);
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
  const gone = { ok: false, code: 'not_found' };
  expect([await recount(1, 'nowhere'), await roomStub().resetArea(VISIT, 'nowhere', ADMIN)]).toEqual([gone, gone]);
});

test('a transfer moves people in one commit, reaches every device for both areas at once, and can be undone after a restart', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  const { device: other } = await joinRoom(clientIdOf(2));
  await acked(device, batch(1, [5]));
  await other.next('occupancy_updated');
  const move = (seq: number, change: number, undoes?: number) =>
    acked(device, batchOf(seq, [{ change, to: 'bar', undoes }]));
  expect(await move(2, -2)).toEqual({ type: 'ack', seq: 2, version: 2 });
  expect((await other.next('occupancy_updated')).areas).toMatchObject([
    { areaId: 'main', currentOccupancy: 3, totalExits: 2, version: 2 },
    { areaId: 'bar', currentOccupancy: 2, totalEntries: 2, version: 2 },
  ]);
  expect(await move(3, -4)).toEqual({
    type: 'ack',
    seq: 3,
    version: 2,
    rejected: [{ seq: 3, code: 'not_enough_people', message: 'There are not that many people in this area.' }],
  });
  await evictDurableObject(roomStub());
  expect(await move(4, 2, 2)).toEqual({ type: 'ack', seq: 4, version: 3 });
  expect(await counts()).toEqual({ main: [5, 5, 0], bar: [0, 0, 0] });
});

test('a locked account refuses taps, except those that occurred before the lock', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  await roomStub().setAccount({ revision: 2, status: 'unpaid', trialEndsAt: 0 });
  await device.next('force_refresh');
  expect(await device.next('sync')).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
  const locked = await acked(device, batch(1, [1]));
  expect(locked).toMatchObject({ seq: 1, version: 0, rejected: [{ seq: 1, code: 'counting_locked' }] });
  const early = await acked(device, batch(2, [1], 'main', Date.now() - HOUR_MS));
  expect(early).toEqual({ type: 'ack', seq: 2, version: 1 });
  // An account status of an older revision changes nothing.
  await roomStub().setAccount({ revision: 1, status: 'active', trialEndsAt: 0 });
  expect(await acked(device, batch(3, [1]))).toMatchObject({ rejected: [{ seq: 3, code: 'counting_locked' }] });
  await roomStub().setAccount({ revision: 3, status: 'active', trialEndsAt: 0 });
  expect(await device.next('sync')).toMatchObject({ countingAllowed: true });
  expect(await acked(device, batch(4, [1]))).toEqual({ type: 'ack', seq: 4, version: 2 });
});

describe('an undo is looked up in memory, because the ledger has no index on clients', () => {
  let seq: number;
  beforeEach(() => void (seq = 0));

  /** Polls as one client. Returns why each tap was refused, or null for a counted tap. */
  async function send(taps: readonly Partial<Tap>[]): Promise<(string | null)[]> {
    const first = seq + 1;
    const answer = await poll(1, batchOf(first, taps), ADMIN, 'session-1');
    if (!answer.ok) throw new Error(answer.code);
    seq = answer.value.ack.seq;
    const { rejected = [] } = answer.value.ack;
    return taps.map((_tap, i) => rejected.find((one) => one.seq === first + i)?.code ?? null);
  }
  const undo = (undoes: number, change = -1, areaId = 'main') => ({ areaId, change, undoes });
  const fold = () => runInDurableObject(roomStub(), (room) => room['parts'].store.writeLogToTables());

  test('an early undo and a refused undo are decided without reading the ledger', async () => {
    await send([{}, {}, { areaId: 'bar' }, { areaId: 'nowhere' }]);
    await fold();
    await send([{}]);
    const spy = await runInDurableObject(roomStub(), (room) => vi.spyOn(room['parts'].store.ledger, 'of'));
    expect(await send([undo(1)])).toEqual([null]);
    expect(await send([undo(5), undo(5)])).toEqual([null, 'nothing_to_undo']);
    // In turn: already undone, another change, another area, a refused tap, its own seq, a future seq.
    const refused = [undo(1), undo(2, -2), undo(3), undo(4), undo(seq + 6), undo(1_000_000)];
    expect(await send(refused)).toEqual(refused.map(() => 'nothing_to_undo'));
    await fold();
    expect(await send([undo(2), undo(2), undo(3, -1, 'bar')])).toEqual([null, 'nothing_to_undo', null]);
    expect(spy).not.toHaveBeenCalled();
    expect(await counts()).toMatchObject({ main: [0, 0, 0], bar: [0, 0, 0] });
  });

  test('storage remembers what memory has dropped: an undo counts once, and a repeated tap does not count again', async () => {
    await send([{}, {}]);
    await fold();
    await runInDurableObject(roomStub(), (room) => {
      const { store, core } = room['parts'];
      const [row] = store.ledgerOf(clientIdOf(1), 0, 1);
      if (row === undefined) throw new Error('Nothing was counted');
      const later = { ...row, clientId: 'another' };
      store['recent'].add(Array.from({ length: RECENT_ROWS }, () => [Number.MAX_SAFE_INTEGER, later] as const));
      const clients = core['memory']['clients'];
      const other = { clientId: 'other', principal: ADMIN, lastSeq: 1, version: 1 };
      for (let i = 0; i < 2 * CLIENTS_IN_MEMORY; i += 1) clients.set(`other-${i}`, other);
      expect([store['recent']['size'], clients.get(clientIdOf(1))]).toEqual([RECENT_ROWS, undefined]);
    });
    expect(await send([undo(1), undo(1)])).toEqual([null, 'nothing_to_undo']);
    expect(await poll(1, batchOf(1, [{}, {}]), ADMIN, 'session-1')).toMatchObject({ value: { ack: { seq: 4 } } });
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  });

  test('a quiet room does not keep old rows in memory, and an undo of one counts', async () => {
    stopClock();
    const kept = () => runInDurableObject(roomStub(), (room) => room['parts'].store['recent']['size']);
    await send([{}]);
    await fold();
    vi.setSystemTime(Date.now() + RECENT_ROWS_MS);
    await send([{}]);
    await fold();
    expect(await kept()).toBe(2);
    vi.setSystemTime(Date.now() + 1);
    await send([{}]);
    await fold();
    expect(await kept()).toBe(2);
    expect(await send([undo(1), undo(1), undo(3)])).toEqual([null, 'nothing_to_undo', null]);
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  });

  test("an undo that needs the ledger uses up a thousand of its session's taps", async () => {
    stopClock();
    env.MAX_TAPS_PER_SECOND = '11';
    await evictDurableObject(roomStub());
    await send([{}, {}]);
    await fold();
    await evictDurableObject(roomStub());
    await send([undo(1)]);
    await expect(send([undo(2)])).rejects.toThrow('too_fast');
    expect(await send([{}])).toEqual([null]);
  });
});
