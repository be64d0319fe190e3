import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { Allowances } from '../../../src/room/sockets/allowances';
import { MINUTE_MS } from '../../../src/shared/durations';
import { POLL_INTERVAL_MS } from '../../../src/shared/protocol/limits';
import { UpdateOccupancySchema } from '../../../src/shared/protocol/up';
import { CLOSE } from '../../../src/shared/protocol/version';
import { area } from '../support/areas';
import type { FakeSocket } from '../support/fake-effects';
import { openChannel } from '../support/open-channel';
import { allTaken, failUntilPolling } from '../support/polling';

const ROUND_TRIP_MS = 50;

test('a room that refuses taps for now gets them again over the same socket after the time that it named', async () => {
  const { world, channel, connect, tap } = await openChannel();
  connect();
  tap(1, 1);
  world.socket.receive({ type: 'retry', seq: 1, afterMs: 7_000 });
  tap(1);
  await world.pass(6_999);
  expect(world.socket.frames).toHaveLength(2);
  expect(channel.snapshot).toMatchObject({ connection: 'connected', unsentTaps: 3 });
  await world.pass(1);
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1, taps: [{}, {}, {}] });
  expect(world.sockets).toHaveLength(1);
});

test('a new socket does not get the taps earlier either; taps that the room has by then are not sent again', async () => {
  const { world, connect, tap } = await openChannel();
  connect();
  tap(1);
  world.socket.receive({ type: 'retry', seq: 1, afterMs: 7_000 });
  tap(1);
  world.socket.closeWith(1006);
  await world.pass(1_000);
  connect({ lastSeq: 1, areas: [area({ currentOccupancy: 1, version: 1 })] });
  await world.pass(5_999);
  expect(world.socket.frames).toHaveLength(1);
  await world.pass(1);
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 2, taps: [{}] });
});

test('a polling call that must wait is sent again after that time; meanwhile the device reads the list', async () => {
  const { world, channel, tap } = await openChannel();
  world.areas = { ok: true, value: [area()] };
  await failUntilPolling(world);
  world.pollAnswer = () => ({ ok: false, failure: 'later', retryAfterMs: 7_000 });
  tap(1);
  await world.pass(0);
  expect(world.polls).toHaveLength(1);
  const lists = world.areaCalls;
  world.pollAnswer = allTaken;
  tap(1);
  await world.pass(6_999);
  expect(world.polls).toHaveLength(1);
  expect(world.areaCalls - lists).toBe(Math.floor(6_999 / POLL_INTERVAL_MS));
  await world.pass(1);
  expect(world.polls.at(-1)).toMatchObject({ seq: 1, taps: [{}, {}] });
  expect(channel.snapshot.unsentTaps).toBe(0);
});

/** The limits of wrangler.toml. */
const LIMITS = {
  framesPerSecond: 100,
  tapsPerSecond: 100,
  newClientsPerHour: 60,
  socketsPerSession: 20,
  socketsPerRoom: 3_000,
  viewersPerAddress: 500,
  viewers: 250,
};

const readTaps = (text: string) =>
  text === 'ping' ? undefined : z.safeParse(UpdateOccupancySchema, JSON.parse(text)).data;

/**
 * Counts 50,000 taps offline, each at its own moment, and answers the device's frames as a room with its limits does,
 * until no tap is unsent. Returns the taps that were made, the taps that were counted, and the duration in ms.
 */
async function deliverNight(refuse: (socket: FakeSocket, seq: number, waitMs: number) => void) {
  const { world, channel, connect } = await openChannel();
  const made = Array.from({ length: 50_000 }, () => (world.nowMs += 1));
  for (const at of made) {
    world.nowMs = at;
    channel.tap('a1', 1);
  }
  connect();
  const counted: number[] = [];
  const allowances = new Allowances(LIMITS);
  const from = world.nowMs;
  let [socket, heard] = [world.socket, 0];
  while (channel.snapshot.unsentTaps > 0 && world.nowMs - from < 60 * MINUTE_MS) {
    if (world.socket !== socket) {
      [socket, heard] = [world.socket, 0];
      connect({ lastSeq: counted.length });
    }
    // Frames that an answer triggers arrive in the next round.
    const sent = socket.sent.slice(heard);
    heard += sent.length;
    for (const text of sent) {
      if (text === 'ping') socket.receive('pong');
      const frame = readTaps(text);
      if (frame === undefined) continue;
      const { seq, taps } = frame;
      const waitMs = allowances.batch('session', { taps, isNewClient: false, mustRead: false }, world.nowMs);
      if (waitMs > 0) refuse(socket, seq, waitMs);
      else {
        // Known taps are acknowledged again, and the next ones are counted (docs/product.md, C3).
        if (seq <= counted.length + 1)
          counted.push(...Array.from(taps, ({ at }) => at).slice(counted.length + 1 - seq));
        socket.receive({ type: 'ack', seq: counted.length, version: counted.length });
      }
    }
    await world.pass(ROUND_TRIP_MS);
  }
  return { made, counted, tookMs: world.nowMs - from, sockets: world.sockets.length };
}

test('the device delivers 50,000 offline taps of a night within ten minutes, each once and in order', async () => {
  const { made, counted, tookMs } = await deliverNight((socket, seq, afterMs) =>
    socket.receive({ type: 'retry', seq, afterMs }),
  );
  expect(counted).toEqual(made);
  expect(tookMs).toBeLessThan(10 * MINUTE_MS);
});

test('an older device that only knows close code 4429 delivers them in a quarter of an hour', async () => {
  const { made, counted, tookMs, sockets } = await deliverNight((socket) => socket.closeWith(CLOSE.tooFast));
  expect(counted).toEqual(made);
  expect(tookMs).toBeLessThan(15 * MINUTE_MS);
  expect(sockets).toBeGreaterThan(2);
});
