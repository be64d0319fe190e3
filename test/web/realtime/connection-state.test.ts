import { describe, expect, test } from 'vitest';
import { connectionState } from '../../../web/src/realtime/connection-state';
import { HubChannel } from '../../../web/src/realtime/hub';
import { alert } from '../support/alerts';
import { area, sync } from '../support/areas';
import { openChannel } from '../support/open-channel';
import { failUntilPolling } from '../support/polling';

const countOf = (fields: Parameters<typeof area>[0]) => {
  const { areaName: _name, capacity: _capacity, ...count } = area(fields);
  return count;
};

const AT = 1_700_000_000_000;

test.each([
  ['connected', null, false, { live: true, numbersFrom: null, canRetry: false }],
  ['connected', null, true, { live: false, numbersFrom: AT, canRetry: false }],
  ['connecting', null, false, { live: true, numbersFrom: null, canRetry: false }],
  ['connecting', null, true, { live: false, numbersFrom: AT, canRetry: false }],
  ['disconnected', null, false, { live: false, numbersFrom: AT, canRetry: true }],
  ['disconnected', 'replaced', false, { live: false, numbersFrom: AT, canRetry: false }],
] as const)(
  'a connection that is %s, with end %s and with numbers of an earlier visit = %s, has the right state',
  (connection, ended, remembered, shown) => {
    const line = { connection, ended, remembered, syncedAt: AT };
    expect(connectionState(line, 3)).toEqual({ connection, unsentTaps: 3, ...shown });
  },
);

test('a room or a hub without an answer for five seconds counts as disconnected', async () => {
  const { world, channel } = await openChannel();
  const quiet = { changed: () => undefined, eventList: () => undefined, sessionEnded: () => undefined };
  const hubs = [new HubChannel(world.effects, quiet), new HubChannel(world.effects, quiet)];
  for (const hub of hubs) hub.start(0);
  await world.pass(4_999);
  const states = () =>
    [channel, ...hubs].map((line) => ('snapshot' in line ? line.snapshot.connection : line.connection));
  expect(states()).toEqual(['connecting', 'connecting', 'connecting']);
  world.sockets[1]?.open();
  await world.pass(1);
  expect(states()).toEqual(['disconnected', 'connected', 'disconnected']);
  world.sockets[2]?.open();
  world.sockets[0]?.open();
  world.sockets[0]?.receive(sync());
  expect(states()).toEqual(['connected', 'connected', 'connected']);
});

test('the age of the numbers is that of the last message, pong or polled list, but not of a socket that has not joined', async () => {
  const { world, channel, connect } = await openChannel();
  connect();
  await world.pass(20_000);
  const heardAt = world.nowMs;
  world.socket.receive('pong');
  await world.pass(3_000);
  expect(channel.lastKnown?.syncedAt).toBe(heardAt);
  world.socket.closeWith(1006);
  await world.pass(1_000);
  world.socket.open();
  world.socket.receive('pong');
  world.socket.closeWith(1006);
  expect(channel.snapshot).toMatchObject({ connection: 'disconnected', syncedAt: heardAt });
  channel.close();
  expect(channel.lastKnown).toBeNull();
  const polling = await openChannel();
  polling.world.areas = { ok: true, value: [area()] };
  await failUntilPolling(polling.world);
  expect(polling.channel.snapshot).toMatchObject({ connection: 'connected', syncedAt: polling.world.nowMs });
});

test('the state stored for the next visit includes own taps once the room has acknowledged them', async () => {
  const { world, channel, connect, tap, shown } = await openChannel();
  connect({ areas: [area({ currentOccupancy: 5, version: 1 })], version: 1 });
  tap(1, 1);
  expect(channel.lastKnown?.areas[0]).toMatchObject({ currentOccupancy: 5 });
  world.socket.receive({ type: 'ack', seq: 1, version: 2 });
  expect(channel.lastKnown?.areas[0]).toMatchObject({ currentOccupancy: 6, totalEntries: 1 });
  expect(shown()).toBe(7);
});

test('a broadcast replaces only the areas that it names', async () => {
  const { world, channel, connect } = await openChannel();
  connect({ areas: [area(), area({ areaId: 'a2', areaName: 'Bar' })] });
  const [main, bar] = channel.snapshot.areas ?? [];
  const areas = [countOf({ currentOccupancy: 5, version: 5 })];
  world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 5, areas });
  expect(channel.snapshot.areas?.[0]).not.toBe(main);
  expect(channel.snapshot.areas?.[1]).toBe(bar);
});

describe('the room’s state replaces the stored areas of an earlier visit', () => {
  const LAST_VISIT = 500_000;
  const KEPT = { areas: [area({ currentOccupancy: 40, totalEntries: 60, version: 90 })], syncedAt: LAST_VISIT };

  test.each([90, 3])('the room’s sync replaces stored areas and alerts, even if its version is %i', async (version) => {
    const { world, channel, connect, shown } = await openChannel({ ...KEPT, alerts: [alert()] });
    expect(channel.snapshot).toMatchObject({ connection: 'connecting', remembered: true, syncedAt: LAST_VISIT });
    expect(channel.snapshot.alerts).toEqual([alert()]);
    connect({ areas: [area({ currentOccupancy: 7, version })], version, alerts: [] });
    expect(shown()).toBe(7);
    const heard = { connection: 'connected', remembered: false, syncedAt: world.nowMs, alerts: [] };
    expect(channel.snapshot).toMatchObject(heard);
  });

  test('taps made on stored areas count once and keep their seq, also after a change of epoch', async () => {
    const { world, channel, connect, tap, shown } = await openChannel(KEPT);
    tap(1, 1);
    expect(shown()).toBe(42);
    // A list does not say which of these taps the room has.
    world.areas = { ok: true, value: [area({ currentOccupancy: 9, version: 2 })] };
    await channel.refresh();
    expect(shown()).toBe(42);
    expect(channel.snapshot).toMatchObject({ remembered: true, syncedAt: LAST_VISIT });
    connect({ epoch: 'another', areas: [area({ currentOccupancy: 50, version: 95 })], version: 95 });
    await world.pass(0);
    expect(world.sockets).toHaveLength(1);
    expect(world.socket.frames.at(-1)).toMatchObject({ type: 'update_occupancy', seq: 1, taps: [{}, {}] });
    expect(shown()).toBe(52);
    world.socket.receive({ type: 'ack', seq: 2, version: 96 });
    const areas = [countOf({ currentOccupancy: 52, version: 96 })];
    world.socket.receive({ type: 'occupancy_updated', eventId: 'e1', version: 96, areas });
    expect(shown()).toBe(52);
  });
});

test('a device with a new name or direction joins again with it on the same socket', async () => {
  const { world, channel, connect } = await openChannel();
  const joins = () => world.socket.frames.filter((frame) => JSON.stringify(frame).includes('join_event'));
  world.changeDevice({ deviceName: 'South gate' });
  connect();
  expect(joins()).toMatchObject([{ deviceName: 'South gate' }]);
  world.changeDevice({ deviceName: 'North gate', direction: 'in' });
  expect(joins()[1]).toMatchObject({ clientId: channel.clientId, deviceName: 'North gate', direction: 'in' });
  world.socket.receive(sync());
  // The channel does not time out waiting for this join while it is connected.
  await world.pass(24_000);
  expect([world.sockets.length, channel.snapshot.connection]).toEqual([1, 'connected']);
  channel.close();
  world.changeDevice({ deviceName: null });
  expect([joins().length, world.deviceListeners.size]).toEqual([2, 0]);
});
