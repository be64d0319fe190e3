import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SourceItem } from '../../src/rpc/source-batch';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import { storedAndRebuilt } from '../worker/support/rebuild';
import { ADMIN, batch, batchOf, counts, knownRoom, ones, poll, roomStub, VISIT } from '../worker/support/room';

/** Tests who left before their entry arrived (docs/product.md, C21), by phones and machines of a room that sleeps. */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});

const EXIT = 1;
const ENTRANCE = 2;
const TEN_MINUTES_AGO = FRIDAY_NIGHT - 10 * MINUTE_MS;
const machine = async (sourceId: string, item: SourceItem) =>
  valueOf(await roomStub().countFromSource(VISIT, { source: { sourceId, areaId: 'main' }, items: [item] }, ADMIN));
const sleep = () => evictDurableObject(roomStub());
const main = async () => (await counts())['main'];

test('a room that has slept gives people back, and an undo that it finds in the ledger takes them back', async () => {
  await poll(EXIT, batch(1, [-5]));
  expect(await main()).toEqual([0, 0, 5]);
  await sleep();
  await poll(ENTRANCE, batch(1, ones(30), 'main', TEN_MINUTES_AGO));
  expect(await main()).toEqual([25, 30, 5]);
  await runInDurableObject(roomStub(), (room) => room['parts'].store.writeLogToTables());
  await sleep();
  vi.setSystemTime(FRIDAY_NIGHT + MINUTE_MS);
  // The first of the 30 taps gave back one person, the 30th nobody.
  await poll(ENTRANCE, batchOf(31, [{ change: -1, undoes: 30 }]));
  expect(await main()).toEqual([24, 29, 5]);
  await poll(ENTRANCE, batchOf(32, [{ change: -1, undoes: 1 }]));
  expect(await main()).toEqual([24, 28, 5]);
  await poll(EXIT, batchOf(2, [{ change: 5, undoes: 1 }]));
  expect(await main()).toEqual([28, 28, 0]);
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
});

test('machines give back whom machines counted out, and whom people did', async () => {
  await machine('camera-b', { seq: 1, out: 1, at: new Date(FRIDAY_NIGHT - 5_000).toISOString() });
  await machine('camera-a', { seq: 1, in: 1, at: new Date(FRIDAY_NIGHT - 20_000).toISOString() });
  expect(await main()).toEqual([0, 1, 1]);
  await poll(EXIT, batch(1, [-5]));
  await machine('camera-a', { seq: 2, in: 30, at: new Date(TEN_MINUTES_AGO).toISOString() });
  expect(await main()).toEqual([25, 31, 6]);
});

test('a recount in between wins', async () => {
  await poll(EXIT, batch(1, [-5]));
  vi.setSystemTime(FRIDAY_NIGHT + MINUTE_MS);
  await roomStub().recountArea(VISIT, 'main', { occupancy: 25, reason: 'By eye' }, ADMIN);
  vi.setSystemTime(FRIDAY_NIGHT + HOUR_MS);
  await poll(ENTRANCE, batch(1, [30], 'main', TEN_MINUTES_AGO));
  expect(await main()).toEqual([25, 30, 5]);
  await poll(ENTRANCE, batch(2, [7], 'main', FRIDAY_NIGHT + 2 * MINUTE_MS));
  expect(await main()).toEqual([32, 37, 5]);
});

test('late entries read nothing of the ledger', async () => {
  await poll(EXIT, batch(1, [-150]));
  const spies = await runInDurableObject(roomStub(), (room) => {
    const { ledger } = room['parts'].store;
    return [vi.spyOn(ledger, 'of'), vi.spyOn(ledger, 'rows')] as const;
  });
  await poll(ENTRANCE, batch(1, ones(200), 'main', TEN_MINUTES_AGO));
  expect(spies.map((spy) => spy.mock.calls.length)).toEqual([0, 0]);
  expect(await main()).toEqual([50, 200, 150]);
});
