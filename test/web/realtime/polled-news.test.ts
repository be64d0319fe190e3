import { beforeEach, expect, test, vi } from 'vitest';
import { POLL_INTERVAL_MS, SOCKET_RETRY_WHILE_POLLING_MS } from '../../../src/shared/limits';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { HubChannel } from '../../../web/src/realtime/hub';
import { area, sync } from '../support/areas';
import { deferred } from '../support/deferred';
import { FakeWorld } from '../support/fake-effects';
import { allTaken, failUntilPolling } from '../support/polling';
import { roomListeners } from '../support/room-listeners';

const EVENT = { eventId: 'e1', eventName: 'Warehouse Friday', accessCode: 'ABCD2346' };
const RENAMED = { ...EVENT, eventName: 'Warehouse Saturday' };
const listeners = roomListeners();
let world: FakeWorld;
let channel: RoomChannel;

/** Every test begins with the first handshake under way. */
beforeEach(async () => {
  vi.clearAllMocks();
  world = new FakeWorld();
  world.areas = { ok: true, value: [area()] };
  channel = new RoomChannel('e1', world.effects, listeners, world.homeInMemory());
  channel.start();
  await world.pass(0);
});

test('a device that only polls hears of the event and of the lock, also where it cannot count', async () => {
  await failUntilPolling(world);
  expect(channel.snapshot.countingAllowed).toBeNull();
  world.said = { event: RENAMED, countingAllowed: false, subscriptionStatus: 'unpaid' };
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
  expect(listeners.event).toHaveBeenLastCalledWith(RENAMED);
  world.said = { event: EVENT, countingAllowed: true, subscriptionStatus: 'active' };
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot).toMatchObject({ countingAllowed: true, subscriptionStatus: 'active' });
  expect(listeners.event).toHaveBeenLastCalledWith(EVENT);
});

test('a device that polls with taps hears of the event, too', async () => {
  await failUntilPolling(world);
  world.pollAnswer = (body) => {
    const answer = allTaken(body);
    return answer.ok
      ? { ...answer, value: { ...answer.value, sync: { ...answer.value.sync, event: RENAMED } } }
      : answer;
  };
  channel.tap('a1', 1);
  await world.pass(0);
  expect(listeners.event).toHaveBeenLastCalledWith(RENAMED);
});

test('a device that was away hears with its sync what the event has become', async () => {
  world.socket.open();
  world.socket.receive(sync({ event: EVENT }));
  world.socket.closeWith(1006);
  await world.pass(2_000);
  world.socket.open();
  world.socket.receive(sync({ event: RENAMED }));
  expect(listeners.event.mock.calls).toEqual([[EVENT], [RENAMED]]);
});

test('what a call said before the socket spoke changes neither event nor lock', async () => {
  const answer = deferred<typeof world.areas>();
  world.areasAnswer = () => answer.promise;
  world.said = { event: EVENT, countingAllowed: true, subscriptionStatus: 'active' };
  world.socket.open();
  world.socket.receive(sync({ countingAllowed: false, subscriptionStatus: 'unpaid', event: RENAMED }));
  world.socket.receive({ type: 'areas_changed', eventId: 'e1' });
  await world.pass(1_000);
  answer.resolve({ ok: true, value: [area({ areaName: 'Bar' })] });
  await world.pass(0);
  expect(channel.snapshot.areas).toMatchObject([{ areaName: 'Bar' }]);
  expect(channel.snapshot).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
  expect(listeners.event).toHaveBeenLastCalledWith(RENAMED);
});

test('a room of an older version, which says nothing of them, changes neither', async () => {
  world.said = { event: EVENT, countingAllowed: false, subscriptionStatus: 'unpaid' };
  await failUntilPolling(world);
  world.said = {};
  await world.pass(POLL_INTERVAL_MS);
  expect(channel.snapshot).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
});

test('without a hub the account and its events are asked for from the tenth attempt on, once a minute', async () => {
  const news = vi.fn<(frame: { type: string }) => void>();
  const line = new FakeWorld();
  const hub = new HubChannel(line.effects, { changed: vi.fn<() => void>(), news, sessionEnded: vi.fn<() => void>() });
  hub.start(0);
  await line.pass(0);
  for (let attempt = 1; attempt < 10; attempt += 1) {
    line.socket.closeWith(1006);
    await line.pass(20_000);
  }
  expect(news).not.toHaveBeenCalled();
  for (const times of [1, 2]) {
    line.socket.closeWith(1006);
    await line.pass(0);
    expect(news.mock.calls).toEqual(Array.from({ length: times }, () => [{ type: 'force_refresh' }]));
    await line.pass(SOCKET_RETRY_WHILE_POLLING_MS);
  }
});
