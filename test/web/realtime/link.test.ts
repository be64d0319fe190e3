import { expect, test } from 'vitest';
import {
  CONNECT_TIMEOUT_MS,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  RECONNECT_ATTEMPTS,
  RETRY_AFTER_TOO_FAST_MS,
} from '../../../src/shared/protocol/limits';
import { CLOSE } from '../../../src/shared/protocol/version';
import { backoffMs } from '../../../web/src/realtime/socket/backoff';
import { area } from '../support/areas';
import type { FakeWorld } from '../support/fake-effects';
import { openChannel } from '../support/open-channel';

/** The time until the next socket, to 100 ms. */
async function waitForNextSocket(world: FakeWorld): Promise<number> {
  const sockets = world.sockets.length;
  let waitedMs = 0;
  while (world.sockets.length === sockets && waitedMs < 70_000) {
    await world.pass(100);
    waitedMs += 100;
  }
  return waitedMs;
}

test('the waits grow up to 20 seconds while every connection fails right after its sync', async () => {
  const { world, connect, tap } = await openChannel();
  const waits = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    connect();
    tap(1);
    world.socket.closeWith(1011);
    waits.push(await waitForNextSocket(world));
  }
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect([backoffMs(9, 0), backoffMs(0, 0.5)]).toEqual([20_000, 750]);
});

test('an ack resets the waits to the shortest; a close for too many frames lengthens the next one', async () => {
  const { world, connect } = await openChannel();
  for (const waitMs of [1_000, 2_000]) {
    world.socket.closeWith(1006);
    expect(await waitForNextSocket(world)).toBe(waitMs);
  }
  connect();
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  world.socket.closeWith(1006);
  expect(await waitForNextSocket(world)).toBe(1_000);
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

test('the channel pings and reconnects when no answer comes in time', async () => {
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

test('a device that wakes up drops a hanging socket or handshake and retries at once', async () => {
  const { world, connect } = await openChannel();
  await world.pass(2_000);
  world.wake();
  await world.pass(0);
  expect([world.sockets.length, world.sockets[0]?.closedByPage]).toEqual([2, true]);
  connect();
  world.socket.receive('pong');
  world.wake();
  await world.pass(5_000);
  expect(world.socket.closedByPage).toBe(true);
  // The call that asks whether to continue may never be answered.
  world.areasAnswer = () => new Promise(() => undefined);
  world.wake();
  await world.pass(0);
  expect(world.sockets).toHaveLength(3);
});

test('a device that loses its network reports this at once, and retries at once when the network is back', async () => {
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
});

test('a tap without an answer for five seconds sends a ping, and without a pong for five more another socket gets the tap', async () => {
  const { world, connect, tap } = await openChannel();
  connect();
  world.socket.receive('pong');
  tap(1);
  await world.pass(4_999);
  expect(world.socket.pings).toBe(1);
  await world.pass(1);
  expect(world.socket.pings).toBe(2);
  await world.pass(4_999);
  tap(1);
  expect(world.socket.closedByPage).toBe(false);
  await world.pass(1);
  expect(world.sockets[0]?.closedByPage).toBe(true);
  await world.pass(1_000);
  connect();
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1, taps: [{}, {}] });
});

test('a room that answers pings, however late with its acks, keeps its sockets; answered taps send no pings', async () => {
  const { world, connect, tap } = await openChannel();
  connect();
  world.socket.receive('pong');
  tap(1);
  for (let seconds = 5; seconds <= 60; seconds += 5) {
    await world.pass(5_000);
    expect(world.socket.pings).toBe(1 + seconds / 5);
    world.socket.receive('pong');
    tap(1);
  }
  world.socket.receive({ type: 'ack', seq: 1, version: 1 });
  world.socket.receive({ type: 'ack', seq: 13, version: 2 });
  await world.pass(24_000);
  expect([world.sockets.length, world.socket.pings]).toEqual([1, 13]);
});
