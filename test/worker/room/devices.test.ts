import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import type { Device as ListedDevice } from '../../../src/shared/schemas/device';
import { eventually } from '../../support/eventually';
import { createVenue } from '../support/accounts';
import {
  acked,
  ADMIN,
  batch,
  batchOf,
  breakTable,
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
} from '../support/room';
import { openSocket } from '../support/sockets';

/** Which devices count, as an admin sees it. */

beforeEach(() => knownRoom());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const PHONE = 'device-north-gate-01';
const DOOR = { principal: CODE, sessionId: 'session-2' };
const NORTH = { deviceId: PHONE, deviceName: 'North gate', direction: 'in' as const };
const joinNorth = () => joinRoom(clientIdOf(1), DOOR, NORTH);
const pollDoor = (client: number, seq: number, changes: number[], at?: number) =>
  poll(client, batch(seq, changes, 'main', at), CODE);

async function listed(): Promise<ListedDevice[]> {
  const answer = await roomStub().listDevices(VISIT);
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}

/** Answers the only device, and throws if there are more. */
async function theDevice(): Promise<ListedDevice> {
  const [device, ...others] = await listed();
  if (device === undefined || others.length > 0) throw new Error(`Not one device: ${others.length}`);
  return device;
}

const offline = async () => {
  await eventually(async () => expect((await theDevice()).isOnline).toBe(false));
  return await theDevice();
};

const stopClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now });
const leftAt = async (client: number) =>
  (await query('SELECT left_at FROM devices WHERE client_id = ?', clientIdOf(client)))[0]?.['left_at'];
/** Lets that many days pass, runs the alarm, and answers the client ids that the room still has. */
async function keptAfter(days: number) {
  vi.setSystemTime(Date.now() + days * DAY_MS);
  await runInDurableObject(roomStub(), (_room, { storage }) => storage.setAlarm(Date.now()));
  await runDurableObjectAlarm(roomStub());
  return (await query('SELECT client_id FROM devices ORDER BY 1')).map((row) => row['client_id']);
}

test('a device is there with its name, direction and what it has counted; displays are no devices', async () => {
  await openDisplay();
  const { device } = await joinNorth();
  expect(await listed()).toEqual([
    { ...NORTH, isAdmin: false, isOnline: true, offlineSince: null, lastTapAt: null, ins: 0, outs: 0 },
  ]);
  const before = Date.now();
  await acked(device, batch(1, [1, 1, 5, -2]));
  const { ins, outs, lastTapAt } = await theDevice();
  expect([ins, outs]).toEqual([7, 2]);
  expect(Date.parse(lastTapAt ?? '')).toBeGreaterThanOrEqual(before - 1_000);
});

test('the call for devices answers those that are here, with what they have counted', async () => {
  const { admin, event, area, device } = await createVenue();
  const door = await openSocket(device, `/api/events/${event.eventId}/socket?v=2`);
  door.send({ type: 'join_event', eventId: event.eventId, ...NORTH });
  await door.next('sync');
  door.send({ type: 'update_occupancy', eventId: event.eventId, areaId: area.areaId, change: 4 });
  await door.next('ack');
  const { body } = await admin.client.get(`/api/events/${event.eventId}/devices`);
  expect(body).toMatchObject({ devices: [{ ...NORTH, isAdmin: false, ins: 4, outs: 0, isOnline: true }] });
});

test('a new name and direction hold at once, on the same socket', async () => {
  const { device } = await joinRoom(clientIdOf(1), {}, NORTH);
  expect(await listed()).toMatchObject([{ deviceName: 'North gate' }]);
  device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1), deviceId: PHONE, direction: 'both' });
  await device.next('sync');
  expect(await listed()).toMatchObject([{ deviceName: null, direction: 'both', isAdmin: true, isOnline: true }]);
});

test('clients that say nothing of a device, and those that only poll, are devices without a name', async () => {
  await joinRoom(clientIdOf(1));
  await pollDoor(2, 1, [1, 1]);
  expect(await listed()).toMatchObject([
    { deviceId: clientIdOf(1), deviceName: null, direction: 'both', isAdmin: true, isOnline: true, ins: 0 },
    { deviceId: clientIdOf(2), deviceName: null, isAdmin: false, isOnline: false, ins: 2 },
  ]);
  await pollDoor(2, 3, [1]);
  const [, polling] = await listed();
  expect(polling).toMatchObject({ ins: 3 });
  expect(Date.parse(polling?.offlineSince ?? '')).toBeGreaterThanOrEqual(Date.parse(polling?.lastTapAt ?? ''));
});

test('what is undone is taken off and transfers are neither in nor out, also where the room has slept', async () => {
  const { device } = await joinNorth();
  await acked(device, batchOf(1, [{ change: 5 }, { change: 2 }]));
  expect(await theDevice()).toMatchObject({ ins: 7, outs: 0 });
  await acked(device, batchOf(3, [{ change: -3 }, { change: -2, undoes: 2 }, { change: -2, to: 'bar' }]));
  expect(await theDevice()).toMatchObject({ ins: 5, outs: 3 });
  await evictDurableObject(roomStub());
  expect(await theDevice()).toMatchObject({ ins: 5, outs: 3, isOnline: true });
});

test.each(['the room is awake', 'the room sleeps', 'the room is asked first'])(
  'a device that goes is offline from then on: %s',
  async (when) => {
    const { device } = await joinNorth();
    await acked(device, batch(1, [1]));
    if (when === 'the room is asked first') await listed();
    if (when === 'the room sleeps') await evictDurableObject(roomStub());
    const before = Date.now();
    device.socket.close();
    const { offlineSince } = await offline();
    expect(Date.parse(offlineSince ?? '')).toBeGreaterThanOrEqual(before);
    await eventually(async () => expect(await leftAt(1)).not.toBeNull());
    const { device: back } = await joinNorth();
    expect(await theDevice()).toMatchObject({ isOnline: true, offlineSince: null, ins: 1 });
    expect(await leftAt(1)).toBeNull();
    back.socket.close();
  },
);

test('a silent socket is offline once it is given up', async () => {
  await joinNorth();
  const reapedAt = Date.now() + 91_000;
  stopClock(reapedAt);
  await runDurableObjectAlarm(roomStub());
  expect(await theDevice()).toMatchObject({ isOnline: false, offlineSince: new Date(reapedAt).toISOString() });
});

test('a device whose socket was lost in a crash is offline since it was last heard of', async () => {
  const { device } = await joinNorth();
  await acked(device, batch(1, [1]));
  const after = Date.now();
  await abortAllDurableObjects();
  const { offlineSince, ins } = await offline();
  expect(ins).toBe(1);
  expect(Date.parse(offlineSince ?? '')).toBeLessThanOrEqual(after + 1_000);
  expect(await leftAt(1)).toBeNull();
});

test('a socket joins under eight client ids at most, and leaves the one before', async () => {
  const { device } = await joinNorth();
  await acked(device, batch(1, [1]));
  const join = (n: number) =>
    device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(n), deviceId: `another-device-0${n}` });
  join(2);
  await device.next('sync');
  const [another, first] = await listed();
  expect([another?.isOnline, first?.isOnline]).toEqual([true, false]);
  // Client ids that the socket had before do not count again.
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 1]) {
    join(n);
    await device.next('sync');
  }
  join(9);
  expect(await refusal(device)).toEqual(['bad_frame', 4400]);
  expect(await listed()).toHaveLength(8);
});

test.each(['was asked before', 'has slept'])(
  'a device was last heard at the last tap of its run: the room %s',
  async (when) => {
    const start = Date.UTC(2026, 10, 21, 12);
    stopClock(start);
    if (when === 'was asked before') await listed();
    for (let tap = 0; tap < 30; tap++) {
      vi.setSystemTime(start + tap * 1_700);
      await pollDoor(1, tap + 1, [1]);
    }
    if (when === 'has slept') await evictDurableObject(roomStub());
    expect(await theDevice()).toMatchObject({ ins: 30, lastTapAt: new Date(start + 29 * 1_700).toISOString() });
  },
);

test('the sums are those of the business day, whatever came late or was asked before', async () => {
  stopClock(Date.UTC(2026, 10, 21, 5, 30));
  await pollDoor(1, 1, [2]);
  expect(await theDevice()).toMatchObject({ ins: 2 });
  // The next day begins at 06:00.
  vi.setSystemTime(Date.UTC(2026, 10, 21, 6, 30));
  await pollDoor(2, 1, [3]);
  await pollDoor(1, 2, [1], Date.now() - HOUR_MS);
  expect(await listed()).toMatchObject([{ ins: 0, lastTapAt: null }, { ins: 3 }]);
  // This undo refers to yesterday, so today's sum stays.
  await poll(1, batchOf(3, [{ change: -2, undoes: 1 }]), CODE);
  expect(await listed()).toMatchObject([{ ins: 0 }, { ins: 3 }]);
  await evictDurableObject(roomStub());
  expect(await listed()).toMatchObject([{ ins: 0 }, { ins: 3 }]);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await listed()).toEqual([]);
});

test('a device that cannot be written down counts all the same', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await breakTable('devices');
  const { device } = await joinNorth();
  await acked(device, batch(1, [1]));
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  expect(await theDevice()).toMatchObject({ deviceId: clientIdOf(1), isOnline: true, ins: 1 });
});

test.each(['   ', '\u202eevil\u0000\n'])(
  'a name that cannot be shown is none: %j; the device counts',
  async (deviceName) => {
    const { device } = await joinRoom(clientIdOf(1), DOOR, { ...NORTH, deviceName });
    await acked(device, batch(1, [1]));
    expect(await theDevice()).toMatchObject({ deviceId: PHONE, deviceName: null, isOnline: true, ins: 1 });
  },
);

test('a client id is its principal’s from the join on, tapped or not; another is refused and told nothing', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const { device: first } = await joinRoom(clientIdOf(1), {}, NORTH);
  first.socket.close();
  await offline();
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
  expect(log).not.toHaveBeenCalled();
});

test('devices that never counted are forgotten a week after they left, others after ninety days with their client', async () => {
  const { device: guest } = await joinRoom(clientIdOf(1), DOOR);
  const { device: door } = await joinRoom(clientIdOf(2), { ...DOOR, principal: ADMIN });
  await acked(door, batch(1, [1]));
  for (const device of [guest, door]) device.socket.close();
  await eventually(async () => expect([await leftAt(1), await leftAt(2)]).not.toContain(null));
  stopClock(Date.now());
  expect(await keptAfter(6)).toEqual([clientIdOf(1), clientIdOf(2)]);
  expect(await keptAfter(2)).toEqual([clientIdOf(2)]);
  expect(await keptAfter(81)).toEqual([clientIdOf(2)]);
  expect(await keptAfter(2)).toEqual([]);
});
