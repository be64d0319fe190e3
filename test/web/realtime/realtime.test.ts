import { beforeEach, expect, test, vi } from 'vitest';
import { POLL_INTERVAL_MS } from '../../../src/shared/protocol/limits';
import { CLOSE } from '../../../src/shared/protocol/version';
import { Realtime, type RealtimeListeners } from '../../../web/src/realtime/realtime';
import { area, sync } from '../support/areas';
import { FakeWorld, PRINCIPAL } from '../support/fake-effects';

const listeners = {
  event: vi.fn<RealtimeListeners['event']>(),
  refresh: vi.fn<RealtimeListeners['refresh']>(),
  eventGone: vi.fn<RealtimeListeners['eventGone']>(),
  sessionEnded: vi.fn<RealtimeListeners['sessionEnded']>(),
};
let world: FakeWorld;
let realtime: Realtime;

const socketsTo = (part: string) => world.sockets.filter(({ path }) => path.includes(part));

async function open(eventId: string) {
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync({ eventId }));
}

async function hold(eventId: string) {
  const release = realtime.hold(eventId);
  await open(eventId);
  return release;
}

beforeEach(() => {
  vi.clearAllMocks();
  // This world has no storage, and each device warns of that.
  vi.spyOn(console, 'warn').mockReturnValue();
  world = new FakeWorld();
  realtime = new Realtime(world.effects, PRINCIPAL);
  realtime.listen(listeners);
});

test('a released room leaves nothing behind and can be held again', async () => {
  await hold('e1');
  realtime.tap('e1', 'a1', 1);
  world.socket.closeWith(CLOSE.eventDeleted);
  expect(listeners.eventGone).toHaveBeenCalledExactlyOnceWith('e1', 1);
  expect(realtime.snapshotOf('e1').areas).toBeNull();
  expect(realtime.uncountedTaps).toMatchObject([{ areaName: 'Main Stage', reason: null, taps: 1 }]);
  await world.pass(60_000);
  expect(socketsTo('e1')).toHaveLength(1);
  const release = await hold('e1');
  expect(realtime.snapshotOf('e1').connection).toBe('connected');
  // The taps lost in a room with a final close are reported when the room is released.
  realtime.tap('e1', 'a1', 1);
  world.socket.closeWith(CLOSE.replaced);
  release();
  await world.pass(1_000);
  expect(realtime.uncountedTaps).toMatchObject([{ areaName: 'Main Stage', reason: null, taps: 2 }]);
});

test('listeners hear of frequent changes by others ten times a second, including the last one', async () => {
  await hold('e1');
  const changed = vi.fn<() => void>();
  realtime.subscribe(changed);
  for (let version = 1; version <= 50; version += 1) {
    const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: version, version });
    world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version, areas: [count] });
    await world.pass(10);
  }
  await world.pass(100);
  expect(changed).toHaveBeenCalledTimes(5);
  expect(realtime.snapshotOf('e1').areas).toMatchObject([{ currentOccupancy: 50 }]);
  // An own tap is announced at once.
  realtime.tap('e1', 'a1', 1);
  expect(changed).toHaveBeenCalledTimes(6);
});

test('unsent taps of all rooms are summed until delivered; an ended session discards the remaining ones', async () => {
  await hold('e1');
  realtime.tap('e1', 'a1', 1);
  const first = world.socket;
  (await hold('e2'))();
  realtime.tap('e2', 'a1', 1);
  realtime.tap('e2', 'a1', 1);
  expect(realtime.unsentTaps).toBe(3);
  const { oldestUnsent } = realtime;
  first.receive({ type: 'ack', seq: 1, version: 1 });
  expect(realtime.unsentTaps).toBe(2);
  expect(realtime.oldestUnsent).not.toBe(oldestUnsent);
  realtime.tap('e1', 'a1', 1);
  first.closeWith(CLOSE.sessionEnded);
  expect(listeners.sessionEnded).toHaveBeenCalledExactlyOnceWith({ kept: 0, lost: 3 });
  expect([realtime.unsentTaps, realtime.closeAll()]).toEqual([0, { kept: 0, lost: 0 }]);
});

test('taps stay unsent, over the socket and by calls, while their person may not count, and go when that changes', async () => {
  const sent = () => [...world.socket.frames, ...world.polls].filter((one) => JSON.stringify(one).includes('taps'));
  const release = await hold('e1');
  realtime.permit(() => false);
  realtime.tap('e1', 'a1', 1);
  await world.pass(10_000);
  expect([sent(), realtime.unsentTaps]).toEqual([[], 1]);
  realtime.permit((eventId) => eventId === 'e1');
  expect(sent()).toHaveLength(1);
  // This device stores nothing, so the room stays open for what only its memory holds.
  realtime.permit(() => false);
  release();
  await world.pass(2_000);
  expect(realtime.unsentTaps).toBe(1);
});

test('a socket that is closed to be opened again makes the page load user and events', async () => {
  await hold('e1');
  world.socket.closeWith(CLOSE.goingAway);
  await world.pass(1_000);
  expect(listeners.refresh).toHaveBeenCalledOnce();
});

test('refused taps stay, by event, area and reason, until they are read, and add up', async () => {
  const changed = vi.fn<() => void>();
  realtime.subscribe(changed);
  await hold('e1');
  const refuse = (seq: number, message: string) => {
    realtime.tap('e1', 'a1', 1);
    const rejected = [{ seq, code: 'area_deleted', message }];
    world.socket.receive({ type: 'ack', seq, version: 0, rejected });
  };
  refuse(1, 'Deleted.');
  refuse(2, 'Locked.');
  world.socket.receive(sync({ lastSeq: 2, areas: [] }));
  refuse(3, 'Deleted.');
  const main = { eventId: 'e1', areaId: 'a1', areaName: 'Main Stage', code: 'area_deleted' };
  expect(realtime.uncountedTaps).toEqual([
    { ...main, reason: 'Deleted.', taps: 2 },
    { ...main, reason: 'Locked.', taps: 1 },
  ]);
  changed.mockClear();
  const [read] = realtime.uncountedTaps;
  if (read) realtime.dismiss(read);
  expect(realtime.uncountedTaps).toEqual([{ ...main, reason: 'Locked.', taps: 1 }]);
  expect(changed).toHaveBeenCalledOnce();
});

test('a screen that counts asks about an unopened event at once and often, also after a screen that only watched it', async () => {
  world.areas = { ok: true, value: [area()] };
  world.said = { isOpened: false };
  const release = realtime.hold('e1', 0);
  await world.pass(0);
  world.socket.open();
  world.socket.closeWith(CLOSE.notOpened);
  await world.pass(2 * POLL_INTERVAL_MS);
  const watched = world.areaCalls;
  realtime.hold('e1');
  release();
  await world.pass(0);
  expect([world.areaCalls - watched, socketsTo('e1').length]).toEqual([1, 2]);
  world.socket.open();
  world.socket.closeWith(CLOSE.notOpened);
  await world.pass(2 * POLL_INTERVAL_MS);
  expect(world.areaCalls - watched).toBe(3);
});
