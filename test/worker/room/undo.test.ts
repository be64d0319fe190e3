import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RECENT_ROWS } from '../../../src/room/limits';
import type { Tap } from '../../../src/shared/protocol/up';
import { ADMIN, batch, clientIdOf, counts, definition, knownRoom, roomStub, visitOf } from '../support/room';

/** An undo is looked up in memory; the ledger has no index on clients, and hours of it would have to be read. */

let seq = 0;

/** Polls as one client; answers why each of the taps was refused, null for what was counted. */
async function send(taps: readonly Tap[], n = 1): Promise<(string | null)[]> {
  const first = seq + 1;
  const body = { clientId: clientIdOf(n), seq: first, sentAt: Date.now(), taps: [...taps] };
  const answer = await roomStub().poll(visitOf(definition()), ADMIN, body, 'session-1');
  if (!answer.ok) throw new Error(answer.code);
  seq = answer.value.ack.seq;
  const { rejected = [] } = answer.value.ack;
  return taps.map((_tap, i) => rejected.find((one) => one.seq === first + i)?.code ?? null);
}

const tap = (change = 1, areaId = 'main'): Tap => ({ areaId, change, at: Date.now() });
const undo = (undoes: number, change = -1, areaId = 'main'): Tap => ({ ...tap(change, areaId), undoes });

const fold = () => runInDurableObject(roomStub(), (room) => room['parts'].ledger.makeTablesFollow());

/** How often `work` has the room read a client's rows. */
async function readsDuring(work: () => Promise<unknown>): Promise<number> {
  const spy = await runInDurableObject(roomStub(), (room) => vi.spyOn(room['parts'].ledger['sql'], 'exec'));
  await work();
  const reads = spy.mock.calls.filter(([query]) => query.includes('FROM ledger') && query.includes('client_id = ?'));
  spy.mockRestore();
  return reads.length;
}

test('what is undone soon, and what is refused, is judged without reading the ledger', async () => {
  seq = 0;
  await knownRoom();
  await send([tap(), tap(), tap(1, 'bar'), tap(1, 'nowhere')]);
  await fold();
  await send([tap()]);
  const reads = await readsDuring(async () => {
    expect(await send([undo(1)])).toEqual([null]);
    expect(await send([undo(5), undo(5)])).toEqual([null, 'nothing_to_undo']);
    // Undone already, another change, another area, refused itself, its own, still to come.
    const refused = [undo(1), undo(2, -2), undo(3), undo(4), undo(seq + 6), undo(1_000_000)];
    expect(await send(refused)).toEqual(refused.map(() => 'nothing_to_undo'));
    await fold();
    expect(await send([undo(2), undo(2), undo(3, -1, 'bar')])).toEqual([null, 'nothing_to_undo', null]);
  });
  expect(reads).toBe(0);
  expect(await counts()).toMatchObject({ main: [0, 0, 0], bar: [0, 0, 0] });
});

test('a room that has slept reads once for all undoes of a batch, and judges them as before', async () => {
  seq = 0;
  await knownRoom();
  await send([tap(), tap(), tap()]);
  await send([undo(2)]);
  await fold();
  await evictDurableObject(roomStub());
  const reads = await readsDuring(async () => {
    expect(await send([undo(1), undo(2), undo(3)])).toEqual([null, 'nothing_to_undo', null]);
  });
  expect(reads).toBe(1);
  expect(await counts()).toMatchObject({ main: [0, 0, 0] });
});

test('what is no longer in memory is read: an undo of it is taken once', async () => {
  seq = 0;
  await knownRoom();
  await send([tap(), tap()]);
  await fold();
  const size = await runInDurableObject(roomStub(), (room) => {
    const { ledger } = room['parts'];
    const [row] = ledger.ledgerOf(clientIdOf(1), 0, 1);
    if (row === undefined) throw new Error('Nothing was counted');
    const later = { ...row, clientId: 'another' };
    ledger['recent'].add(Array.from({ length: RECENT_ROWS }, () => [Number.MAX_SAFE_INTEGER, later] as const));
    return ledger['recent']['size'];
  });
  expect(size).toBe(RECENT_ROWS);
  const reads = await readsDuring(async () => {
    expect(await send([undo(1)])).toEqual([null]);
    expect(await send([undo(1)])).toEqual(['nothing_to_undo']);
    expect(await send([tap(), undo(6)])).toEqual([null, 'nothing_to_undo']);
    expect(await send([undo(5)])).toEqual([null]);
  });
  expect(reads).toBe(2);
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
});

test('an undo that has to be read for uses up a thousand of its session’s taps', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  env.MAX_TAPS_PER_SECOND = '11';
  seq = 0;
  await knownRoom();
  await send([tap(), tap()]);
  await fold();
  await evictDurableObject(roomStub());
  await send([undo(1)]);
  await expect(send([undo(2)])).rejects.toThrow('too_fast');
  expect(await send(batch(4, [1]).taps)).toEqual([null]);
});
