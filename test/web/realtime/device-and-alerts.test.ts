import { beforeEach, expect, test } from 'vitest';
import { RoomChannel } from '../../../web/src/realtime/channel';
import { alert } from '../support/alerts';
import { sync } from '../support/areas';
import { FakeWorld } from '../support/fake-effects';
import { roomListeners } from '../support/room-listeners';

/** What a channel says of its device, and hears of alerts. */

let world: FakeWorld;
let channel: RoomChannel;

beforeEach(async () => {
  world = new FakeWorld();
  channel = new RoomChannel('e1', world.effects, roomListeners(), world.homeInMemory());
  channel.start();
  await world.pass(0);
});

const joins = () => world.socket.frames.filter((frame) => JSON.stringify(frame).includes('join_event'));

test('a device that gets a name or another direction joins again under it, on the same socket', async () => {
  world.socket.open();
  world.socket.receive(sync());
  world.changeDevice({ deviceName: 'North gate', direction: 'in' });
  const { deviceId } = world.device;
  expect(joins()).toHaveLength(2);
  expect(joins()[1]).toMatchObject({ clientId: channel.clientId, deviceId, deviceName: 'North gate', direction: 'in' });
  world.socket.receive(sync());
  expect(world.sockets).toHaveLength(1);
  expect(channel.snapshot.connection).toBe('connected');
  world.changeDevice({ deviceName: null });
  expect(joins()[2]).not.toHaveProperty('deviceName');
  // Nor is that join given up while the channel is connected.
  await world.pass(24_000);
  expect(world.sockets).toHaveLength(1);
});

test('a change without an open socket is said with the next join, and not after the channel is closed', async () => {
  world.changeDevice({ deviceName: 'North gate' });
  expect(world.socket.sent).toEqual([]);
  world.socket.open();
  expect(joins()).toMatchObject([{ deviceName: 'North gate' }]);
  world.socket.receive(sync());
  channel.close();
  world.changeDevice({ deviceName: 'South gate' });
  expect(joins()).toHaveLength(1);
  expect(world.deviceListeners.size).toBe(0);
});

test('alerts are those of the last sync or alerts_changed, the same array while they stay the same', async () => {
  expect(channel.snapshot.alerts).toEqual([]);
  world.socket.open();
  world.socket.receive(sync({ alerts: [alert()] }));
  const { alerts } = channel.snapshot;
  expect(alerts).toEqual([alert()]);
  world.socket.receive(sync({ alerts: [alert()] }));
  expect(channel.snapshot.alerts).toBe(alerts);
  const seen = alert({ acknowledgedAt: '2026-11-21T23:01:00.000Z', acknowledgedBy: 'North gate' });
  world.socket.receive({ type: 'alerts_changed', eventId: 'e1', alerts: [seen] });
  expect(channel.snapshot.alerts).toEqual([seen]);
  world.socket.receive({ type: 'alerts_changed', eventId: 'e2', alerts: [] });
  expect(channel.snapshot.alerts).toEqual([seen]);
  // Of a room that knows of no alerts.
  world.socket.receive(sync());
  expect(channel.snapshot.alerts).toEqual([]);
});

test('the frames of public displays change nothing', () => {
  world.socket.open();
  world.socket.receive(sync());
  const before = channel.snapshot;
  world.socket.receive({ type: 'display', eventId: 'e1', version: 9, eventName: 'Other', total: null, areas: [] });
  expect(channel.snapshot).toEqual(before);
});
