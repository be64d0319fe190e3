import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { twinOf } from '../../src/shared/evacuation/side-areas';
import type { EventNews } from '../../src/rpc/webhook-bodies';
import type { NewOrder, OrderKind } from '../../src/shared/orders/schemas';
import { DEFAULT_VENUE_SETTINGS } from '../../src/shared/rules/venue-capacity';
import { DisplaySchema } from '../../src/shared/schemas/display';
import type { Emergency } from '../../src/shared/schemas/venue-settings';
import { stopClock } from '../support/clock';
import { FRIDAY_NIGHT } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import {
  ADMIN,
  batch,
  batchOf,
  CODE,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  openDisplay,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Walks the modes of an event through what the room shows and allows (docs/product.md, V5, V9 to V12, O10, P7). */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const TWIN = twinOf('main');
const start = async (isDrill: boolean) => valueOf(await roomStub().startEvacuation(VISIT, { isDrill }, ADMIN));
const end = async (evacuationId: string, more: { isMistake?: boolean } = {}) =>
  valueOf(await roomStub().endEvacuation(VISIT, evacuationId, more, ADMIN));
const give = (kind: OrderKind, more: Partial<NewOrder> = {}) =>
  roomStub().giveOrder(VISIT, { kind, target: { type: 'event' }, ...more }, ADMIN);
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
const display = async () => DisplaySchema.parse(JSON.parse(valueOf(await roomStub().readDisplay(VISIT))));
const lock = (revision = 9) => roomStub().setAccount({ revision, status: 'canceled', trialEndsAt: 0 });
const codes = async (answer: ReturnType<typeof poll>) =>
  (valueOf(await answer).ack.rejected ?? []).map(({ code }) => code);
/** What the room tells its hub from now on. */
async function heard() {
  const all: EventNews[] = [];
  await runInDurableObject(roomStub(), (room) => {
    const { news } = room['parts'].store;
    vi.spyOn(news, 'add').mockImplementation((one) => void all.push(one));
  });
  return all;
}
let revision = 2;
/** What the organizer decides. */
const decide = (emergency: Emergency) =>
  knownRoom({
    revision: revision++,
    event: { ...definition().event, venue: { ...DEFAULT_VENUE_SETTINGS, emergency } },
  });
const NOTICE = { title: 'HAUS RÄUMEN', text: 'Nur über die Südtreppe.' };

describe('what the public sees', () => {
  const NOTHING = { venue: null, areas: [] };

  test('in each mode', async () => {
    await poll(1, batch(1, [5]));
    expect(await display()).toMatchObject({ areas: [{ occupancy: 5 }, {}] });
    const { viewer } = await openDisplay();
    const { evacuationId } = await start(false);
    expect(await viewer.next('display')).toMatchObject({ evacuation: 'evacuation', shows: 'evacuation', ...NOTHING });
    await poll(1, batch(2, [-1]));
    expect(await display()).toMatchObject({ shows: 'evacuation', ...NOTHING });
    expect(await end(evacuationId)).toMatchObject({ asksStaff: true });
    const after = await display();
    expect(after).toMatchObject({ shows: 'ask_staff', ...NOTHING });
    expect(after.evacuation).toBeUndefined();
    expect((await roomStub().showNumbers(VISIT, 'another', ADMIN)).ok).toBe(false);
    expect(valueOf(await roomStub().showNumbers(VISIT, evacuationId, ADMIN)).asksStaff).toBeUndefined();
    expect((await display()).shows).toBeUndefined();
    const drill = await start(true);
    expect(await display()).toMatchObject({ evacuation: 'drill', shows: 'exercise', ...NOTHING });
    await end(drill.evacuationId);
    expect(await display()).toMatchObject({ areas: [{ occupancy: 4 }, {}] });
    expect(await query("SELECT kind FROM journal WHERE kind = 'numbers_shown'")).toHaveLength(1);
  });

  test('is what the organizer has decided', async () => {
    await decide({ notice: NOTICE, drillShows: 'numbers', unconfirmedMinutes: 2 });
    await poll(1, batch(1, [5]));
    const drill = await start(true);
    const shown = await display();
    expect(shown).toMatchObject({ evacuation: 'drill', areas: [{ occupancy: 5 }, {}] });
    expect(shown.shows).toBeUndefined();
    await end(drill.evacuationId);
    await start(false);
    expect(await display()).toMatchObject({ shows: 'evacuation', notice: NOTICE, ...NOTHING });
  });
});

/** A machine's totals fall: up to 5,000 people may be missing on the main stage. */
async function missPeople() {
  const source = { sourceId: 'north', areaId: 'main' };
  const items = [
    { inTotal: 9_000, outTotal: 0, at: Date.now() - 2 * HOUR_MS },
    { inTotal: 5_000, outTotal: 0, at: Date.now() - MINUTE_MS },
  ];
  valueOf(await roomStub().countFromSource(VISIT, { source, items }, ADMIN));
}

describe('a number in doubt invites nobody (docs/product.md, M17)', () => {
  const NOTHING = { venue: null, areas: [] };

  test.each([
    ['on other days', 'exercise', undefined, 'ask_staff'],
    ['in a drill for which displays close', 'exercise', true, 'exercise'],
    ['in a drill for which they show numbers', 'numbers', true, 'ask_staff'],
    ['in an evacuation', 'exercise', false, 'evacuation'],
  ] as const)('%s', async (_, drillShows, isDrill, shows) => {
    await decide({ notice: null, drillShows, unconfirmedMinutes: 2 });
    await poll(1, batch(1, [5]));
    if (isDrill !== undefined) await start(isDrill);
    const { viewer } = await openDisplay();
    const { device } = await joinRoom(clientIdOf(2));
    await missPeople();
    // Displays and event streams, and what calls and public numbers are made from.
    expect(await display()).toMatchObject({ shows, ...NOTHING });
    if (shows === 'ask_staff') expect(await viewer.next('display')).toMatchObject({ shows, ...NOTHING });
    // Those who count and the control room see the number and its doubt; twins have none.
    const sync = await device.next('occupancy_updated');
    expect(sync.areas).toMatchObject([{ areaId: 'main', currentOccupancy: 5, mayBeLowBy: 5_000 }]);
    expect(valueOf(await roomStub().readLiveFigures(VISIT)).venue.occupancy).toBe(5);
    expect(valueOf(await roomStub().readInspection(VISIT)).areas).toMatchObject([{ mayBeLowBy: 5_000 }, {}]);
    const { evacuation } = valueOf(await roomStub().listAreas(VISIT));
    expect((evacuation?.sideAreas ?? []).filter((side) => 'mayBeLowBy' in side)).toEqual([]);
  });
});

test('it has the target that the event had at its start, also when the drill becomes real', async () => {
  await decide({ notice: null, drillShows: 'numbers', unconfirmedMinutes: 2, targetMinutes: 8 });
  const { device } = await joinRoom(clientIdOf(2));
  const drill = await start(true);
  expect((await device.next('evacuation_changed')).evacuation).toMatchObject({ targetMinutes: 8 });
  await decide({ notice: null, drillShows: 'numbers', unconfirmedMinutes: 2, targetMinutes: null });
  expect(await start(false)).toMatchObject({ evacuationId: drill.evacuationId, targetMinutes: 8 });
  expect(await end(drill.evacuationId)).toMatchObject({ startedAt: drill.startedAt, targetMinutes: 8 });
  expect((await start(false)).targetMinutes).toBeUndefined();
});

test('metrics are for those who run the event: they have the numbers of the day in every mode (docs/product.md, P4)', async () => {
  await poll(1, batch(1, [5]));
  const inside = async () => valueOf(await roomStub().readLiveFigures(VISIT)).venue.occupancy;
  const drill = await start(true);
  valueOf(await poll(1, batchOf(2, [{ areaId: TWIN, change: -2 }])));
  expect(await inside()).toBe(5);
  await end(drill.evacuationId);
  await start(false);
  await poll(1, batch(3, [-1]));
  expect(await inside()).toBe(4);
});

describe('orders', () => {
  test.each(['open', 'one_in_one_out'] as const)(
    '%s ends with an evacuation and cannot be given while it runs',
    async (kind) => {
      valueOf(await give('stop', { target: { type: 'area', areaId: 'bar' } }));
      valueOf(await give(kind, { note: 'slowly' }));
      await poll(1, batch(1, [5]));
      const { device } = await joinRoom(clientIdOf(2));
      const news = await heard();
      const { evacuationId, endedOrders } = await start(false);
      expect(endedOrders).toEqual([{ kind, target: { type: 'event' }, note: 'slowly' }]);
      expect((await device.next('orders_changed')).orders).toMatchObject([{ kind: 'stop' }]);
      expect(news.some(({ type, data }) => type === 'order.ended' && data.reason === 'evacuation_started')).toBe(true);
      expect(await give(kind)).toMatchObject({ code: 'limit_reached' });
      expect((await give('hold')).ok).toBe(true);
      expect((await end(evacuationId)).endedOrders).toEqual(endedOrders);
      // One in, one out begins with what it finds now.
      const [order] = valueOf(await give(kind)).orders;
      if (kind === 'one_in_one_out') expect(order?.baselines?.[0]).toMatchObject({ areaId: 'main', ins: 5 });
    },
  );

  test('a drill lets people in as before', async () => {
    valueOf(await give('open'));
    expect((await start(true)).endedOrders).toBeUndefined();
    expect((await give('one_in_one_out')).ok).toBe(true);
  });

  test('one that a door has not confirmed is told once', async () => {
    await joinRoom(clientIdOf(2), { principal: CODE });
    valueOf(await give('stop'));
    const news = await heard();
    const tell = () => runInDurableObject(roomStub(), (room) => room['parts'].orders.run());
    const told = () => news.filter(({ type }) => type === 'order.unconfirmed');
    pass(2 * MINUTE_MS - 1);
    await tell();
    expect(told()).toEqual([]);
    pass(1);
    await tell();
    await tell();
    expect(told()).toMatchObject([{ data: { minutes: 2, waiting: 1, order: { kind: 'stop' } } }]);
  });
});

describe('a lock', () => {
  test('stops no tap of an evacuation, for six hours and by the time of the tap', async () => {
    await poll(1, batch(1, [5]));
    await lock();
    pass(MINUTE_MS);
    expect(await codes(poll(1, batch(2, [1])))).toEqual(['counting_locked']);
    const { device, sync } = await joinRoom(clientIdOf(3));
    expect(sync.countingAllowed).toBe(false);
    const { evacuationId } = await start(false);
    expect(await device.next('sync')).toMatchObject({ countingAllowed: true });
    pass(6 * HOUR_MS - 1);
    const pressed = Date.now();
    expect(await codes(poll(1, batch(3, [-1])))).toEqual([]);
    pass(1);
    expect(await codes(poll(1, batch(4, [-1])))).toEqual(['counting_locked']);
    await end(evacuationId);
    expect(await device.next('sync')).toMatchObject({ countingAllowed: false });
    pass(MINUTE_MS);
    expect(await codes(poll(1, batch(5, [-1], 'main', pressed)))).toEqual([]);
    expect(await counts()).toMatchObject({ main: [3, 5, 2] });
  });

  test('is not evaded by a permanent drill', async () => {
    await lock();
    pass(MINUTE_MS);
    const free: number[] = [];
    for (let drill = 0, seq = 1; drill < 8; drill += 1) {
      const { evacuationId } = await start(true);
      // The day is locked all the time.
      expect(await codes(poll(1, batch(seq++, [1])))).toEqual(['counting_locked']);
      for (let step = 0; step < 4; step += 1) {
        if ((await codes(poll(1, batch(seq++, [1], TWIN)))).length === 0) free.push(Date.now());
        pass(HOUR_MS / 2);
      }
      await end(evacuationId);
    }
    expect((free.at(-1) ?? 0) - (free[0] ?? 0)).toBeLessThanOrEqual(2 * HOUR_MS);
    pass(24 * HOUR_MS);
    await start(true);
    expect(await codes(poll(1, batch(41, [1], TWIN)))).toEqual([]);
  });
});

describe('a drill that becomes an evacuation', () => {
  test('has counted out who is out, keeps who has assembled, and counts what offline phones bring', async () => {
    await roomStub().setAssemblyPoints(VISIT, ['Car park'], ADMIN);
    await poll(1, batch(1, [9]));
    const news = await heard();
    const { evacuationId, startedAt } = await start(true);
    const point = await runInDurableObject(roomStub(), (room) => {
      const areas = [...room['parts'].core.state.areas.values()];
      return areas.find(({ areaName }) => areaName === 'Car park')?.areaId ?? '';
    });
    const pressed = Date.now();
    pass(MINUTE_MS);
    await poll(1, batch(2, [-1, -1], TWIN));
    await poll(2, batch(1, [1], point), CODE);
    const real = await start(false);
    expect(real).toMatchObject({ evacuationId, isDrill: false, startedAt, becameRealAt: new Date().toISOString() });
    expect(await counts()).toMatchObject({ main: [7, 9, 0] });
    expect((await roomStub().startEvacuation(VISIT, { isDrill: false }, ADMIN)).ok).toBe(false);
    pass(MINUTE_MS);
    // A phone without a network: a tap of the day from before, one of the drill, one made while it still shows the drill.
    await poll(3, batch(1, [2], 'main', pressed - 1), CODE);
    await poll(3, batch(2, [-1], TWIN, pressed + 1), CODE);
    await poll(3, batch(3, [-1], TWIN), CODE);
    expect(await counts()).toMatchObject({ main: [7, 11, 2] });
    // It takes both back, and one that was counted in the drill.
    await poll(3, batchOf(4, [{ areaId: TWIN, change: 1, undoes: 3 }]), CODE);
    await poll(1, batchOf(4, [{ areaId: TWIN, change: 1, undoes: 3 }]));
    expect(await counts()).toMatchObject({ main: [9, 12, 1] });
    expect(await codes(poll(1, batchOf(5, [{ areaId: TWIN, change: 1, undoes: 3 }])))).toEqual(['nothing_to_undo']);
    const ended = await end(evacuationId, { isMistake: true });
    expect(ended).toMatchObject({
      isMistake: true,
      timeline: { areas: [{ atStart: 11, remaining: 9 }, {}], assembled: [{ people: 1 }] },
      progress: { unaccounted: 1 },
    });
    expect(
      await query("SELECT kind FROM journal WHERE kind IN ('drill_made_real', 'occupancy_recounted')"),
    ).toHaveLength(2);
    expect(news.filter(({ type }) => type.startsWith('evacuation')).map(({ type }) => type)).toEqual([
      'evacuation.started',
      'evacuation.started',
      'evacuation.ended',
    ]);
    // Late taps of that drill count for it, also once another one runs.
    pass(MINUTE_MS);
    await start(true);
    await poll(3, batch(5, [-1], TWIN, pressed + 2), CODE);
    expect(await counts()).toMatchObject({ main: [8, 12, 2] });
  });
});

test('an area that is added meanwhile is in the timeline', async () => {
  await poll(1, batch(1, [4]));
  await start(false);
  const tent = { areaId: 'tent', areaName: 'Tent', capacity: 10 };
  pass(MINUTE_MS);
  await knownRoom({ revision: revision++, areas: [...definition().areas, tent] });
  await poll(1, batch(2, [2], 'tent'));
  const [running] = valueOf(await roomStub().listEvacuations(VISIT, null)).evacuations;
  expect(running?.timeline.areas.at(-1)).toEqual({
    areaId: 'tent',
    areaName: 'Tent',
    atStart: 0,
    remaining: 2,
    emptyAt: null,
  });
  expect(running?.timeline.remaining.at(-1)).toBe(6);
});
