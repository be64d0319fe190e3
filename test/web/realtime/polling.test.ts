import { expect, test } from 'vitest';
import {
  CONNECT_TIMEOUT_MS,
  POLL_INTERVAL_MS,
  SOCKET_RETRY_WHILE_POLLING_MS,
  UNOPENED_POLL_INTERVAL_MS,
} from '../../../src/shared/protocol/limits';
import { CLOSE } from '../../../src/shared/protocol/version';
import { alert } from '../support/alerts';
import { area, sync } from '../support/areas';
import { openChannel } from '../support/open-channel';
import { allTaken, failUntilPolling, holdNextPoll } from '../support/polling';

const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const RENAMED = { ...EVENT, eventName: 'Warehouse Saturday' };

const taps = (changes: number[]) => changes.map((change) => expect.objectContaining({ areaId: 'a1', change }));

/** Opens a channel whose handshakes all fail, so that it polls. */
async function openPolling() {
  const room = await openChannel();
  const { world } = room;
  world.areas = { ok: true, value: [area()] };
  await failUntilPolling(world);
  return {
    ...room,
    /** The number of lists requested during this time. */
    listsIn: async (ms: number) => {
      const calls = world.areaCalls;
      await world.pass(ms);
      return world.areaCalls - calls;
    },
  };
}

test('polling replaces the socket, counts as connected, and delivers taps', async () => {
  const { world, channel, tap, shown, listsIn } = await openPolling();
  expect(channel.snapshot.connection).toBe('connected');
  world.pollAnswer = allTaken;
  tap(1);
  expect([shown(), channel.snapshot.unsentTaps]).toEqual([1, 1]);
  await world.pass(0);
  expect(world.polls).toEqual([{ clientId: 'client-000000000001', seq: 1, sentAt: world.nowMs, taps: taps([1]) }]);
  expect([shown(), channel.snapshot.unsentTaps]).toEqual([1, 0]);
  expect(await listsIn(POLL_INTERVAL_MS)).toBe(1);
});

test('polling starts only after the tenth failed socket attempt', async () => {
  const { world, channel } = await openChannel();
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

test('a failing poll disconnects; the socket is tried every minute and ends polling when it opens', async () => {
  const { world, channel, connect } = await openChannel();
  await failUntilPolling(world);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', loadFailed: true });
  const before = world.sockets.length;
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  expect(world.sockets).toHaveLength(before + 1);
  connect();
  expect(channel.snapshot).toMatchObject({ connection: 'connected', loadFailed: false });
  const calls = world.areaCalls;
  await world.pass(POLL_INTERVAL_MS * 3);
  expect(world.areaCalls).toBe(calls);
});

test('an answer that arrives after the socket has taken over is ignored', async () => {
  const { world, channel, connect, tap } = await openPolling();
  const answer = holdNextPoll(world);
  tap(1);
  await world.pass(0);
  world.wake();
  await world.pass(0);
  connect();
  answer();
  await world.pass(0);
  expect(channel.snapshot.unsentTaps).toBe(1);
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
});

test('the update of a tap whose POST was abandoned waits for its ack: no tap shows twice and none stays hidden', async () => {
  const { world, connect, tap, shown } = await openPolling();
  world.pollAnswer = () => new Promise(() => undefined);
  tap(1);
  await world.pass(0);
  expect(world.polls).toHaveLength(1);
  world.wake();
  await world.pass(0);
  connect({ version: 1 });
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1 });
  const update = (currentOccupancy: number, version: number) => {
    const { areaName: _name, capacity: _capacity, ...count } = area({ currentOccupancy, version });
    world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version, areas: [count] });
  };
  update(1, 2);
  expect(shown()).toBe(1);
  world.socket.receive({ type: 'ack', seq: 1, version: 2 });
  expect(shown()).toBe(1);
  expect(world.socket.frames.at(-1)).toEqual({ type: 'request_sync' });
  update(5, 3);
  expect(shown()).toBe(5);
});

test('a retried socket that opens and dies silently does not end polling', async () => {
  const { world, channel, tap, listsIn } = await openPolling();
  world.pollAnswer = allTaken;
  for (let round = 0; round < 2; round += 1) {
    await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
    world.socket.open();
    tap(1);
    await world.pass(CONNECT_TIMEOUT_MS);
    expect(channel.snapshot).toMatchObject({ connection: 'connected', unsentTaps: 0 });
    expect(await listsIn(POLL_INTERVAL_MS * 5)).toBe(5);
  }
});

test('a sync older than the last answer is requested again and does not mean that the room has forgotten the client', async () => {
  const { world, channel, tap, shown } = await openPolling();
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  world.socket.open();
  world.pollAnswer = allTaken;
  tap(1);
  await world.pass(0);
  expect(channel.snapshot.unsentTaps).toBe(0);
  tap(1);
  world.socket.receive(sync({ lastSeq: 0 }));
  expect(world.socket.frames.slice(1)).toEqual([{ type: 'request_sync' }]);
  world.socket.receive(sync({ lastSeq: 1, version: 1, areas: [area({ currentOccupancy: 1, version: 1 })] }));
  expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 2, taps: taps([1]) });
  expect(shown()).toBe(2);
});

test('a client id that is taken is replaced: the taps are sent again under a new one, from 1', async () => {
  const { world, channel, tap, shown } = await openPolling();
  world.pollAnswer = () => {
    world.pollAnswer = allTaken;
    return { ok: false, failure: 'client_id_taken' };
  };
  tap(1, 1);
  await world.pass(POLL_INTERVAL_MS);
  const ids = ['client-000000000001', 'client-000000000002'];
  expect(world.polls.map(({ clientId }) => clientId)).toEqual(ids);
  expect(world.polls.at(-1)).toMatchObject({ seq: 1, taps: taps([1, 1]) });
  expect([channel.snapshot.unsentTaps, shown()]).toEqual([0, 2]);
});

test('an answer to a POST from before a renumbering is ignored, because it is about other taps', async () => {
  const { world, channel, tap } = await openPolling();
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  const answer = holdNextPoll(world);
  tap(1);
  await world.pass(0);
  tap(2);
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
] as const)('%s end the channel and are not posted forever', async (_what, failure) => {
  const { world, channel, tap } = await openPolling();
  world.pollAnswer = () => ({ ok: false, failure });
  tap(1);
  await world.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  expect(world.polls).toHaveLength(1);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', ended: failure, unsentTaps: 1 });
});

test('a device that only polls learns of event changes and of the lock, even if it cannot count', async () => {
  const { world, channel, listeners, tap } = await openPolling();
  expect(channel.snapshot.countingAllowed).toBeNull();
  world.said = { event: EVENT, countingAllowed: true, subscriptionStatus: 'active' };
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot).toMatchObject({ countingAllowed: true, subscriptionStatus: 'active' });
  world.alerts = [alert()];
  world.said = { event: RENAMED, countingAllowed: false, subscriptionStatus: 'unpaid' };
  await world.pass(POLL_INTERVAL_MS);
  // A room of an older version does not send alerts, which leaves them unchanged.
  world.alerts = null;
  world.said = {};
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot.alerts).toEqual([alert()]);
  expect(channel.snapshot).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
  expect(listeners.event.mock.calls).toEqual([[EVENT], [RENAMED]]);
  world.pollAnswer = (body) => {
    const answer = allTaken(body);
    return answer.ok ? { ok: true, value: { ...answer.value, sync: sync({ lastSeq: 1, event: EVENT }) } } : answer;
  };
  tap(1);
  await world.pass(0);
  expect(listeners.event).toHaveBeenLastCalledWith(EVENT);
});

test('an event that nobody has opened is shown by calls, and its socket opens as soon as somebody counts', async () => {
  const { world, channel, tap } = await openChannel();
  world.areas = { ok: true, value: [area()] };
  world.said = { isOpened: false };
  world.socket.open();
  world.socket.closeWith(CLOSE.notOpened);
  expect(channel.snapshot.connection).toBe('connecting');
  await world.pass(0);
  expect(channel.snapshot.connection).toBe('connected');
  const calls = world.areaCalls;
  await world.pass(2 * POLL_INTERVAL_MS);
  expect([world.areaCalls - calls, world.sockets.length]).toEqual([2, 1]);
  world.pollAnswer = allTaken;
  tap(1);
  await world.pass(0);
  expect(channel.snapshot.unsentTaps).toBe(0);
  world.said = {};
  await world.pass(POLL_INTERVAL_MS);
  expect(world.sockets.length).toBe(2);
});

test('an event that nobody has opened is asked about rarely on a screen that only watches, and never while the page is hidden', async () => {
  const { world, listeners, channel } = await openChannel();
  listeners.isWatched.mockReturnValue(true);
  world.areas = { ok: true, value: [area()] };
  world.said = { isOpened: false };
  world.socket.open();
  world.socket.closeWith(CLOSE.notOpened);
  await world.pass(0);
  expect(channel.snapshot.isOpened).toBe(false);
  const calls = world.areaCalls;
  await world.pass(0.8 * UNOPENED_POLL_INTERVAL_MS - 1);
  expect(world.areaCalls).toBe(calls);
  await world.pass(1);
  expect(world.areaCalls).toBe(calls + 1);
  // The times are random, so that many events are not asked about at once.
  world.randomValue = 1;
  await world.pass(2 * UNOPENED_POLL_INTERVAL_MS);
  expect(world.areaCalls).toBe(calls + 3);
  world.hidden = true;
  await world.pass(UNOPENED_POLL_INTERVAL_MS);
  expect(world.areaCalls).toBe(calls + 3);
  world.hidden = false;
  world.said = {};
  await world.pass(1.2 * UNOPENED_POLL_INTERVAL_MS);
  expect(channel.snapshot.isOpened).toBe(true);
});
