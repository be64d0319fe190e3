import { beforeEach, expect, test, vi } from 'vitest';
import { CONNECT_TIMEOUT_MS, PING_INTERVAL_MS, PING_TIMEOUT_MS, RECONNECT_ATTEMPTS } from '../../../src/shared/limits';
import { RoomChannel } from '../../../web/src/realtime/channel';
import type { Outcome } from '../../../web/src/realtime/effects';
import type { Area } from '../../../src/shared/schemas/area';
import { area, sync } from '../support/areas';
import { deferred } from '../support/deferred';
import { FakeWorld } from '../support/fake-effects';
import { roomListeners } from '../support/room-listeners';

const listeners = roomListeners();
let world: FakeWorld;
let channel: RoomChannel;

/** How long it takes until there is another socket, to 100 ms. */
async function waitForNextSocket(): Promise<number> {
  const sockets = world.sockets.length;
  let waitedMs = 0;
  while (world.sockets.length === sockets && waitedMs < 70_000) {
    await world.pass(100);
    waitedMs += 100;
  }
  return waitedMs;
}

beforeEach(async () => {
  vi.clearAllMocks();
  world = new FakeWorld();
  channel = new RoomChannel('e1', world.effects, listeners, world.homeInMemory());
  channel.start();
  await world.pass(0);
});

test('the waits grow while every connection fails right after its sync', async () => {
  const waits = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    world.socket.open();
    world.socket.receive(sync());
    channel.tap('a1', 1);
    world.socket.closeWith(1011);
    waits.push(await waitForNextSocket());
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

test.each([
  ['an ack', () => Promise.resolve(world.socket.receive({ type: 'ack', seq: 1, version: 1 }))],
  ['some seconds that it has worked', () => world.pass(10_000)],
])('after %s the waits start again from the shortest', async (_what, work) => {
  for (const waitMs of [1_000, 2_000]) {
    world.socket.closeWith(1006);
    expect(await waitForNextSocket()).toBe(waitMs);
  }
  world.socket.open();
  world.socket.receive(sync());
  world.socket.receive('pong');
  await work();
  world.socket.closeWith(1006);
  expect(await waitForNextSocket()).toBe(1_000);
});

test('sockets that answer pings but never sync lead to polling', async () => {
  world.areas = { ok: true, value: [area()] };
  for (let attempt = 0; attempt < RECONNECT_ATTEMPTS; attempt += 1) {
    world.socket.open();
    world.socket.receive('pong');
    await world.pass(CONNECT_TIMEOUT_MS);
    if (attempt < RECONNECT_ATTEMPTS - 1) await waitForNextSocket();
  }
  expect(channel.snapshot.connection).toBe('connected');
});

test('waking up drops a handshake that hangs, and tries at once', async () => {
  await world.pass(2_000);
  world.wake();
  await world.pass(0);
  expect(world.sockets).toHaveLength(2);
  expect(world.sockets[0]?.closedByPage).toBe(true);
});

test('waking up does not wait for an answer that may not come', async () => {
  const answer = deferred<Outcome<readonly Area[]>>();
  world.areasAnswer = () => answer.promise;
  world.socket.closeWith(1006);
  await world.pass(5_000);
  expect(world.sockets).toHaveLength(1);
  world.wake();
  await world.pass(0);
  expect(world.sockets).toHaveLength(2);
  answer.resolve({ ok: true, value: [] });
  await world.pass(CONNECT_TIMEOUT_MS - 1);
  expect(world.sockets).toHaveLength(2);
});

test('a device that loses its network says so at once, and tries at once when it is back', async () => {
  world.socket.open();
  world.socket.receive(sync());
  channel.tap('a1', 1);
  world.goOffline();
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', unsentTaps: 1 });
  expect(world.sockets[0]?.closedByPage).toBe(true);
  world.wake();
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync());
  expect(channel.snapshot.connection).toBe('connected');
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
});

test('a device that is wrong about its network is connected again after the shortest wait', async () => {
  world.socket.open();
  world.socket.receive(sync());
  world.goOffline();
  expect(await waitForNextSocket()).toBe(1_000);
});

test('an answer about an earlier attempt does not start the next one', async () => {
  const answers = [deferred<Outcome<readonly Area[]>>(), deferred<Outcome<readonly Area[]>>()];
  const [earlier, later] = answers;
  world.areasAnswer = () => answers.shift()?.promise ?? Promise.resolve(world.areas);
  world.socket.closeWith(1006);
  await world.pass(0);
  world.wake();
  await world.pass(0);
  world.socket.closeWith(1006);
  earlier?.resolve({ ok: true, value: [] });
  await world.pass(10_000);
  expect(world.sockets).toHaveLength(2);
  later?.resolve({ ok: true, value: [] });
  await world.pass(0);
  expect(world.sockets).toHaveLength(3);
});

test('waking up does not cut short the wait that a login sets', async () => {
  const late = new RoomChannel('e2', world.effects, listeners, world.homeInMemory());
  late.start(world.nowMs + 100);
  world.wake();
  await world.pass(99);
  expect(world.sockets.filter(({ path }) => path.includes('e2'))).toHaveLength(0);
});

test('a pong keeps an idle connection that has been proven', async () => {
  world.socket.open();
  world.socket.receive(sync());
  for (let round = 0; round < 5; round += 1) {
    world.socket.receive('pong');
    await world.pass(PING_INTERVAL_MS);
  }
  expect(world.sockets).toHaveLength(1);
  await world.pass(PING_TIMEOUT_MS);
  expect(channel.snapshot.connection).toBe('disconnected');
});
