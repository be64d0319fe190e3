import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { finishTimelines } from '../../src/room/evacuation/timelines';
import { ASSEMBLY_POINTS_KEPT_MAX, TIMELINES_REMADE_PER_HOUR } from '../../src/room/evacuation/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { rulesOf } from '../../src/shared/rules/modes';
import { isPoint, twinOf } from '../../src/shared/evacuation/side-areas';
import { FRIDAY_NIGHT } from '../support/moments';
import { stopClock } from '../support/clock';
import { closings, valueOf } from '../worker/support/closings';
import { writesDuring } from '../worker/support/days';
import {
  acked,
  ADMIN,
  batch,
  batchOf,
  clientIdOf,
  CODE,
  counts,
  definition,
  joinRoom,
  knownRoom,
  listAreas,
  openDisplay,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests evacuations and drills: which taps count where, what devices are told, and what is kept (docs/product.md, V6, V7, V8). */

beforeEach(() => knownRoom());

const start = async (isDrill: boolean, more: { clientId?: string } = {}) =>
  valueOf(await roomStub().startEvacuation(VISIT, { isDrill, ...more }, ADMIN));
const end = (evacuationId: string, more: Parameters<ReturnType<typeof roomStub>['endEvacuation']>[2] = {}) =>
  roomStub().endEvacuation(VISIT, evacuationId, more, ADMIN);
const list = async () => valueOf(await roomStub().listEvacuations(VISIT, null));
const setPoints = async (...names: string[]) => valueOf(await roomStub().setAssemblyPoints(VISIT, names, ADMIN));
/** Waits until the hub has been told of what has happened: that writes rows, too. */
const announced = () => runInDurableObject(roomStub(), (room) => room['parts'].promptDeliveries.announce());
const TWIN = twinOf('main');
/** The people in all areas and side areas. */
const sideAreas = () =>
  runInDurableObject(roomStub(), (room) =>
    Object.fromEntries([...room['parts'].core.state.areas].map(([areaId, { occupancy }]) => [areaId, occupancy])),
  );
/** The id of the assembly point “Car park”. */
const pointId = () =>
  runInDurableObject(roomStub(), (room) => {
    const areas = [...room['parts'].core.state.areas.values()];
    return areas.find(({ areaName }) => areaName === 'Car park')?.areaId ?? '';
  });

test('devices get the numbers of a drill that has become an evacuation at once, without another tap', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  await acked(device, batch(1, [7]));
  await start(true);
  await acked(device, batch(2, [-1, -1, -1], TWIN));
  expect((await device.next('occupancy_updated')).areas).toMatchObject([{ areaId: TWIN, currentOccupancy: 4 }]);
  await start(false);
  expect((await device.next('occupancy_updated')).areas).toMatchObject([{ areaId: 'main', currentOccupancy: 4 }]);
});

test('a drill begins with the people inside, and its taps change nothing of the day', async () => {
  const { device } = await joinRoom(clientIdOf(1));
  await acked(device, batch(1, [7]));
  const before = await counts();
  const { evacuationId } = await start(true);
  const { evacuation } = await device.next('evacuation_changed');
  expect(evacuation).toMatchObject({
    isDrill: true,
    areas: [
      { areaId: 'main', countedAs: TWIN, atStart: 7 },
      { areaId: 'bar', countedAs: twinOf('bar'), atStart: 0 },
    ],
    sideAreas: [{ areaId: TWIN, areaName: 'Main Stage', currentOccupancy: 7 }, { areaId: twinOf('bar') }],
  });
  expect(await acked(device, batch(2, [-1, -1, -1], TWIN))).toMatchObject({ seq: 4 });
  expect((await device.next('occupancy_updated')).areas).toMatchObject([{ areaId: TWIN, currentOccupancy: 4 }]);
  expect(await counts()).toEqual(before);
  expect(valueOf(await roomStub().readFlow(VISIT)).venue.at(-1)).toMatchObject({ outs: 0, occupancy: 7 });
  expect(valueOf(await end(evacuationId)).timeline).toMatchObject({
    areas: [
      { areaId: 'main', areaName: 'Main Stage', atStart: 7, remaining: 4, emptyAt: null },
      { areaId: 'bar', atStart: 0, remaining: 0 },
    ],
    remaining: [7, 4],
  });
  expect(await device.next('evacuation_changed')).toMatchObject({ evacuation: null });
  expect(await counts()).toEqual(before);
});

test('a drill on a day without a tap makes no active day', async () => {
  await start(true);
  const { device } = await joinRoom(clientIdOf(1));
  await acked(device, batch(1, [1, -1], TWIN));
  expect(await query('SELECT count(*) AS n FROM days')).toEqual([{ n: 0 }]);
  await acked(device, batch(3, [1]));
  expect(await query('SELECT count(*) AS n FROM days')).toEqual([{ n: 1 }]);
});

test('a tap counts by the mode that its device showed, however late it arrives', async () => {
  stopClock(FRIDAY_NIGHT);
  const pressed = Date.now();
  await poll(1, batch(1, [5]));
  vi.setSystemTime(Date.now() + MINUTE_MS);
  const { evacuationId } = await start(true);
  vi.setSystemTime(Date.now() + MINUTE_MS);
  // Pressed before the switch.
  await poll(2, batch(1, [1], 'main', pressed), CODE);
  expect(await counts()).toMatchObject({ main: [6, 6, 0] });
  expect(await sideAreas()).toMatchObject({ [TWIN]: 5 });
  const offline = Date.now();
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await end(evacuationId);
  // An offline device had shown DRILL.
  await poll(2, batch(2, [-1], TWIN, offline), CODE);
  expect(await counts()).toMatchObject({ main: [6, 6, 0] });
  const [drill] = (await list()).evacuations;
  expect(drill?.timeline.areas[0]).toMatchObject({ atStart: 5, remaining: 4 });
  expect(drill?.timeline.lastOutAt).toBe(new Date(offline).toISOString());
  // A late tap of that drill does not change the next one.
  vi.setSystemTime(Date.now() + MINUTE_MS);
  await start(true);
  await poll(2, batch(3, [-1], TWIN, offline), CODE);
  expect(valueOf(await roomStub().listAreas(VISIT)).evacuation?.sideAreas[0]).toMatchObject({ currentOccupancy: 6 });
});

test('an undo takes back its own tap, on either side of the switch', async () => {
  await poll(1, batch(1, [3]));
  const { evacuationId } = await start(true);
  await poll(1, batchOf(2, [{ change: -3, undoes: 1 }]));
  expect(await counts()).toMatchObject({ main: [0, 0, 0] });
  await poll(1, batch(3, [-1], TWIN));
  await end(evacuationId);
  await poll(1, batchOf(4, [{ areaId: TWIN, change: 1, undoes: 3 }]));
  expect(await counts()).toMatchObject({ main: [0, 0, 0] });
  const { ack } = valueOf(await poll(1, batchOf(5, [{ change: 1, undoes: 3 }])));
  expect(ack.rejected).toMatchObject([{ code: 'nothing_to_undo' }]);
});

test('nobody is moved between the day and a drill, or to an assembly point', async () => {
  await setPoints('Car park');
  await poll(1, batch(1, [3]));
  await start(true);
  for (const [seq, to] of [TWIN, await pointId()].entries()) {
    const { ack } = valueOf(await poll(1, batchOf(seq + 2, [{ change: -1, to }])));
    expect(ack.rejected).toMatchObject([{ code: 'invalid_input' }]);
  }
  const { ack } = valueOf(await poll(1, batchOf(4, [{ areaId: TWIN, change: -1, to: twinOf('bar') }])));
  expect(ack.rejected).toBeUndefined();
  expect(await sideAreas()).toMatchObject({ main: 3, [TWIN]: 2, [twinOf('bar')]: 1 });
});

test('in an evacuation taps are those of the day, and assembly points are in no figure', async () => {
  await setPoints('Car park', 'Church');
  await poll(1, batch(1, [4]));
  const { evacuationId } = await start(false);
  await poll(1, batch(2, [-1, -1]));
  await poll(2, batch(1, [1, 1], await pointId()));
  expect(await counts()).toMatchObject({ main: [2, 4, 2], bar: [0, 0, 0] });
  expect(valueOf(await roomStub().listAreas(VISIT)).evacuation).toMatchObject({
    areas: [{ areaId: 'main', countedAs: 'main', atStart: 4 }, { areaId: 'bar' }],
    sideAreas: [
      { areaName: 'Car park', currentOccupancy: 2 },
      { areaName: 'Church', currentOccupancy: 0 },
    ],
  });
  const ended = valueOf(
    await end(evacuationId, { recounts: [{ areaId: 'main', occupancy: 0 }], reason: 'After the evacuation' }),
  );
  expect(ended.timeline).toMatchObject({
    remaining: [4, 2],
    assembled: [
      { name: 'Car park', people: 2 },
      { name: 'Church', people: 0 },
    ],
  });
  expect(await counts()).toMatchObject({ main: [0, 4, 2] });
  expect(await query("SELECT kind, note FROM journal WHERE kind LIKE '%recounted'")).toEqual([
    { kind: 'occupancy_recounted', note: 'After the evacuation' },
  ]);
  // The next one begins with nobody there.
  await start(true);
  expect(valueOf(await roomStub().listAreas(VISIT)).evacuation?.sideAreas.at(-2)).toMatchObject({
    areaName: 'Car park',
    currentOccupancy: 0,
  });
});

test('one runs at a time, the journal has all of it, and it outlives sleep', async () => {
  await joinRoom(clientIdOf(7), {}, { deviceName: 'Desk' });
  const { evacuationId } = await start(false, { clientId: clientIdOf(7) });
  expect(await roomStub().startEvacuation(VISIT, { isDrill: true }, ADMIN)).toMatchObject({ code: 'limit_reached' });
  await evictDurableObject(roomStub());
  const { sync } = await joinRoom(clientIdOf(8));
  expect(sync.evacuation).toMatchObject({ evacuationId, isDrill: false, startedOn: 'Desk' });
  expect((await end('another')).ok).toBe(false);
  expect(await end(evacuationId, { recounts: [{ areaId: 'gone', occupancy: 1 }] })).toMatchObject({
    code: 'unknown_area',
  });
  expect((await end(evacuationId)).ok).toBe(true);
  expect((await end(evacuationId)).ok).toBe(false);
  expect(valueOf(await poll(1, batch(1, [1]))).sync.evacuation).toBeUndefined();
  expect(await query("SELECT kind, actor, after FROM journal WHERE kind LIKE 'evac%' ORDER BY id")).toEqual([
    { kind: 'evacuation_started', actor: ADMIN, after: JSON.stringify({ evacuationId, isDrill: false, people: 0 }) },
    { kind: 'evacuation_ended', actor: ADMIN, after: JSON.stringify({ evacuationId, isDrill: false, people: 0 }) },
  ]);
});

test('displays say what runs, and a tap in a drill sends them nothing', async () => {
  const { viewer, shown } = await openDisplay();
  expect(shown.evacuation).toBeUndefined();
  const { evacuationId } = await start(true);
  expect(await viewer.next('display')).toMatchObject({ evacuation: 'drill', shows: 'exercise', areas: [] });
  const heard = viewer.frames.length;
  await poll(1, batch(1, [1], TWIN));
  await end(evacuationId);
  expect((await viewer.next('display')).evacuation).toBeUndefined();
  expect(viewer.frames.slice(heard)).toHaveLength(1);
});

describe('the event changes meanwhile', () => {
  test('a new area gets a twin, and D1 deletes no side area', async () => {
    await setPoints('Car park');
    await start(true);
    const { areas } = definition();
    const tent = { areaId: 'tent', areaName: 'Tent', capacity: 10 };
    const known = await knownRoom({ revision: 2, areas: [...areas, tent] });
    expect((await listAreas(known)).map(({ areaId }) => areaId)).toEqual(['main', 'bar', 'tent']);
    const { device, sync } = await joinRoom(clientIdOf(3));
    expect(sync.evacuation?.areas.map(({ countedAs }) => countedAs)).toContain(twinOf('tent'));
    await acked(device, batch(1, [2], twinOf('tent')));
    await acked(device, batch(2, [1], await pointId()));
    expect(await sideAreas()).toMatchObject({ [twinOf('tent')]: 2, tent: 0, [await pointId()]: 1 });
    expect(await query("SELECT kind FROM journal WHERE kind = 'area_deleted'")).toEqual([]);
  });

  test('assembly points can be added while something runs, and are not taken away', async () => {
    await setPoints('Car park');
    await start(false);
    expect((await setPoints('Car park', 'Church')).points).toEqual(['Car park', 'Church']);
    expect(await roomStub().setAssemblyPoints(VISIT, ['Church'], ADMIN)).toMatchObject({ code: 'limit_reached' });
  });
});

test('however often assembly points are renamed, the room keeps a limited number, and one that is back begins with nobody', async () => {
  await setPoints('Car park');
  const id = await pointId();
  await poll(1, batch(1, [3], id));
  await setPoints();
  await start(false);
  await setPoints('Car park');
  expect([await pointId(), (await sideAreas())[id]]).toEqual([id, 0]);
  await end((await list()).evacuations[0]?.evacuationId ?? '');
  for (let n = 0; n < ASSEMBLY_POINTS_KEPT_MAX + 20; n++) await setPoints('Church', `Point ${n}`);
  expect((await list()).points).toEqual(['Church', `Point ${ASSEMBLY_POINTS_KEPT_MAX + 19}`]);
  expect(Object.keys(await sideAreas()).filter(isPoint)).toHaveLength(ASSEMBLY_POINTS_KEPT_MAX);
});

test('at most ten drills begin within an hour, and evacuations always; from the eleventh start on timelines are stored', async () => {
  stopClock(FRIDAY_NIGHT);
  const drills = rulesOf({ isDrill: true }).startsPerHour;
  for (let n = 0; n < drills; n++) await end((await start(true)).evacuationId);
  expect(await roomStub().startEvacuation(VISIT, { isDrill: true }, ADMIN)).toMatchObject({
    code: 'limit_reached',
    detail: { id: 'too_many_evacuations' },
  });
  for (let n = 0; n < 2 * drills; n++) await end((await start(false)).evacuationId);
  const remade = await query('SELECT count(*) AS n FROM evacuations WHERE timeline IS NULL');
  expect(remade, 'that each reader makes again').toEqual([{ n: TIMELINES_REMADE_PER_HOUR }]);
  vi.setSystemTime(FRIDAY_NIGHT + HOUR_MS);
  expect(await start(true)).toMatchObject({ endedAt: null });
});

test('a tap in a drill or evacuation writes what any tap writes', async () => {
  await setPoints('Car park');
  await poll(1, batch(1, [1]));
  const plain = await writesDuring(() => poll(1, batch(2, [1])));
  const { evacuationId } = await start(true);
  await announced();
  expect(await writesDuring(() => poll(1, batch(3, [1], TWIN)))).toEqual(plain);
  await end(evacuationId);
  await start(false);
  await announced();
  expect(await writesDuring(() => poll(1, batch(4, [-1])))).toEqual(plain);
  const point = await pointId();
  expect(await writesDuring(() => poll(1, batch(5, [1], point)))).toEqual(plain);
});

describe('the timeline', () => {
  const stored = () => query('SELECT timeline FROM evacuations');
  const finish = (now: number) => runInDurableObject(roomStub(), (room) => finishTimelines(room['parts'].store, now));

  test('is stored when no tap can change it any more, before the taps are deleted', async () => {
    await setPoints('Car park');
    await poll(1, batch(1, [4]));
    const { evacuationId } = await start(true);
    await poll(1, batch(2, [-1, -1], TWIN));
    await finish(Date.now() + 2 * HOUR_MS);
    expect(await stored()).toEqual([{ timeline: null }]);
    const { timeline } = valueOf(await end(evacuationId));
    await finish(Date.now());
    expect(await stored()).toEqual([{ timeline: null }]);
    await finish(Date.now() + HOUR_MS + 1_000);
    expect(await stored()).toEqual([{ timeline: JSON.stringify(timeline) }]);
    await query('DELETE FROM ledger_blocks');
    await evictDurableObject(roomStub());
    expect((await list()).evacuations).toMatchObject([{ evacuationId, timeline }]);
  });

  test('is kept as long as reports', async () => {
    stopClock(FRIDAY_NIGHT);
    const { ringUntil } = closings((at) => vi.setSystemTime(at));
    const { evacuationId } = await start(true);
    await end(evacuationId);
    await poll(1, batch(1, [1]));
    await ringUntil(FRIDAY_NIGHT + 100 * DAY_MS);
    expect((await list()).evacuations).toHaveLength(1);
    await ringUntil(FRIDAY_NIGHT + 800 * DAY_MS);
    expect((await list()).evacuations).toEqual([]);
  });

  test('lists those that began within a span', async () => {
    stopClock(FRIDAY_NIGHT);
    for (let n = 0; n < 3; n++) {
      vi.setSystemTime(FRIDAY_NIGHT + n * HOUR_MS);
      const { evacuationId } = await start(true);
      await end(evacuationId);
    }
    const span = { from: FRIDAY_NIGHT + HOUR_MS, before: FRIDAY_NIGHT + 2 * HOUR_MS };
    const { evacuations } = valueOf(await roomStub().listEvacuations(VISIT, span));
    expect(evacuations.map(({ startedAt }) => startedAt)).toEqual([new Date(span.from).toISOString()]);
  });
});
