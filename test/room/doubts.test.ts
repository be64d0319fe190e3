import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DisplaySchema } from '../../src/shared/schemas/display';
import { MINUTE_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import { DOOR, statuses, taken, totals, wait } from '../worker/support/machine';
import {
  ADMIN,
  batch,
  clientIdOf,
  counts,
  joinRoom,
  knownRoom,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests people who may be missing by a machine's totals: who is told, and what ends it. */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});

const fall = async () => {
  await taken([totals(-7_200, 9_000, 8_000), totals(-10, 5_000, 4_900)]);
  wait();
  return await lowBy();
};
/** Says what about 5,000 people, or how many the caller saw. */
const settle = (sourceId: string, counted: boolean, people = 5_000) =>
  roomStub().settleDoubt(VISIT, sourceId, { counted, people }, ADMIN);
const lowBy = async () => valueOf(await roomStub().listAreas(VISIT)).areas.map(({ mayBeLowBy }) => mayBeLowBy ?? 0);
const shown = async () => z.parse(DisplaySchema, JSON.parse(valueOf(await roomStub().readDisplay(VISIT)))).shows;

test('totals that fell count nobody: devices hear how many may be missing, and displays invite nobody', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  expect(await fall()).toEqual([5_000, 0]);
  expect((await device.next('occupancy_updated')).areas).toMatchObject([{ areaId: 'main', mayBeLowBy: 5_000 }]);
  expect(await shown()).toBe('ask_staff');
  await evictDurableObject(roomStub());
  expect(await lowBy()).toEqual([5_000, 0]);
  // The old totals are back: the others were a mistake.
  expect(await statuses([totals(50, 9_001, 8_000)])).toEqual(['accepted']);
  expect(await lowBy()).toEqual([0, 0]);
  expect(await shown()).toBeUndefined();
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
});

test('who may be missing is counted, or was, when somebody says so', async () => {
  await fall();
  expect(await settle('nowhere', true)).toEqual({ ok: false, code: 'not_found' });
  valueOf(await settle('north', true));
  expect(await counts()).toMatchObject({ main: [100, 5_000, 4_900] });
  expect(await lowBy()).toEqual([0, 0]);
  expect(await settle('north', false)).toEqual({ ok: false, code: 'not_found' });
  expect(await query("SELECT before, after FROM journal WHERE kind = 'doubt_counted'")).toEqual([
    { before: '5000', after: '"North door"' },
  ]);
});

test('whoever saw another number settles nothing: the doubt has grown meanwhile', async () => {
  await fall();
  await taken([totals(10, 5_007, 4_900)]);
  expect(await lowBy()).toEqual([5_007, 0]);
  for (const counted of [true, false])
    expect(await settle('north', counted)).toMatchObject({ ok: false, code: 'conflict' });
  expect([await counts(), await lowBy()]).toMatchObject([{ main: [0, 0, 0] }, [5_007, 0]]);
  valueOf(await settle('north', true, 5_007));
  expect(await counts()).toMatchObject({ main: [107, 5_007, 4_900] });
});

test('a recount settles who may be missing, also after the room has slept', async () => {
  await fall();
  valueOf(await roomStub().recountArea(VISIT, 'main', { occupancy: 40, reason: 'By eye' }, ADMIN));
  expect(await lowBy()).toEqual([0, 0]);
  await evictDurableObject(roomStub());
  expect(await lowBy()).toEqual([0, 0]);
  expect(await settle('north', true)).toEqual({ ok: false, code: 'not_found' });
});

const doubted = async () => valueOf(await roomStub().listSources(VISIT)).map(({ doubts }) => doubts);
const openAlerts = async () =>
  valueOf(await roomStub().listAlerts(VISIT, { after: null, limit: 9 })).machineAlerts.filter(
    ({ endedAt }) => endedAt === null,
  );

test.each([
  ['a recount', () => roomStub().recountArea(VISIT, 'main', { occupancy: 40, reason: 'By eye' }, ADMIN)],
  ['a reset', () => roomStub().resetArea(VISIT, null, ADMIN)],
  ['the deletion of the machine', () => roomStub().deleteSource(VISIT, 'north', ADMIN)],
])('%s ends what area, list of machines, alert and display say of it at once', async (_, end) => {
  await fall();
  const [known = []] = await doubted();
  expect([known, await openAlerts()]).toMatchObject([
    [{ areaId: 'main', people: 5_000 }],
    [{ trouble: { kind: 'doubt', people: 5_000 } }],
  ]);
  expect((await end()).ok).toBe(true);
  expect([
    await lowBy(),
    (await doubted()).flatMap((doubts) => doubts ?? []),
    await openAlerts(),
    await shown(),
  ]).toEqual([[0, 0], [], [], undefined]);
  await evictDurableObject(roomStub());
  wait();
  await poll(1, batch(1, [1]));
  expect([await lowBy(), await openAlerts()]).toEqual([[0, 0], []]);
});

test('two machines with one id are one alert and one entry an hour, however many may be missing each time', async () => {
  const low: unknown[] = [];
  const tell = async (inTotal: number, seconds: number) => {
    wait(seconds * 1000);
    await taken([{ inTotal, outTotal: inTotal - 500 }]);
    low.push((await lowBy())[0]);
  };
  await tell(9_000, 0);
  for (const seconds of [7, 10, 20]) {
    await tell(8_000, seconds);
    await tell(9_000, seconds);
  }
  expect(new Set(low).size).toBe(4);
  expect(await query("SELECT kind, times FROM journal WHERE kind GLOB 'source_[tr]*' ORDER BY id")).toEqual([
    { kind: 'source_restarted', times: 3 },
    { kind: 'source_troubled', times: null },
  ]);
  expect(await openAlerts()).toHaveLength(1);
  await tell(9_001, 5 * 60);
  expect(await openAlerts()).toEqual([]);
});

const withoutArea = (areaId: string) =>
  knownRoom({ revision: 2, areas: [{ areaId, areaName: 'The only one', capacity: 500 }] });

test('the deletion of the area ends the alert about who may be missing there', async () => {
  await fall();
  await withoutArea('bar');
  expect([await openAlerts(), await shown()]).toEqual([[], undefined]);
});

test('who was missing can be settled while the machine is off and nobody misses it: the alert ends', async () => {
  await fall();
  wait(30 * MINUTE_MS);
  valueOf(await settle('north', false));
  expect(await openAlerts()).toEqual([]);
});

test('who may be missing in a passage cannot be counted after its other area was deleted, and the call says so', async () => {
  await taken([totals(-7_200, 9_000, 8_000)], { ...DOOR, otherAreaId: 'bar' });
  await fall();
  await withoutArea('main');
  expect(await settle('north', true)).toEqual({ ok: false, code: 'area_deleted' });
  valueOf(await settle('north', false));
  expect(await lowBy()).toEqual([0]);
});
