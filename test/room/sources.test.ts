import { evictDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Source, SourceItem } from '../../src/rpc/source-batch';
import { SCANS_BURST } from '../../src/room/sources/limits';
import { SOURCES_MAX } from '../../src/rpc/limits';
import { DAY_MS, MINUTE_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT, moment, SATURDAY, SUNDAY } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import { at, DOOR, send, statuses, taken, totals, wait } from '../worker/support/machine';
import {
  ADMIN,
  batch,
  breakTable,
  clientIdOf,
  counts,
  joinRoom,
  knownRoom,
  mendTable,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests what machines count: once each, in the ledger of the taps, whatever order it arrives in. */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});

test('other devices see what a machine counts', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  expect(await taken([{ seq: 1, in: 5, out: 1, at: at(-30) }])).toEqual({
    sourceId: 'north',
    nextSeq: 2,
    items: [{ status: 'accepted', in: 5, out: 1 }],
  });
  expect((await device.next('occupancy_updated')).areas).toMatchObject([{ areaId: 'main', currentOccupancy: 4 }]);
});

test('deltas are taps of the same ledger, each counted once', async () => {
  await poll(1, batch(1, [2]));
  const items = [
    { seq: 1, in: 5, out: 1, at: at(-30) },
    { seq: 2, in: 1 },
    { seq: 4, in: 9 },
  ];
  expect(await statuses(items)).toEqual(['accepted', 'accepted', 'seq_gap']);
  expect(await counts()).toMatchObject({ main: [7, 8, 1] });
  await evictDurableObject(roomStub());
  expect(await statuses([...items.slice(1, 2), { seq: 3, out: 1 }])).toEqual(['duplicate', 'accepted']);
  expect(await counts()).toMatchObject({ main: [6, 8, 2] });
});

test('a key counts once, also after the room has slept; a refused item can be sent again', async () => {
  expect(
    await statuses([
      { key: 'a', in: 1 },
      { key: 'a', in: 1 },
      { key: 'b', in: 2, areaId: 'nowhere' },
    ]),
  ).toEqual(['accepted', 'duplicate', 'unknown_area']);
  await evictDurableObject(roomStub());
  expect(
    await statuses([
      { key: 'a', in: 1 },
      { key: 'b', in: 2 },
    ]),
  ).toEqual(['duplicate', 'accepted']);
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('totals count what they grew by; a restart and a midnight are told, and the journal has them', async () => {
  const camera: Source = {
    sourceId: 'cam',
    sourceName: 'Camera 1',
    kind: 'camera',
    areaId: 'main',
    timeZone: 'Asia/Tokyo',
  };
  expect(await statuses([totals(-60, 1_000, 900), totals(-50, 1_004, 901)], camera)).toEqual(['baseline', 'accepted']);
  expect(await statuses([totals(-40, 2, 0)], camera)).toEqual(['restarted']);
  expect(await statuses([totals(-45, 1_005, 901), totals(-45, 1_005, 901)], camera)).toEqual(['late', 'duplicate']);
  expect(await counts()).toMatchObject({ main: [6, 7, 1] });
  vi.setSystemTime(moment(SATURDAY, '15:30'));
  // Midnight in Tokyo was half an hour ago; the time has no offset.
  expect(await statuses([{ inTotal: 3, outTotal: 0, at: `${SATURDAY}T23:59:00` }], camera)).toEqual(['accepted']);
  expect(await statuses([{ inTotal: 1, outTotal: 0, at: `${SUNDAY}T00:20:00` }], camera)).toEqual(['midnight']);
  expect(await query("SELECT kind, actor, before, after FROM journal WHERE kind LIKE 'source%' ORDER BY id")).toEqual([
    { kind: 'source_added', actor: ADMIN, before: null, after: '"Camera 1"' },
    { kind: 'source_restarted', actor: ADMIN, before: '"restarted"', after: '"Camera 1"' },
    { kind: 'source_restarted', actor: ADMIN, before: '"midnight"', after: '"Camera 1"' },
  ]);
});

const written = async () => {
  const [row] = await query('SELECT (SELECT count(*) FROM log) + (SELECT sum(heard_at) FROM sources) AS n');
  return row?.['n'];
};

test('totals may have no time, and are refused where a counter cannot show them', async () => {
  const camera: Source = { ...DOOR, counterBits: 16 };
  const items = [
    { inTotal: 5, outTotal: 0 },
    { inTotal: 2 ** 16, outTotal: 0 },
  ];
  expect(await statuses(items, camera)).toEqual(['baseline', 'totals_out_of_range']);
  wait();
  expect(await taken([{ inTotal: 7, outTotal: 0 }], camera)).toMatchObject({ items: [{ in: 2 }] });
});

test('a clock that is behind is shown, and sentAt puts its people where they belong', async () => {
  const offset = async () => valueOf(await roomStub().listDevices(VISIT))[0]?.clockOffsetMs;
  await taken([totals(-600, 40, 0)]);
  expect(await offset()).toBe(10 * MINUTE_MS);
  valueOf(await roomStub().resetArea(VISIT, null, ADMIN));
  wait();
  const call = { source: DOOR, sentAt: at(-540), items: [totals(-540, 45, 0)] };
  expect(valueOf(await roomStub().countFromSource(VISIT, call, ADMIN)).items).toMatchObject([{ in: 5 }]);
  expect(await counts()).toMatchObject({ main: [5, 5, 0] });
});

test('unchanged totals write no row, and the source is still heard', async () => {
  await taken([totals(0, 10, 10)]);
  const before = await written();
  wait();
  expect(await statuses([totals(50, 10, 10)])).toEqual(['accepted']);
  expect(await written()).toBe(before);
  wait(5 * MINUTE_MS);
  await taken([totals(300, 10, 10)]);
  expect(await written()).not.toBe(before);
});

test('an item of a wrong time is refused, and says why', async () => {
  expect(
    await statuses([
      { key: 'a', in: 1, at: at(3600) },
      { key: 'b', in: 1, at: at(-8 * 24 * 3600) },
      { key: 'c', in: 1, at: 'noon' },
      { key: 'd', in: 1, at: at(60) },
      { key: 'e', in: 1 },
    ]),
  ).toEqual(['time_in_future', 'time_too_old', 'time_unreadable', 'accepted', 'accepted']);
});

test('a passage moves people between two areas, and machines see those whom nobody counted', async () => {
  await poll(1, batch(1, [3]));
  const passage: Source = { sourceId: 'stairs', areaId: 'bar', otherAreaId: 'main' };
  expect(await taken([{ seq: 1, in: 2 }], passage)).toMatchObject({ items: [{ status: 'accepted', in: 2, out: 0 }] });
  expect(await counts()).toEqual({ main: [1, 3, 2], bar: [2, 2, 0] });
  // One is inside by the counts, but the machine saw two.
  expect(await taken([{ seq: 2, in: 2 }], passage)).toMatchObject({ items: [{ floored: 1 }] });
  expect(await counts()).toEqual({ main: [0, 3, 4], bar: [4, 4, 0] });
  expect(await statuses([{ seq: 3, out: 1 }], { ...passage, otherAreaId: 'nowhere' })).toEqual(['unknown_area']);
});

test('a source is a device with its door, online until it falls silent', async () => {
  await poll(1, batch(1, [1]));
  await taken([{ seq: 1, in: 4 }], { ...DOOR, direction: 'in', silentAfterMinutes: 2 });
  const find = async () =>
    valueOf(await roomStub().listDevices(VISIT)).find(({ deviceId }) => deviceId === 'source:north');
  expect(await find()).toMatchObject({
    deviceName: 'North door',
    direction: 'in',
    isAdmin: false,
    isOnline: true,
    ins: 4,
    source: { kind: 'turnstile', door: 'North door', direction: 'in' },
  });
  wait(2 * MINUTE_MS);
  expect(await find()).toMatchObject({ isOnline: false, offlineSince: at(0) });
  wait(2 * DAY_MS);
  // People are inside by the counts, so the source is missed on the next days, too.
  expect(await find()).toMatchObject({ isOnline: false });
  const { orders } = valueOf(await roomStub().giveOrder(VISIT, { kind: 'stop', target: { type: 'event' } }, ADMIN));
  expect(JSON.stringify(orders)).not.toContain('source:');
});

test('a source is said to count on arrival once an item without a time has counted, and keeps that', async () => {
  const source = async () => valueOf(await roomStub().listDevices(VISIT))[0]?.source;
  await taken([
    { seq: 1, in: 1, at: at(-30) },
    { key: 'refused', in: 1, areaId: 'nowhere' },
  ]);
  expect(await source()).toEqual({ kind: 'turnstile', door: 'North door', direction: 'both' });
  await taken([{ seq: 2, in: 1 }]);
  await evictDurableObject(roomStub());
  await taken([{ seq: 3, in: 1, at: at(-10) }]);
  expect(await source()).toMatchObject({ countsOnArrival: true });
  const changes = await query("SELECT count(*) AS n FROM journal WHERE kind = 'source_changed'");
  expect(changes).toEqual([{ n: 0 }]);
});

test('a source may send a burst, then one batch in five seconds', async () => {
  for (let seq = 1; seq <= 20; seq++) await taken([{ seq, in: 1 }]);
  expect(await send([{ seq: 21, in: 1 }])).toEqual({ ok: false, code: 'too_fast', retryAfterMs: 5_000 });
  wait(5_000);
  expect(await statuses([{ seq: 21, in: 1 }])).toEqual(['accepted']);
});

test('a burst of scans at the doors counts, beyond it each one is told when to come back', async () => {
  const scan = (key: string, isTakenBack = false) =>
    roomStub().countFromSource(VISIT, { source: { sourceId: 'pretix', areaId: 'main' }, key, isTakenBack }, ADMIN);
  for (let n = 0; n < SCANS_BURST; n++) await scan(`${n}`);
  expect(await scan('late')).toEqual({ ok: false, code: 'too_fast', retryAfterMs: 50 });
  // Turnstiles have an allowance of their own.
  expect(await statuses([{ seq: 1, in: 1 }])).toEqual(['accepted']);
  wait(1_000);
  expect(valueOf(await scan('late')).items).toEqual([{ status: 'accepted', in: 1, out: 0 }]);
  await evictDurableObject(roomStub());
  expect(valueOf(await scan('gone', true)).items).toEqual([{ status: 'accepted' }]);
  expect(valueOf(await scan('gone', true)).items).toEqual([{ status: 'duplicate' }]);
  expect(await counts()).toMatchObject({ main: [SCANS_BURST + 1, SCANS_BURST + 1, 0] });
});

test('the number of sources has a limit, and known ones still count', async () => {
  const insert = `INSERT INTO sources (source_id, about, state, added_at, heard_at)
    SELECT value, json_object('sourceId', value), ?, ?, ? FROM json_each(?)`;
  const state = { nextSeq: 1, readings: [], owed: { ins: 0, outs: 0 }, doubts: [], offsets: [], owner: ADMIN };
  const ids = Array.from({ length: SOURCES_MAX }, (_, index) => `s${index}`);
  await query(insert, JSON.stringify(state), FRIDAY_NIGHT, FRIDAY_NIGHT, JSON.stringify(ids));
  await evictDurableObject(roomStub());
  expect(await send([{ seq: 1, in: 1 }])).toMatchObject({ ok: false, code: 'limit_reached' });
  expect(await statuses([{ seq: 1, in: 1 }], { sourceId: 's7', areaId: 'main' })).toEqual(['accepted']);
});

test('during a drill and an evacuation a machine counts for the day', async () => {
  await taken([{ seq: 1, in: 5 }]);
  await roomStub().startEvacuation(VISIT, { isDrill: true }, ADMIN);
  await taken([{ seq: 2, out: 2 }]);
  expect(await counts()).toMatchObject({ main: [3, 5, 2] });
  expect(await statuses([{ seq: 3, in: 1, areaId: 'drill-main' }])).toEqual(['unknown_area']);
});

test('a batch that cannot be stored changes nothing, and counts when it is sent again', async () => {
  await taken([totals(-30, 0, 0)]);
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await breakTable('sources');
  expect(await send([totals(-20, 3, 0), { key: 'k', in: 1 }])).toMatchObject({ ok: false });
  expect(await counts()).toMatchObject({ main: [0, 0, 0] });
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('disk full'));
  await mendTable();
  expect(await statuses([totals(-20, 3, 0), { key: 'k', in: 1 }])).toEqual(['accepted', 'accepted']);
  expect(await counts()).toMatchObject({ main: [4, 4, 0] });
});

test('late, doubled, reordered and overlapping batches, with lost answers, end in the right number', async () => {
  let run = 0;
  const scenario = fc.record({
    people: fc.array(fc.tuple(fc.nat(3), fc.nat(2)), { minLength: 1, maxLength: 12 }),
    cuts: fc.array(fc.tuple(fc.nat(11), fc.integer({ min: 1, max: 6 }), fc.boolean()), { maxLength: 12 }),
    mode: fc.constantFrom('seq', 'key', 'totals'),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ people, cuts, mode }) => {
      const source: Source = { sourceId: `door-${run++}`, areaId: 'main' };
      const before = (await counts())['main'] ?? [];
      let [ins, outs] = [0, 0];
      const items = people.map(([into, out], index): SourceItem => {
        [ins, outs] = [ins + into, outs + out];
        if (mode === 'totals') return totals(index - 60, ins, outs);
        const delta = { in: into, out, at: at(index - 60) };
        return mode === 'seq' ? { seq: index + 1, ...delta } : { key: `k${index}`, ...delta };
      });
      if (mode === 'totals') await send([totals(-100, 0, 0)], source);
      for (const [from, length, sleeps] of cuts) {
        const part = items.slice(from, from + length);
        if (part.length > 0) await send(part, source);
        await counts();
        if (sleeps) await evictDurableObject(roomStub());
        wait();
      }
      await send(items, source);
      const after = (await counts())['main'] ?? [];
      expect([(after[1] ?? 0) - (before[1] ?? 0), (after[2] ?? 0) - (before[2] ?? 0)]).toEqual([ins, outs]);
      vi.setSystemTime(FRIDAY_NIGHT);
    }),
    { numRuns: 25 },
  );
});
