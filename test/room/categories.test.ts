import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readTally } from '../../src/stored/tally';
import {
  acked,
  ADMIN,
  batchOf,
  categoryCounts,
  clientIdOf,
  counts,
  joinRoom,
  knownRoom,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

const list = ['adult', 'child'].map((categoryId) => ({ categoryId, name: `${categoryId}s`, capacity: null }));
const EVENT = { eventId: 'event-1', eventName: 'Open Air', accessCode: 'ABCD2346' };

beforeEach(() => knownRoom({ event: { ...EVENT, categories: { list, areOutsNamed: true } } }));

const journal = async () =>
  (await query('SELECT kind, before, after FROM journal ORDER BY id')).map(({ kind, before, after }) => [
    kind,
    typeof before === 'string' ? JSON.parse(before) : null,
    typeof after === 'string' ? JSON.parse(after) : null,
  ]);
const recount = (occupancy: number, categories?: { categoryId: string; occupancy: number }[]) =>
  roomStub().recountArea(VISIT, 'main', { occupancy, reason: 'By eye', ...(categories && { categories }) }, ADMIN);

test('taps count by category, a device without categories counts on, and the numbers outlive a restart', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  // The exits of an old device name nothing, although they must.
  await acked(device, batchOf(1, [{ category: 'adult', change: 3 }, { category: 'child' }, { change: -1 }]));
  expect(await counts()).toMatchObject({ main: [3, 4, 1] });
  const now = { main: { adult: [3, 0, null], child: [1, 0, null] }, bar: { adult: [0, 0, 0], child: [0, 0, 0] } };
  expect(await categoryCounts()).toEqual(now);
  await evictDurableObject(roomStub());
  expect(await categoryCounts()).toEqual(now);
  // Once the unnamed exit is undone, it is known again who is inside.
  await poll(2, batchOf(1, [{ category: 'adult', change: -1, to: 'bar' }]));
  const { device: again } = await joinRoom(clientIdOf(1));
  await acked(again, batchOf(4, [{ change: 1, undoes: 3 }]));
  expect(await categoryCounts()).toEqual({
    main: { adult: [3, 1, 2], child: [1, 0, 1] },
    bar: { adult: [1, 0, 1], child: [0, 0, 0] },
  });
});

test('a flush of taps writes one row, however many categories they name', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  const taps = Array.from({ length: 100 }, (_, i) => ({ category: i % 2 === 0 ? 'adult' : 'child' }));
  await acked(device, batchOf(1, taps));
  expect(await query('SELECT count(*) AS n FROM log')).toEqual([{ n: 1 }]);
  expect(await query('SELECT categories FROM areas')).toEqual([{ categories: null }, { categories: null }]);
  await recount(0);
  const [row] = await query("SELECT categories FROM areas WHERE area_id = 'main'");
  const tally = readTally(z.parse(z.string(), row?.['categories']));
  expect(tally?.categories.get('adult')).toEqual({ ins: 50, outs: 0, floored: 0, adjustments: -50 });
  expect(await query('SELECT count(*) AS n FROM ledger_blocks')).toEqual([{ n: 1 }]);
});

test('a recount says how many people of each category are inside, and the journal names them', async () => {
  await poll(1, batchOf(1, [{ category: 'adult', change: 5 }, {}]));
  expect(await categoryCounts()).toMatchObject({ main: { adult: [5, 0, null], child: [0, 0, null] } });
  const people = [
    { categoryId: 'adult', occupancy: 3 },
    { categoryId: 'child', occupancy: 4 },
  ];
  expect(await recount(7, people)).toMatchObject({ ok: true, value: { before: 6, after: 7 } });
  expect(await categoryCounts()).toMatchObject({ main: { adult: [5, 0, 3], child: [0, 0, 4] } });
  expect((await journal()).slice(-2)).toEqual([
    ['occupancy_recounted', 6, 7],
    [
      'categories_recounted',
      null,
      [
        { categoryId: 'adult', name: 'adults', occupancy: 3 },
        { categoryId: 'child', name: 'childs', occupancy: 4 },
      ],
    ],
  ]);
  // A recount of all people alone says nothing about the categories; a reset does.
  await recount(8);
  expect(await categoryCounts()).toMatchObject({ main: { adult: [5, 0, null], child: [0, 0, null] } });
  await roomStub().resetArea(VISIT, null, ADMIN);
  expect(await categoryCounts()).toMatchObject({ main: { adult: [5, 0, 0], child: [0, 0, 0] } });
  expect(await recount(2, [{ categoryId: 'gone', occupancy: 2 }])).toMatchObject({
    ok: false,
    code: 'unknown_category',
  });
  expect(await counts()).toMatchObject({ main: [0, 6, 0] });
});

test('a tap that was made before a reset counts for its category and does not change who is inside', async () => {
  const at = Date.now() - 60_000;
  await roomStub().resetArea(VISIT, 'main', ADMIN);
  await poll(1, batchOf(1, [{ category: 'child', at }, { at }]));
  expect(await counts()).toMatchObject({ main: [0, 2, 0] });
  expect(await categoryCounts()).toMatchObject({ main: { adult: [0, 0, 0], child: [1, 0, 0] } });
});

test('a removed category still counts for taps that come late, and areas list it while it has counts', async () => {
  await poll(1, batchOf(1, [{ category: 'child' }]));
  const removed = list.map((category) => ({ ...category, isRemoved: true as const }));
  const changed = { ...EVENT, categories: { list: removed, areOutsNamed: false } };
  await knownRoom({ revision: 2, event: changed });
  expect((await journal()).at(-1)).toEqual(['categories_changed', { list, areOutsNamed: true }, changed.categories]);
  await poll(1, batchOf(2, [{ category: 'child' }]));
  expect(await categoryCounts({ revision: 2 })).toEqual({ main: { child: [2, 0, 2] }, bar: {} });
});
