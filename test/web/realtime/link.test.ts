import { expect, test } from 'vitest';
import {
  CONNECT_TIMEOUT_MS,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  RECONNECT_ATTEMPTS,
  RETRY_AFTER_TOO_FAST_MS,
} from '../../../src/shared/limits';
import { CLOSE } from '../../../src/shared/protocol/version';
import { backoffMs } from '../../../web/src/realtime/backoff';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { area } from '../support/areas';
import { deferred } from '../support/deferred';
import type { FakeWorld } from '../support/fake-effects';
import { openChannel } from '../support/open-channel';
import { roomListeners } from '../support/room-listeners';

/** How long it takes until there is another socket, to 100 ms. */
async function waitForNextSocket(world: FakeWorld): Promise<number> {
  const sockets = world.sockets.length;
  let waitedMs = 0;
  while (world.sockets.length === sockets && waitedMs < 70_000) {
    await world.pass(100);
    waitedMs += 100;
  }
  return waitedMs;
}

test.each([
  [0, 0, 1_000],
  [1, 0, 2_000],
  [4, 0, 16_000],
  [5, 0, 20_000],
  [9, 0, 20_000],
  [0, 0.5, 750],
  [9, 0.999, 10_010],
])('after %i failures, with chance at %d: %i ms', (failures, random, waitMs) => {
  expect(backoffMs(failures, random)).toBeCloseTo(waitMs);
});

test('the waits grow while every connection fails right after its sync', async () => {
  const { world, connect, tap } = await openChannel();
  const waits = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    connect();
    tap(1);
    world.socket.closeWith(1011);
    waits.push(await waitForNextSocket(world));
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
});

test.each([
  ['an ack', async (world: FakeWorld) => world.socket.receive({ type: 'ack', seq: 1, version: 1 })],
  ['some seconds that it has worked', (world: FakeWorld) => world.pass(10_000)],
])('after %s the waits start again from the shortest', async (_what, work) => {
  const { world, connect } = await openChannel();
  for (const waitMs of [1_000, 2_000]) {
    world.socket.closeWith(1006);
    expect(await waitForNextSocket(world)).toBe(waitMs);
  }
  connect();
  world.socket.receive('pong');
  await work(world);
  world.socket.closeWith(1006);
  expect(await waitForNextSocket(world)).toBe(1_000);
});

test('after a close for too many frames the next attempt waits longer', async () => {
  const { world, connect } = await openChannel();
  connect();
  world.socket.closeWith(CLOSE.tooFast);
  expect(await waitForNextSocket(world)).toBe(RETRY_AFTER_TOO_FAST_MS);
});

test('sockets that answer pings but never sync lead to polling', async () => {
  const { world, channel } = await openChannel();
  world.areas = { ok: true, value: [area()] };
  for (let attempt = 0; attempt < RECONNECT_ATTEMPTS; attempt += 1) {
    world.socket.open();
    world.socket.receive('pong');
    await world.pass(CONNECT_TIMEOUT_MS);
    if (attempt < RECONNECT_ATTEMPTS - 1) await waitForNextSocket(world);
  }
  expect(channel.snapshot.connection).toBe('connected');
});

test('pings, and reconnects when no answer comes in time', async () => {
  const { world, channel, connect } = await openChannel();
  connect();
  for (let round = 1; round <= 5; round += 1) {
    world.socket.receive('pong');
    await world.pass(PING_INTERVAL_MS);
    expect([world.sockets.length, world.socket.pings]).toEqual([1, round + 1]);
  }
  await world.pass(PING_TIMEOUT_MS - 1);
  expect(world.socket.closedByPage).toBe(false);
  await world.pass(1);
  expect(world.sockets[0]?.closedByPage).toBe(true);
  expect(channel.snapshot.connection).toBe('disconnected');
});

test('a device that wakes up asks a silent socket, and does not wait for the next attempt', async () => {
  const { world, connect } = await openChannel();
  connect();
  world.socket.receive('pong');
  world.wake();
  await world.pass(5_000);
  expect(world.socket.closedByPage).toBe(true);
  world.wake();
  await world.pass(0);
  expect(world.sockets).toHaveLength(2);
});

test('a device that wakes up drops a handshake that hangs, and tries at once', async () => {
  const { world } = await openChannel();
  await world.pass(2_000);
  world.wake();
  await world.pass(0);
  expect(world.sockets).toHaveLength(2);
  expect(world.sockets[0]?.closedByPage).toBe(true);
});

test('a device that wakes up does not wait for an answer that may not come', async () => {
  const { world } = await openChannel();
  const answer = deferred<typeof world.areas>();
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

test('the wait that a login sets is kept, also by a device that wakes up', async () => {
  const { world } = await openChannel();
  const late = new RoomChannel('e2', world.effects, roomListeners(), world.homeInMemory());
  late.start(world.nowMs + 100);
  const sockets = () => world.sockets.filter(({ path }) => path.includes('e2'));
  world.wake();
  await world.pass(99);
  expect(sockets()).toHaveLength(0);
  await world.pass(1);
  expect(sockets()).toHaveLength(1);
});

test('a device that loses its network says so at once, and tries at once when it is back', async () => {
  const { world, channel, connect, tap } = await openChannel();
  connect();
  tap(1);
  world.goOffline();
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', unsentTaps: 1 });
  expect(world.sockets[0]?.closedByPage).toBe(true);
  world.wake();
  await world.pass(0);
  connect();
  expect(channel.snapshot.connection).toBe('connected');
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
  // A device that is wrong about its network is connected again after the shortest wait.
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  world.goOffline();
  expect(await waitForNextSocket(world)).toBe(1_000);
});

test('an answer about an earlier attempt does not start the next one', async () => {
  const { world } = await openChannel();
  const answers = [deferred<typeof world.areas>(), deferred<typeof world.areas>()];
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
