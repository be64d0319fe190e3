import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/shared/durations';
import { eventually } from '../support/eventually';
import { stopClock } from '../support/clock';
import { moment, SATURDAY } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import {
  acked,
  batch,
  batchOf,
  clientIdOf,
  CODE,
  EVENT_ID,
  joinRoom,
  knownRoom,
  openDevice,
  openDisplay,
  poll,
  query,
  refusal,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests the list of counting devices, as an admin sees it. test/unit/room/device-day tests the figures. */

beforeEach(() => knownRoom());

const PHONE = 'device-north-gate-01';
const DOOR = { principal: CODE, sessionId: 'session-2' };
const NORTH = { deviceId: PHONE, deviceName: 'North gate', direction: 'in' as const };
const joinNorth = () => joinRoom(clientIdOf(1), DOOR, NORTH);
const pollDoor = (client: number, seq: number, changes: number[], at?: number) =>
  poll(client, batch(seq, changes, 'main', at), CODE);

const listed = async () => valueOf(await roomStub().listDevices(VISIT));
/** Waits until the room has stored that the client has left. */
const left = (client: number) =>
  eventually(async () => {
    const [row] = await query('SELECT left_at FROM devices WHERE client_id = ?', clientIdOf(client));
    expect(row?.['left_at']).not.toBeNull();
  });

test('a device is listed with its name, direction and counts, and displays are not listed', async () => {
  await openDisplay();
  const { device } = await joinNorth();
  const offline = { isOnline: false, offlineSince: expect.any(String), lastTapAt: expect.any(String) };
  const online = { ...NORTH, isAdmin: false, isOnline: true, offlineSince: null };
  expect(await listed()).toEqual([{ ...online, lastTapAt: null, ins: 0, outs: 0 }]);
  // Undone taps are subtracted, and transfers are neither in nor out.
  await acked(device, batchOf(1, [{ change: 5 }, { change: 2 }]));
  await acked(device, batchOf(3, [{ change: -3 }, { change: -2, undoes: 2 }, { change: -2, to: 'bar' }]));
  for (const sleeps of [false, true]) {
    if (sleeps) await evictDurableObject(roomStub());
    expect(await listed()).toEqual([{ ...online, lastTapAt: expect.any(String), ins: 5, outs: 3 }]);
  }
  // A client that only polls is a device without a name.
  await pollDoor(2, 1, [1, 1]);
  expect(await listed()).toContainEqual({
    ...online,
    ...offline,
    deviceId: clientIdOf(2),
    deviceName: null,
    direction: 'both',
    ins: 2,
    outs: 0,
  });
  device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1), deviceId: PHONE, direction: 'both' });
  await device.next('sync');
  const renamed = { ...online, deviceName: null, direction: 'both', lastTapAt: expect.any(String), ins: 5, outs: 3 };
  expect(await listed()).toContainEqual(renamed);
});

test.each([false, true])('a device that leaves is offline from then on; the room sleeps: %s', async (sleeps) => {
  const { device } = await joinNorth();
  await acked(device, batch(1, [1]));
  if (sleeps) await evictDurableObject(roomStub());
  const before = Date.now();
  device.socket.close();
  await left(1);
  const [gone] = await listed();
  expect(gone).toMatchObject({ isOnline: false, ins: 1 });
  expect(Date.parse(gone?.offlineSince ?? '')).toBeGreaterThanOrEqual(before);
  await joinNorth();
  expect(await listed()).toMatchObject([{ isOnline: true, offlineSince: null, ins: 1 }]);
});

test('the sums belong to the business day, whatever arrived late or was read before', async () => {
  stopClock(moment(SATURDAY, '05:30'));
  await pollDoor(1, 1, [2]);
  expect(await listed()).toMatchObject([{ ins: 2 }]);
  // The next day begins at 06:00.
  vi.setSystemTime(moment(SATURDAY, '06:30'));
  await pollDoor(2, 1, [3]);
  await pollDoor(1, 2, [1], Date.now() - HOUR_MS);
  expect(await listed()).toMatchObject([{ ins: 0, lastTapAt: null }, { ins: 3 }]);
  // This undo refers to yesterday, so today's sum stays.
  await poll(1, batchOf(3, [{ change: -2, undoes: 1 }]), CODE);
  expect(await listed()).toMatchObject([{ ins: 0 }, { ins: 3 }]);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await listed()).toEqual([]);
});

test('a client id belongs to its principal from the join on, with or without taps; another principal is refused and learns nothing', async () => {
  const { device: first } = await joinRoom(clientIdOf(1), {}, NORTH);
  first.socket.close();
  await left(1);
  for (const sleeps of [false, true]) {
    if (sleeps) await evictDurableObject(roomStub());
    const other = await openDevice(DOOR);
    other.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1) });
    expect(await refusal(other)).toEqual(['client_id_taken', 4403]);
    expect(other.all('sync')).toEqual([]);
    expect(await pollDoor(1, 1, [1])).toEqual({ ok: false, code: 'client_id_taken' });
  }
  const { device: back } = await joinRoom(clientIdOf(1), {}, NORTH);
  await acked(back, batch(1, [1]));
});
