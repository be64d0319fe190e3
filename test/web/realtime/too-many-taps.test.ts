import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { Allowances } from '../../../src/room/allowances';
import { MINUTE_MS, POLL_INTERVAL_MS, RETRY_AFTER_TOO_FAST_MS } from '../../../src/shared/limits';
import { UpdateOccupancySchema } from '../../../src/shared/protocol/up';
import { CLOSE } from '../../../src/shared/protocol/version';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { area, sync } from '../support/areas';
import { FakeWorld } from '../support/fake-effects';
import { TapLedger } from '../support/model-room';
import { allTaken, failUntilPolling } from '../support/polling';
import { roomListeners } from '../support/room-listeners';

const ROUND_TRIP_MS = 50;
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
  channel = new RoomChannel('e1', world.effects, roomListeners(), world.homeInMemory());
  channel.start();
});

test('a room that takes no more taps yet is asked again when it has said, over the same socket', async () => {
  await connect();
  channel.tap('a1', 1);
  channel.tap('a1', 1);
  world.socket.receive({ type: 'retry', seq: 1, afterMs: 7_000 });
  channel.tap('a1', 1);
  await world.pass(6_999);
  expect(world.socket.frames).toHaveLength(2);
  expect(channel.snapshot).toMatchObject({ connection: 'connected', unsentTaps: 3 });
  await world.pass(1);
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1, taps: [{}, {}, {}] });
  expect(world.sockets).toHaveLength(1);
});

test('it is not asked earlier over another socket either; what it has by then does not go again', async () => {
  await connect();
  channel.tap('a1', 1);
  world.socket.receive({ type: 'retry', seq: 1, afterMs: 7_000 });
  channel.tap('a1', 1);
  world.socket.closeWith(1006);
  await world.pass(1_000);
  world.socket.open();
  world.socket.receive(sync({ lastSeq: 1, areas: [area({ currentOccupancy: 1, version: 1 })] }));
  await world.pass(5_999);
  expect(world.socket.frames).toHaveLength(1);
  await world.pass(1);
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 2, taps: [{}] });
});

test('a polling call that is told to wait goes again then; meanwhile the list is read', async () => {
  world.areas = { ok: true, value: [area()] };
  await world.pass(0);
  await failUntilPolling(world);
  world.pollAnswer = () => ({ ok: false, failure: 'later', retryAfterMs: 7_000 });
  channel.tap('a1', 1);
  await world.pass(0);
  expect(world.polls).toHaveLength(1);
  const lists = world.areaCalls;
  world.pollAnswer = allTaken;
  channel.tap('a1', 1);
  await world.pass(6_999);
  expect(world.polls).toHaveLength(1);
  expect(world.areaCalls - lists).toBe(Math.floor(6_999 / POLL_INTERVAL_MS));
  await world.pass(1);
  expect(world.polls.at(-1)).toMatchObject({ seq: 1, taps: [{}, {}] });
  expect(channel.snapshot.unsentTaps).toBe(0);
});

/** As in wrangler.toml. */
const LIMITS = {
  framesPerSecond: 100,
  tapsPerSecond: 100,
  newClientsPerHour: 60,
  socketsPerSession: 20,
  socketsPerRoom: 3_000,
  viewersPerAddress: 500,
};

/** A room's limits and its counting, at the other end of a line. */
class Room {
  readonly ledger = new TapLedger();
  readonly #allowances = new Allowances(LIMITS);

  take(
    clientId: string,
    { seq, taps }: { seq: number; taps: readonly { areaId: string; change: number; at: number }[] },
  ) {
    const waitMs = this.#allowances.batch('session', { taps, isNewClient: false, mustRead: false }, world.nowMs);
    return waitMs > 0
      ? waitMs
      : this.ledger.take(
          clientId,
          seq,
          taps.map(({ at }) => at),
        );
  }
}

type TapFrame = z.infer<typeof UpdateOccupancySchema>;

const readTaps = (text: string): TapFrame | undefined =>
  text === 'ping' ? undefined : z.safeParse(UpdateOccupancySchema, JSON.parse(text)).data;

/** Answers what the device sends until nothing waits; resolves to how long that took, ms. */
async function deliver(room: Room, refuse: (seq: number, waitMs: number) => void): Promise<number> {
  const from = world.nowMs;
  let [socket, heard] = [world.socket, 0];
  while (channel.snapshot.unsentTaps > 0 && world.nowMs - from < 60 * MINUTE_MS) {
    if (world.socket !== socket) {
      [socket, heard] = [world.socket, 0];
      socket.open();
      socket.receive(sync({ lastSeq: room.ledger.lastSeqOf(channel.clientId) }));
    }
    // What an answer sets off arrives with the next round.
    const sent = socket.sent.slice(heard);
    heard += sent.length;
    for (const text of sent) {
      if (text === 'ping') socket.receive('pong');
      const frame = readTaps(text);
      if (frame === undefined) continue;
      const taken = room.take(channel.clientId, frame);
      if (typeof taken === 'number') refuse(frame.seq, taken);
      else socket.receive(taken);
    }
    await world.pass(ROUND_TRIP_MS);
  }
  return world.nowMs - from;
}

const NIGHT = 50_000;

/** Each at a moment of its own. */
async function tapAllNight(): Promise<number[]> {
  const made: number[] = [];
  for (let i = 0; i < NIGHT; i += 1) {
    world.nowMs += 1;
    made.push(world.nowMs);
    channel.tap('a1', 1);
  }
  return made;
}

test('50,000 taps of a night offline are delivered within ten minutes, each once and in order', async () => {
  const made = await tapAllNight();
  await connect();
  const room = new Room();
  const tookMs = await deliver(room, (seq, afterMs) => world.socket.receive({ type: 'retry', seq, afterMs }));
  expect(room.ledger.counted).toEqual(made);
  expect(tookMs).toBeLessThan(10 * MINUTE_MS);
});

test('a device that only knows of 4429 delivers them as well, in a quarter of an hour', async () => {
  const made = await tapAllNight();
  await connect();
  const room = new Room();
  const tookMs = await deliver(room, () => world.socket.closeWith(CLOSE.tooFast));
  expect(room.ledger.counted).toEqual(made);
  expect(tookMs).toBeLessThan(15 * MINUTE_MS);
  expect(world.sockets.length).toBeGreaterThan(2);
  expect(RETRY_AFTER_TOO_FAST_MS).toBeLessThan(MINUTE_MS);
});
