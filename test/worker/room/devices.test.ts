import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import type { Device as ListedDevice } from '../../../src/shared/schemas/device';
import { eventually } from '../../support/eventually';
import type { Device } from '../support/device';
import { markedDays } from '../support/days';
import {
  ADMIN,
  batch,
  clientIdOf,
  definition,
  EVENT_ID,
  joinRoom,
  knownRoom,
  openDevice,
  openDisplay,
  roomStub,
  visitOf,
} from '../support/room';

/** Which devices count, as an admin sees it. */

afterEach(() => {
  vi.restoreAllMocks();
});

const PHONE = 'device-north-gate-01';
const CODE = { principal: `code:${EVENT_ID}` as const, sessionId: 'session-2' };
const NORTH = { deviceId: PHONE, deviceName: 'North gate', direction: 'in' as const };

async function listed(): Promise<ListedDevice[]> {
  const answer = await roomStub().listDevices(visitOf(definition()));
  if (!answer.ok) throw new Error(answer.code);
  return answer.value;
}

/** The only one. */
async function theDevice(): Promise<ListedDevice> {
  const [device, ...others] = await listed();
  if (device === undefined || others.length > 0) throw new Error(`Not one device: ${others.length}`);
  return device;
}

const offline = async () => {
  await eventually(async () => expect((await theDevice()).isOnline).toBe(false));
  return await theDevice();
};

async function counted(device: Device, frame: ReturnType<typeof batch>): Promise<void> {
  device.send(frame);
  const last = frame.seq + frame.taps.length - 1;
  await device.until(() => device.all('ack').find(({ seq }) => seq === last), `ack ${last}`);
}

const poll = (client: number, seq: number, changes: number[], at = Date.now()) =>
  roomStub().poll(visitOf(definition()), CODE.principal, {
    ...batch(seq, changes, 'main', at),
    clientId: clientIdOf(client),
  });

const leftAt = (client: number) =>
  runInDurableObject(
    roomStub(),
    (_room, { storage }) =>
      storage.sql.exec('SELECT left_at FROM devices WHERE client_id = ?', clientIdOf(client)).one()['left_at'],
  );

test('a device is there with its name, direction and what it has counted', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1), CODE, NORTH);
  expect(await listed()).toEqual([
    {
      ...NORTH,
      isAdmin: false,
      isOnline: true,
      offlineSince: null,
      lastTapAt: null,
      ins: 0,
      outs: 0,
    },
  ]);
  const before = Date.now();
  await counted(device, batch(1, [1, 1, 5, -2]));
  const { ins, outs, lastTapAt } = await theDevice();
  expect([ins, outs]).toEqual([7, 2]);
  expect(Date.parse(lastTapAt ?? '')).toBeGreaterThanOrEqual(before - 1_000);
});

test('a new name and direction hold at once, on the same socket', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1), {}, NORTH);
  expect(await listed()).toMatchObject([{ deviceName: 'North gate' }]);
  device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1), deviceId: PHONE, direction: 'both' });
  await device.next('sync');
  expect(await listed()).toMatchObject([{ deviceName: null, direction: 'both', isAdmin: true, isOnline: true }]);
});

test('two page loads of one device are one device: sums, and the newest name', async () => {
  await knownRoom();
  const { device: old } = await joinRoom(clientIdOf(1), CODE, NORTH);
  await counted(old, batch(1, [3, -1]));
  old.socket.close();
  await offline();
  const { device: reloaded } = await joinRoom(clientIdOf(2), CODE, { ...NORTH, deviceName: 'South gate' });
  await counted(reloaded, batch(1, [4]));
  expect(await theDevice()).toMatchObject({ deviceName: 'South gate', ins: 7, outs: 1, isOnline: true });
});

test('clients that say nothing of a device, and those that only poll, are devices without a name', async () => {
  await knownRoom();
  await joinRoom(clientIdOf(1));
  await poll(2, 1, [1, 1]);
  expect(await listed()).toMatchObject([
    { deviceId: clientIdOf(1), deviceName: null, direction: 'both', isAdmin: true, isOnline: true, ins: 0 },
    { deviceId: clientIdOf(2), deviceName: null, isAdmin: false, isOnline: false, ins: 2 },
  ]);
  await poll(2, 3, [1]);
  const [, polling] = await listed();
  expect(polling).toMatchObject({ ins: 3 });
  expect(Date.parse(polling?.offlineSince ?? '')).toBeGreaterThanOrEqual(Date.parse(polling?.lastTapAt ?? ''));
});

test('displays are no devices', async () => {
  await knownRoom();
  const { viewer } = await openDisplay();
  viewer.socket.close();
  expect(await listed()).toEqual([]);
});

test('what is undone is taken off; transfers are neither in nor out', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1), CODE, NORTH);
  const taps = [
    { areaId: 'main', change: 5, at: Date.now() },
    { areaId: 'main', change: 2, at: Date.now() },
    { areaId: 'main', change: -3, at: Date.now() },
    { areaId: 'main', change: -2, at: Date.now(), undoes: 2 },
    { areaId: 'main', change: -2, at: Date.now(), to: 'bar' },
  ];
  await counted(device, { ...batch(1, []), taps: taps.slice(0, 2) });
  expect(await theDevice()).toMatchObject({ ins: 7, outs: 0 });
  await counted(device, { ...batch(3, []), taps: taps.slice(2) });
  expect(await theDevice()).toMatchObject({ ins: 5, outs: 3 });
  await evictDurableObject(roomStub());
  expect(await theDevice()).toMatchObject({ ins: 5, outs: 3, isOnline: true });
});

test.each(['the room is awake', 'the room sleeps', 'the room is asked first'])(
  'a device that goes is offline from then on: %s',
  async (when) => {
    await knownRoom();
    const { device } = await joinRoom(clientIdOf(1), CODE, NORTH);
    await counted(device, batch(1, [1]));
    if (when === 'the room is asked first') await listed();
    if (when === 'the room sleeps') await evictDurableObject(roomStub());
    const before = Date.now();
    device.socket.close();
    const { offlineSince } = await offline();
    expect(Date.parse(offlineSince ?? '')).toBeGreaterThanOrEqual(before);
    await eventually(async () => expect(await leftAt(1)).not.toBeNull());
    const { device: back } = await joinRoom(clientIdOf(1), CODE, NORTH);
    expect(await theDevice()).toMatchObject({ isOnline: true, offlineSince: null, ins: 1 });
    expect(await leftAt(1)).toBeNull();
    back.socket.close();
  },
);

test('a silent socket is offline once it is given up', async () => {
  await knownRoom();
  await joinRoom(clientIdOf(1), CODE, NORTH);
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const reapedAt = Date.now() + 91_000;
  vi.setSystemTime(reapedAt);
  await runDurableObjectAlarm(roomStub());
  expect(await theDevice()).toMatchObject({ isOnline: false, offlineSince: new Date(reapedAt).toISOString() });
});

test('a device whose socket was lost in a crash is offline since it was last heard of', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1), CODE, NORTH);
  await counted(device, batch(1, [1]));
  const after = Date.now();
  await abortAllDurableObjects();
  const { offlineSince, ins } = await offline();
  expect(ins).toBe(1);
  expect(Date.parse(offlineSince ?? '')).toBeLessThanOrEqual(after + 1_000);
  expect(await leftAt(1)).toBeNull();
});

test('a socket that joins under another client id leaves the one before', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1), CODE, NORTH);
  await counted(device, batch(1, [1]));
  device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(2), deviceId: 'another-device-01' });
  await device.next('sync');
  const [another, first] = await listed();
  expect([another?.isOnline, first?.isOnline]).toEqual([true, false]);
});

test.each(['was asked before', 'has slept'])(
  'a device was last heard at the last tap of its run: the room %s',
  async (when) => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const start = Date.UTC(2026, 10, 21, 12);
    vi.setSystemTime(start);
    await knownRoom();
    if (when === 'was asked before') await listed();
    for (let tap = 0; tap < 30; tap++) {
      vi.setSystemTime(start + tap * 1_700);
      await poll(1, tap + 1, [1]);
    }
    if (when === 'has slept') await evictDurableObject(roomStub());
    expect(await theDevice()).toMatchObject({ ins: 30, lastTapAt: new Date(start + 29 * 1_700).toISOString() });
  },
);

test('the sums are those of the business day, whatever came late or was asked before', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  vi.setSystemTime(Date.UTC(2026, 10, 21, 5, 30));
  await knownRoom();
  await poll(1, 1, [2]);
  expect(await theDevice()).toMatchObject({ ins: 2 });
  // The next day begins at 06:00.
  vi.setSystemTime(Date.UTC(2026, 10, 21, 6, 30));
  await poll(2, 1, [3]);
  await poll(1, 2, [1], Date.now() - HOUR_MS);
  expect(await listed()).toMatchObject([{ ins: 0, lastTapAt: null }, { ins: 3 }]);
  // Of yesterday: the sum of today stays.
  const undo = { ...batch(3, []), taps: [{ areaId: 'main', change: -2, at: Date.now(), undoes: 1 }] };
  await roomStub().poll(visitOf(definition()), CODE.principal, { ...undo, clientId: clientIdOf(1) });
  expect(await listed()).toMatchObject([{ ins: 0 }, { ins: 3 }]);
  await evictDurableObject(roomStub());
  expect(await listed()).toMatchObject([{ ins: 0 }, { ins: 3 }]);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await listed()).toEqual([]);
});

test('joining is one row more, tapping none', async () => {
  await knownRoom();
  const writes = () =>
    runInDurableObject(roomStub(), (_room, { storage }) => [
      storage.sql.exec('SELECT count(*) AS n FROM devices').one()['n'],
      storage.sql.exec('SELECT count(*) AS n FROM log').one()['n'],
      storage.sql.exec('SELECT total_changes() AS n').one()['n'],
    ]);
  const { device } = await joinRoom(clientIdOf(1), CODE, NORTH);
  await listed();
  await counted(device, batch(1, [1]));
  // The day's delivery to D1 writes rows of its own, after the first ack.
  await eventually(async () => expect(await markedDays()).toMatchObject([{ isDelivered: true }]));
  const before = await writes();
  await counted(device, batch(2, [1]));
  const after = await writes();
  expect(after).toEqual([1, Number(before[1]) + 1, Number(before[2]) + 1]);
});

test('a device that cannot be written down counts all the same', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await knownRoom();
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec("CREATE TRIGGER full BEFORE INSERT ON devices BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  });
  const { device } = await joinRoom(clientIdOf(1), CODE, NORTH);
  await counted(device, batch(1, [1]));
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  expect(await theDevice()).toMatchObject({ deviceId: clientIdOf(1), isOnline: true, ins: 1 });
});

test.each(['   ', '\u202eevil\u0000\n'])(
  'a name that cannot be shown is none: %j; the device counts',
  async (deviceName) => {
    await knownRoom();
    const { device } = await joinRoom(clientIdOf(1), CODE, { ...NORTH, deviceName });
    await counted(device, batch(1, [1]));
    expect(await theDevice()).toMatchObject({ deviceId: PHONE, deviceName: null, isOnline: true, ins: 1 });
  },
);

test('a client id is its principal’s from the join on, tapped or not', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await knownRoom();
  const { device: first } = await joinRoom(clientIdOf(1), {}, NORTH);
  first.socket.close();
  await offline();
  for (const sleeps of [false, true]) {
    if (sleeps) await evictDurableObject(roomStub());
    const other = await openDevice(CODE);
    other.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(1) });
    expect(await other.next('error')).toMatchObject({ code: 'client_id_taken' });
    expect(await other.closedWith()).toBe(4403);
    expect(await poll(1, 1, [1])).toMatchObject({ ok: false, code: 'client_id_taken' });
  }
  const { device: back } = await joinRoom(clientIdOf(1), {}, NORTH);
  await counted(back, batch(1, [1]));
  expect(log).not.toHaveBeenCalled();
});

test('a socket joins under eight client ids at most', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1), CODE);
  const join = (n: number) => device.send({ type: 'join_event', eventId: EVENT_ID, clientId: clientIdOf(n) });
  // Those that it had before are no more.
  for (const n of [2, 1, 2, 3, 4, 5, 6, 7, 8, 1]) {
    join(n);
    await device.next('sync');
  }
  join(9);
  expect(await device.next('error')).toMatchObject({ code: 'bad_frame' });
  expect(await device.closedWith()).toBe(4400);
  expect(await listed()).toHaveLength(8);
});

test('devices that never counted are forgotten a week after they left', async () => {
  await knownRoom();
  const { device: guest } = await joinRoom(clientIdOf(1), CODE);
  const { device: door } = await joinRoom(clientIdOf(2), CODE);
  await counted(door, batch(1, [1]));
  for (const device of [guest, door]) device.socket.close();
  await eventually(async () => expect([await leftAt(1), await leftAt(2)]).not.toContain(null));
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const keptAfter = async (days: number) => {
    vi.setSystemTime(Date.now() + days * DAY_MS);
    await runInDurableObject(roomStub(), (_room, { storage }) => storage.setAlarm(Date.now()));
    await runDurableObjectAlarm(roomStub());
    return await runInDurableObject(roomStub(), (_room, { storage }) =>
      storage.sql
        .exec('SELECT client_id FROM devices ORDER BY 1')
        .toArray()
        .map((row) => row['client_id']),
    );
  };
  expect(await keptAfter(6)).toEqual([clientIdOf(1), clientIdOf(2)]);
  expect(await keptAfter(2)).toEqual([clientIdOf(2)]);
});

test('what is ninety days old goes with the clients', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1), { ...CODE, principal: ADMIN }, NORTH);
  await counted(device, batch(1, [1]));
  device.socket.close();
  await offline();
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const devices = () =>
    runInDurableObject(roomStub(), (_room, { storage }) => storage.sql.exec('SELECT * FROM devices').toArray().length);
  vi.setSystemTime(Date.now() + 89 * DAY_MS);
  await runInDurableObject(roomStub(), (_room, { storage }) => storage.setAlarm(Date.now()));
  await runDurableObjectAlarm(roomStub());
  expect(await devices()).toBe(1);
  vi.setSystemTime(Date.now() + 2 * DAY_MS);
  await runInDurableObject(roomStub(), (_room, { storage }) => storage.setAlarm(Date.now()));
  await runDurableObjectAlarm(roomStub());
  expect(await devices()).toBe(0);
});
