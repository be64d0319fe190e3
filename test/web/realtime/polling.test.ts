import { beforeEach, expect, test, vi } from 'vitest';
import { CONNECT_TIMEOUT_MS, POLL_INTERVAL_MS, SOCKET_RETRY_WHILE_POLLING_MS } from '../../../src/shared/limits';
import type { PollAnswer } from '../../../src/shared/protocol/down';
import { RoomChannel } from '../../../web/src/realtime/channel';
import type { Outcome } from '../../../web/src/realtime/effects';
import { area, sync } from '../support/areas';
import { deferred } from '../support/deferred';
import { FakeWorld } from '../support/fake-effects';
import { allTaken, failUntilPolling, holdNextPoll } from '../support/polling';
import { roomListeners } from '../support/room-listeners';

const listeners = roomListeners();
let world: FakeWorld;
let channel: RoomChannel;

const taps = (changes: number[]) => changes.map((change) => expect.objectContaining({ areaId: 'a1', change }));
const shown = () => channel.snapshot.areas?.[0]?.currentOccupancy;

async function connect() {
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync());
}

/** One tap is under way by POST, another is made meanwhile, then the POST is answered. */
async function tapDuringPoll() {
  const answer = holdNextPoll(world);
  channel.tap('a1', 1);
  await world.pass(0);
  channel.tap('a1', 1);
  answer();
  await world.pass(100);
}

/** Every test begins with the first handshake under way. */
beforeEach(async () => {
  vi.clearAllMocks();
  world = new FakeWorld();
  channel = new RoomChannel('e1', world.effects, listeners, world.homeInMemory());
  channel.start();
  await world.pass(0);
});

test('polling takes over, counts as connected, and delivers taps', async () => {
  world.areas = { ok: true, value: [area({ currentOccupancy: 4, version: 4 })] };
  world.pollAnswer = ({ clientId, seq }) => {
    const areas = [area({ currentOccupancy: 5, version: 5 })];
    return {
      ok: true,
      value: { ack: { type: 'ack', seq, version: 5 }, sync: sync({ clientId, lastSeq: seq, version: 5, areas }) },
    };
  };
  await failUntilPolling(world);
  expect(channel.snapshot.connection).toBe('connected');
  expect(shown()).toBe(4);
  channel.tap('a1', 1);
  expect(shown()).toBe(5);
  await world.pass(0);
  expect(world.polls).toEqual([{ clientId: 'client-000000000001', seq: 1, sentAt: world.nowMs, taps: taps([1]) }]);
  expect(channel.snapshot.unsentTaps).toBe(0);
  expect(shown()).toBe(5);
  const calls = world.areaCalls;
  await world.pass(POLL_INTERVAL_MS);
  expect(world.areaCalls).toBe(calls + 1);
});

test('the websocket is preferred: only the tenth attempt that fails hands over to polling', async () => {
  world.areas = { ok: true, value: [area()] };
  for (let attempt = 1; attempt < 10; attempt += 1) {
    world.socket.closeWith(1006);
    await world.pass(20_000);
    expect([world.sockets.length, channel.snapshot.connection]).toEqual([attempt + 1, 'disconnected']);
  }
  world.socket.closeWith(1006);
  await world.pass(0);
  expect([world.sockets.length, channel.snapshot.connection]).toEqual([10, 'connected']);
});

test('a failing poll is disconnected; the socket is tried every minute, and polling ends with it', async () => {
  await failUntilPolling(world);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', loadFailed: true });
  const before = world.sockets.length;
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  expect(world.sockets).toHaveLength(before + 1);
  await connect();
  expect(channel.snapshot).toMatchObject({ connection: 'connected', loadFailed: false });
  const calls = world.areaCalls;
  await world.pass(POLL_INTERVAL_MS * 3);
  expect(world.areaCalls).toBe(calls);
});

test('an answer that comes after the socket has taken over is not heard', async () => {
  await failUntilPolling(world);
  const answer = deferred<Outcome<PollAnswer>>();
  world.pollAnswer = () => answer.promise;
  await world.pass(POLL_INTERVAL_MS);
  channel.tap('a1', 1);
  await world.pass(0);
  world.wake();
  await connect();
  answer.resolve({ ok: true, value: { ack: { type: 'ack', seq: 1, version: 9 }, sync: sync() } });
  await world.pass(0);
  expect(channel.snapshot.unsentTaps).toBe(1);
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
});

test('the update of a tap whose POST was given up waits for its ack: nothing shows twice, and nothing stays held back', async () => {
  const four = [area({ currentOccupancy: 4, version: 1 })];
  world.areas = { ok: true, value: four };
  await failUntilPolling(world);
  world.pollAnswer = () => new Promise(() => undefined);
  channel.tap('a1', 1);
  await world.pass(0);
  expect(world.polls).toHaveLength(1);
  world.wake();
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync({ areas: four, version: 1 }));
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
  const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy: 5, version: 2 });
  world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 2, areas: [count] });
  expect(shown()).toBe(5);
  world.socket.receive({ type: 'ack', seq: 1, version: 2 });
  expect(shown()).toBe(5);
  expect(world.socket.frames.at(-1)).toEqual({ type: 'request_sync' });
  world.socket.receive({
    type: 'occupancy_updated',
    eventId: 'e1',
    version: 3,
    areas: [{ ...count, currentOccupancy: 9, version: 3 }],
  });
  expect(shown()).toBe(9);
});

test('taps made while a POST is under way do not multiply the polling', async () => {
  world.areas = { ok: true, value: [area()] };
  await failUntilPolling(world);
  for (let round = 0; round < 5; round += 1) {
    const answer = holdNextPoll(world);
    channel.tap('a1', 1);
    await world.pass(0);
    channel.tap('a1', 1);
    answer();
    await world.pass(500);
  }
  expect(channel.snapshot.unsentTaps).toBe(0);
  const calls = world.areaCalls;
  await world.pass(POLL_INTERVAL_MS * 10);
  expect(world.areaCalls - calls).toBe(10);
});

test('a closed channel does not poll, whatever was under way', async () => {
  await failUntilPolling(world);
  await tapDuringPoll();
  channel.close();
  const calls = world.areaCalls + world.polls.length;
  await world.pass(POLL_INTERVAL_MS * 3);
  expect(world.areaCalls + world.polls.length).toBe(calls);
});

test('once the socket was back, its next loss is Disconnected and nothing polls', async () => {
  await failUntilPolling(world);
  await tapDuringPoll();
  world.wake();
  await world.pass(0);
  world.socket.open();
  world.socket.receive(sync({ lastSeq: 2, version: 2, areas: [area({ currentOccupancy: 2, version: 2 })] }));
  channel.tap('a1', 1);
  world.socket.receive({ type: 'ack', seq: 3, version: 3 });
  world.socket.closeWith(1006);
  channel.tap('a1', 1);
  const polls = world.polls.length;
  await world.pass(POLL_INTERVAL_MS);
  expect(world.polls).toHaveLength(polls);
  expect(channel.snapshot.connection).toBe('disconnected');
});

test('a retried socket that opens and dies without a word does not end the polling', async () => {
  world.areas = { ok: true, value: [area()] };
  world.pollAnswer = allTaken;
  await failUntilPolling(world);
  for (let round = 0; round < 2; round += 1) {
    await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
    world.socket.open();
    channel.tap('a1', 1);
    await world.pass(CONNECT_TIMEOUT_MS);
    expect(channel.snapshot).toMatchObject({ connection: 'connected', unsentTaps: 0 });
    const calls = world.areaCalls;
    await world.pass(POLL_INTERVAL_MS * 5);
    expect(world.areaCalls - calls).toBe(5);
  }
});

test('a socket that is lost right after its sync hands back to the polling', async () => {
  world.areas = { ok: true, value: [area()] };
  await failUntilPolling(world);
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  await connect();
  world.socket.closeWith(1011);
  const calls = world.areaCalls;
  await world.pass(POLL_INTERVAL_MS * 5);
  expect(world.areaCalls - calls).toBeGreaterThanOrEqual(5);
  expect(channel.snapshot.connection).toBe('connected');
});

test('a sync older than the last answer is asked for again, and not taken for a room that has forgotten', async () => {
  await failUntilPolling(world);
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  world.socket.open();
  world.pollAnswer = allTaken;
  channel.tap('a1', 1);
  await world.pass(0);
  expect(channel.snapshot.unsentTaps).toBe(0);
  channel.tap('a1', 1);
  world.socket.receive(sync({ lastSeq: 0 }));
  expect(world.socket.frames.slice(1)).toEqual([{ type: 'request_sync' }]);
  world.socket.receive(sync({ lastSeq: 1, version: 1, areas: [area({ currentOccupancy: 1, version: 1 })] }));
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 2, taps: taps([1]) });
  expect(shown()).toBe(2);
});

test('a client id that is taken: the taps go again under a new one, from 1', async () => {
  world.areas = { ok: true, value: [area()] };
  await failUntilPolling(world);
  world.pollAnswer = () => {
    world.pollAnswer = allTaken;
    return { ok: false, failure: 'client_id_taken' };
  };
  channel.tap('a1', 1);
  channel.tap('a1', 1);
  await world.pass(POLL_INTERVAL_MS);
  const ids = ['client-000000000001', 'client-000000000002'];
  expect(world.polls.map(({ clientId }) => clientId)).toEqual(ids);
  expect(world.polls.at(-1)).toMatchObject({ seq: 1, taps: taps([1, 1]) });
  expect(channel.snapshot.unsentTaps).toBe(0);
  expect(shown()).toBe(2);
});

test('renumbered while a POST is under way: its answer is about other taps, and is not heard', async () => {
  await failUntilPolling(world);
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  const answer = holdNextPoll(world);
  channel.tap('a1', 1);
  await world.pass(0);
  channel.tap('a1', 2);
  world.socket.open();
  world.socket.receive({ type: 'error', code: 'client_id_taken', message: 'This client id is in use.' });
  answer();
  await world.pass(0);
  expect(channel.snapshot.unsentTaps).toBe(2);
  await world.pass(POLL_INTERVAL_MS);
  expect(world.polls.at(-1)).toMatchObject({ clientId: 'client-000000000002', seq: 1, taps: taps([1, 2]) });
  expect(channel.snapshot.unsentTaps).toBe(0);
});

test.each([
  ['taps that the room cannot read', 'refused'],
  ['taps of a version that the server does not speak', 'reload_needed'],
] as const)('%s end the channel, and are not posted for ever', async (_what, failure) => {
  await failUntilPolling(world);
  world.pollAnswer = () => ({ ok: false, failure });
  channel.tap('a1', 1);
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  expect(world.polls).toHaveLength(1);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', ended: failure, unsentTaps: 1 });
});

test('asked to try again, tries the socket and the poll at once', async () => {
  await failUntilPolling(world);
  const [sockets, calls] = [world.sockets.length, world.areaCalls];
  channel.retry();
  await world.pass(0);
  expect([world.sockets.length, world.areaCalls]).toEqual([sockets + 1, calls + 1]);
});

test('a session that has ended is told', async () => {
  await failUntilPolling(world);
  world.areas = { ok: false, failure: 'unauthenticated' };
  await world.pass(POLL_INTERVAL_MS);
  expect(listeners.sessionEnded).toHaveBeenCalledOnce();
});

test('hears of alerts by polling, also while it counts nothing itself', async () => {
  const alert = {
    alertId: 'x1',
    areaId: 'a1',
    threshold: 90,
    occupancy: 90,
    capacity: 100,
    raisedAt: '2026-11-20T22:00:00.000Z',
    acknowledgedAt: null,
    acknowledgedBy: null,
  };
  world.areas = { ok: true, value: [area()] };
  await failUntilPolling(world);
  world.alerts = [alert];
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot.alerts).toEqual([alert]);
  world.alerts = null;
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot.alerts).toEqual([alert]);
  world.alerts = [];
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot.alerts).toEqual([]);
});
