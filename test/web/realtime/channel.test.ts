import { beforeEach, expect, test, vi } from 'vitest';
import {
  FORCE_REFRESH_SPREAD_MS,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  RETRY_AFTER_TOO_FAST_MS,
} from '../../../src/shared/limits';
import { CLOSE } from '../../../src/shared/protocol/version';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { area, sync } from '../support/areas';
import { FakeWorld } from '../support/fake-effects';
import { roomListeners } from '../support/room-listeners';

const listeners = roomListeners();
let world: FakeWorld;
let channel: RoomChannel;

async function connect(fields = {}) {
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync(fields));
}

beforeEach(() => {
  vi.clearAllMocks();
  world = new FakeWorld();
  channel = new RoomChannel('e1', world.effects, listeners, world.homeInMemory());
  channel.start();
});

const taps = (changes: number[]) => changes.map((change) => expect.objectContaining({ areaId: 'a1', change }));
const shown = () => channel.snapshot.areas?.[0]?.currentOccupancy;

test('joins with its client id, and is connected with the sync', async () => {
  await world.pass(0);
  expect(world.socket.path).toBe('/api/events/e1/socket?v=3');
  expect(channel.snapshot.connection).toBe('connecting');
  world.socket.open();
  const { deviceId } = world.device;
  expect(world.socket.frames).toEqual([
    { type: 'join_event', eventId: 'e1', clientId: 'client-000000000001', deviceId, direction: 'both' },
  ]);
  world.socket.receive(sync());
  expect(channel.snapshot).toMatchObject({ connection: 'connected', countingAllowed: true });
});

test('waits for the moment a login sets', async () => {
  const late = new RoomChannel('e2', world.effects, listeners, world.homeInMemory());
  late.start(world.nowMs + 100);
  await world.pass(99);
  expect(world.sockets).toHaveLength(1);
  await world.pass(1);
  expect(world.sockets).toHaveLength(2);
});

test('a tap shows and leaves at once; the next ones wait for the ack and go together', async () => {
  await connect();
  channel.tap('a1', 1);
  expect(shown()).toBe(1);
  channel.tap('a1', 1);
  channel.tap('a1', -1);
  expect(world.socket.frames.slice(1)).toEqual([
    { type: 'update_occupancy', eventId: 'e1', seq: 1, sentAt: world.nowMs, taps: taps([1]) },
  ]);
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  expect(world.socket.frames.at(-1)).toMatchObject({ seq: 2, taps: taps([1, -1]) });
  expect(channel.snapshot.unsentTaps).toBe(2);
});

test('taps made before the sync leave with it', async () => {
  await world.pass(0);
  channel.tap('a1', 1);
  world.socket.open();
  expect(world.socket.frames).toHaveLength(1);
  world.socket.receive(sync());
  expect(world.socket.frames.at(-1)).toMatchObject({ seq: 1 });
});

test('reconnects with growing waits and sends again what was not acknowledged', async () => {
  await connect();
  channel.tap('a1', 1);
  channel.tap('a1', 1);
  world.socket.closeWith(1006);
  expect(channel.snapshot.connection).toBe('disconnected');
  await world.pass(999);
  expect(world.sockets).toHaveLength(1);
  await world.pass(1);
  expect(world.sockets).toHaveLength(2);
  world.socket.closeWith(1006);
  await world.pass(2_000);
  expect(world.sockets).toHaveLength(3);
  world.socket.open();
  world.socket.receive(sync({ lastSeq: 1, areas: [area({ currentOccupancy: 1, version: 1 })] }));
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 2, taps: taps([1]) });
  expect(shown()).toBe(2);
});

test('two failures after a sync: the waits grow', async () => {
  await connect();
  for (const waitMs of [1_000, 2_000, 4_000]) {
    world.socket.closeWith(1006);
    const sockets = world.sockets.length;
    await world.pass(waitMs - 1);
    expect(world.sockets).toHaveLength(sockets);
    await world.pass(1);
    expect(world.sockets).toHaveLength(sockets + 1);
  }
});

test('pings, and reconnects when no answer comes in time', async () => {
  await connect();
  world.socket.receive('pong');
  await world.pass(PING_INTERVAL_MS);
  expect(world.socket.pings).toBe(2);
  await world.pass(PING_TIMEOUT_MS - 1);
  expect(world.socket.closedByPage).toBe(false);
  await world.pass(1);
  expect(world.sockets[0]?.closedByPage).toBe(true);
  expect(channel.snapshot.connection).toBe('disconnected');
});

test('on waking up, asks a silent socket and does not wait for the next attempt', async () => {
  await connect();
  world.socket.receive('pong');
  world.wake();
  await world.pass(5_000);
  expect(world.socket.closedByPage).toBe(true);
  world.wake();
  await world.pass(0);
  expect(world.sockets).toHaveLength(2);
});

test('too fast: comes back after 5 s', async () => {
  await connect();
  world.socket.closeWith(CLOSE.tooFast);
  await world.pass(RETRY_AFTER_TOO_FAST_MS - 1);
  expect(world.sockets).toHaveLength(1);
  await world.pass(1);
  expect(world.sockets).toHaveLength(2);
});

test.each([
  [CLOSE.badFrame, 'refused'],
  [CLOSE.notAllowed, 'refused'],
  [CLOSE.replaced, 'replaced'],
  [CLOSE.reloadNeeded, 'reload_needed'],
])('close code %i is final', async (code, ended) => {
  await connect();
  world.socket.closeWith(code);
  await world.pass(120_000);
  expect(world.sockets).toHaveLength(1);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', ended });
  channel.tap('a1', 1);
  expect(shown()).toBe(0);
});

test('the session ends, the event goes: the app is told, with what is lost by it', async () => {
  await connect();
  channel.tap('a1', 1);
  channel.tap('a1', 1);
  world.socket.closeWith(CLOSE.sessionEnded);
  expect(listeners.sessionEnded).toHaveBeenCalledExactlyOnceWith({ kept: 0, lost: 2 });
  expect(channel.snapshot.unsentTaps).toBe(0);
  const other = new RoomChannel('e2', world.effects, listeners, world.homeInMemory());
  other.start();
  await world.pass(0);
  world.socket.open();
  world.socket.closeWith(CLOSE.eventDeleted);
  expect(listeners.gone).toHaveBeenCalledExactlyOnceWith(0);
});

test('after a failed handshake the API says whether to go on', async () => {
  await world.pass(0);
  world.areas = { ok: false, failure: 'gone' };
  world.socket.closeWith(1006);
  await world.pass(60_000);
  expect(listeners.gone).toHaveBeenCalledOnce();
  expect(world.sockets).toHaveLength(1);
});

test('areas_changed fetches the list within a random second, once for several', async () => {
  await connect();
  world.randomValue = 0.5;
  world.areas = { ok: true, value: [area(), area({ areaId: 'a2', areaName: 'Terrace' })] };
  const calls = world.areaCalls;
  for (let change = 0; change < 3; change += 1) world.socket.receive({ type: 'areas_changed', eventId: 'e1' });
  await world.pass(FORCE_REFRESH_SPREAD_MS / 2 - 1);
  expect(world.areaCalls).toBe(calls);
  await world.pass(1);
  expect(world.areaCalls).toBe(calls + 1);
  expect(channel.snapshot.areas?.map((a) => a.areaName)).toEqual(['Main Stage', 'Terrace']);
  await world.pass(FORCE_REFRESH_SPREAD_MS);
  expect(world.areaCalls).toBe(calls + 1);
});

test('areas_changed whose list cannot be read asks again until there is one, in growing intervals', async () => {
  await connect();
  const calls = world.areaCalls;
  world.areas = { ok: false, failure: 'later' };
  world.socket.receive({ type: 'areas_changed', eventId: 'e1' });
  await world.pass(FORCE_REFRESH_SPREAD_MS + 3_000);
  expect(world.areaCalls).toBeGreaterThanOrEqual(calls + 2);
  expect(world.areaCalls).toBeLessThanOrEqual(calls + 4);
  expect(shown()).toBe(0);
  world.areas = { ok: true, value: [area(), area({ areaId: 'a2', areaName: 'Terrace' })] };
  await world.pass(20_000);
  expect(channel.snapshot.areas?.map((a) => a.areaName)).toEqual(['Main Stage', 'Terrace']);
  const answered = world.areaCalls;
  await world.pass(20_000);
  expect(world.areaCalls).toBe(answered);
});

test('a client id that belongs to someone else: the taps go under a new one, on a new socket', async () => {
  await world.pass(0);
  channel.tap('a1', 1);
  channel.tap('a1', 1);
  world.socket.open();
  world.socket.receive({ type: 'error', code: 'client_id_taken', message: 'This client id is in use.' });
  world.socket.closeWith(CLOSE.notAllowed);
  expect(channel.snapshot).toMatchObject({ ended: null, unsentTaps: 2 });
  await world.pass(1_000);
  expect(world.sockets).toHaveLength(2);
  world.socket.open();
  expect(world.socket.frames[0]).toMatchObject({ type: 'join_event', clientId: 'client-000000000002' });
  world.socket.receive(sync());
  expect(world.socket.frames.at(-1)).toMatchObject({ seq: 1, taps: taps([1, 1]) });
});

test('rejected taps are reported, by area and reason', async () => {
  await connect();
  channel.tap('a1', 1);
  channel.tap('a1', 1);
  const rejected = [{ seq: 1, code: 'counting_locked', message: 'Locked.' }];
  world.socket.receive({ type: 'ack', seq: 1, version: 0, rejected });
  expect(listeners.uncounted).toHaveBeenCalledExactlyOnceWith([
    { areaId: 'a1', areaName: 'Main Stage', reason: 'Locked.', taps: 1 },
  ]);
  expect(shown()).toBe(1);
});

test('an acknowledged tap without its update asks for the whole state', async () => {
  await connect();
  channel.tap('a1', 1);
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  await world.pass(2_000);
  expect(world.socket.frames.at(-1)).toEqual({ type: 'request_sync' });
});

test('what a room that was set back has counted already is not sent again', async () => {
  await connect();
  for (const change of [1, 2, 3]) channel.tap('a1', change);
  world.socket.closeWith(1006);
  await world.pass(1_000);
  const areas = [area({ currentOccupancy: 3, version: 2 })];
  world.socket.open();
  world.socket.receive(sync({ epoch: 'epoch-2', lastSeq: 2, areas }));
  expect(shown()).toBe(6);
  await world.pass(0);
  world.socket.open();
  expect(world.socket.frames[0]).toMatchObject({ type: 'join_event', clientId: 'client-000000000002' });
  world.socket.receive(sync({ epoch: 'epoch-2', lastSeq: 0, areas }));
  expect(world.socket.frames.at(-1)).toMatchObject({ seq: 1, taps: taps([3]) });
  expect(shown()).toBe(6);
});

test.each([
  ['another epoch', { epoch: 'epoch-2', lastSeq: 1 }],
  ['a room that has forgotten this client', { lastSeq: 0 }],
])('%s: what is left goes under a new client id from 1', async (_what, fields) => {
  await connect();
  for (const change of [1, 2, 3]) channel.tap('a1', change);
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  world.socket.closeWith(1006);
  await world.pass(1_000);
  const areas = [area({ currentOccupancy: 1, version: 1 })];
  world.socket.open();
  world.socket.receive(sync({ ...fields, areas }));
  await world.pass(0);
  expect(world.sockets).toHaveLength(3);
  world.socket.open();
  expect(world.socket.frames[0]).toMatchObject({ type: 'join_event', clientId: 'client-000000000002' });
  world.socket.receive(sync({ ...fields, lastSeq: 0, areas }));
  expect(world.socket.frames.at(-1)).toMatchObject({ seq: 1, taps: taps([2, 3]) });
  expect(shown()).toBe(6);
});
