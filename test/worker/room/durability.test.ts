import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { HELD_TAPS_MAX } from '../../../src/room/limits';
import { putDefinition } from '../support/definitions';
import type { Device } from '../support/device';
import { storedAndRebuilt } from '../support/rebuild';
import {
  acked,
  batch,
  batchOf,
  breakTable,
  clientIdOf,
  counts,
  definition,
  EVENT_ID,
  joinRoom,
  knownRoom,
  listAreas,
  mendTable,
  ones,
  openDevice,
  poll,
  query,
  roomStub,
  VISIT,
} from '../support/room';

/** Taps count exactly once when the room stops, its storage fails or D1 does not answer. */

let log: MockInstance<typeof console.error>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ackOf = (device: Device, seq: number) =>
  device.until(() => device.all('ack').find((ack) => ack.seq === seq), `ack ${seq}`);
const rejectedBy = (device: Device) => device.all('ack').flatMap((ack) => ack.rejected ?? []);
const withRoof = definition({
  revision: 2,
  areas: [...definition().areas, { areaId: 'roof', areaName: 'Roof', capacity: 20 }],
});
const putD1OutOfReach = () => env.DB.exec('ALTER TABLE areas RENAME TO areas_out_of_reach');

test('a hibernated room goes on with its sockets, counts and client ids', async () => {
  await knownRoom();
  const { device: door } = await joinRoom(clientIdOf(1));
  const { device: bar } = await joinRoom(clientIdOf(2));
  await acked(door, batch(1, [1]));
  await evictDurableObject(roomStub());
  expect(await acked(door, batch(2, [1]))).toEqual({ type: 'ack', seq: 2, version: 2 });
  await bar.until(() => bar.all('occupancy_updated').find((update) => update.version === 2), 'the update');
  expect(await acked(door, batch(1, [1, 1]))).toEqual({ type: 'ack', seq: 2, version: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('after a crash all that was acknowledged is there, and resending counts nothing twice', async () => {
  await knownRoom();
  const { device, sync: before } = await joinRoom(clientIdOf(1));
  for (let seq = 1; seq <= 20; seq++) device.send(batch(seq, [1]));
  await device.until(() => device.all('ack').find((ack) => ack.seq >= 10), 'ack 10');
  const acknowledged = Math.max(...device.all('ack').map((ack) => ack.seq));
  await abortAllDurableObjects();
  const { device: again, sync } = await joinRoom(clientIdOf(1));
  expect(sync.epoch).toBe(before.epoch);
  expect(sync.lastSeq).toBeGreaterThanOrEqual(acknowledged);
  for (let seq = 1; seq <= 20; seq++) again.send(batch(seq, [1]));
  await ackOf(again, 20);
  expect(await counts()).toMatchObject({ main: [20, 20, 0] });
});

test('a failed commit acknowledges nothing, changes nothing and closes with 1011', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  await acked(device, batch(1, [1]));
  await breakTable('log');
  device.send(batch(2, [1]));
  device.send(batch(3, [1]));
  expect(await device.closedWith()).toBe(1011);
  expect(device.all('ack')).toHaveLength(1);
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  expect(await poll(1, batch(2, [1]))).toEqual({ ok: false, code: 'unavailable' });
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  await mendTable();
  const { device: back, sync } = await joinRoom(clientIdOf(1));
  expect(sync.lastSeq).toBe(1);
  expect(await acked(back, batch(2, [1, 1]))).toMatchObject({ seq: 3 });
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('a row that cannot be read fails the commit like one that cannot be written', async () => {
  await knownRoom();
  await query("INSERT INTO clients VALUES (?, 'nobody', 1, 1, 1)", clientIdOf(2));
  expect(await poll(2, batch(1, [1]))).toEqual({ ok: false, code: 'unavailable' });
});

test('20 clients at once: every tap counts once, everyone ends with the same numbers', async () => {
  await knownRoom();
  const clients = await Promise.all(Array.from({ length: 20 }, (_, i) => joinRoom(clientIdOf(i))));
  for (let seq = 1; seq <= 10; seq++) {
    for (const { device } of clients) device.send(batch(seq, [seq % 5 === 0 ? -1 : 1], seq % 2 === 0 ? 'main' : 'bar'));
  }
  const acks = await Promise.all(clients.map(({ device }) => ackOf(device, 10)));
  const now = await counts();
  expect(now).toMatchObject({ main: [expect.any(Number), 20 * 4, 20], bar: [expect.any(Number), 20 * 4, 20] });
  const last = Math.max(...acks.map(({ version }) => version));
  for (const { device } of clients) {
    const updates = () => device.all('occupancy_updated');
    await device.until(() => updates().find((update) => update.version === last), 'the last update');
    const shown = updates().flatMap(({ areas }) => areas.map((area) => [area.areaId, area.currentOccupancy]));
    expect(Object.fromEntries(shown)).toEqual({ main: now.main?.[0], bar: now.bar?.[0] });
  }
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
});

describe('what only D1 knows', () => {
  test('a room that never heard of its event learns it from D1; where D1 does not know it, there is no socket', async () => {
    await expect(openDevice()).rejects.toThrow('No socket: 404');
    await putDefinition(definition());
    const { sync } = await joinRoom();
    expect(sync.areas.map((area) => area.areaName)).toEqual(['Main Stage', 'Bar']);
  });

  test('while D1 does not answer, a room that does not know its event says so; one that does counts on', async () => {
    await putD1OutOfReach();
    await expect(openDevice()).rejects.toThrow('No socket: 503');
    expect(await roomStub().listAreas(VISIT)).toEqual({ ok: false, code: 'unavailable' });
    await knownRoom();
    const { sync } = await joinRoom(undefined, { revision: 9 });
    expect(sync.areas).toHaveLength(2);
  });

  test('a room that is behind D1 follows it at the next visit, and keeps its counts', async () => {
    await knownRoom();
    const { device } = await joinRoom(clientIdOf(1));
    await acked(device, batch(1, [7]));
    const areas = [
      { areaId: 'main', areaName: 'Grand Stage', capacity: 900 },
      { areaId: 'roof', areaName: 'Roof', capacity: 20 },
    ];
    const ahead = definition({ revision: 5, areas });
    await putDefinition(ahead);
    expect(await listAreas(ahead)).toMatchObject([
      { areaId: 'main', areaName: 'Grand Stage', capacity: 900, currentOccupancy: 7 },
      { areaId: 'roof', currentOccupancy: 0 },
    ]);
    await device.next('areas_changed');
  });

  test('a tap on an area that only D1 knows is held and counted in order; nobody else waits', async () => {
    await knownRoom();
    const { device } = await joinRoom(clientIdOf(1));
    const { device: other } = await joinRoom(clientIdOf(2));
    await putDefinition(withRoof);
    device.send(batch(1, [1], 'roof'));
    device.send(batch(2, [1], 'main'));
    device.send(batch(3, [1], 'nowhere'));
    await acked(other, batch(1, [1], 'main'));
    await ackOf(device, 3);
    expect(rejectedBy(device)).toMatchObject([{ seq: 3, code: 'unknown_area' }]);
    // The room asks again for an area that was made after its last look.
    const later = { areaId: 'yard', areaName: 'Yard', capacity: 20 };
    await putDefinition({ ...withRoof, revision: 3, areas: [...withRoof.areas, later] });
    device.send(batch(4, [1], 'yard'));
    await ackOf(device, 4);
    expect(rejectedBy(device)).toHaveLength(1);
    expect(await counts({ revision: 3 })).toMatchObject({ main: [2, 2, 0], roof: [1, 1, 0], yard: [1, 1, 0] });
  });

  test.each([
    ['from', { areaId: 'roof', to: 'main', change: 1 }],
    ['to', { areaId: 'main', to: 'roof', change: -1 }],
  ])('a transfer %s an area that only D1 knows waits until the room has learned it', async (_end, transfer) => {
    await knownRoom();
    const { device } = await joinRoom(clientIdOf(1));
    await acked(device, batch(1, [3], 'main'));
    await putDefinition(withRoof);
    expect(await acked(device, batchOf(2, [transfer]))).toEqual({ type: 'ack', seq: 2, version: 2 });
    expect(await counts({ revision: 2 })).toMatchObject({ main: [2, 3, 1], roof: [1, 1, 0] });
  });

  test('when D1 does not answer, who taps an unknown area is sent away to try again; others count on', async () => {
    await knownRoom();
    const { device } = await joinRoom(clientIdOf(1));
    const { device: other } = await joinRoom(clientIdOf(2));
    await putD1OutOfReach();
    device.send(batch(1, [1], 'nowhere'));
    expect(await device.closedWith()).toBe(1011);
    expect(log).toHaveBeenCalledWith(expect.stringContaining('room.pull'));
    expect(await acked(other, batch(1, [1]))).toMatchObject({ seq: 1 });
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  });

  test('who waits for an area is sent away when the room cannot store what D1 says, and counts once back', async () => {
    await knownRoom();
    await putDefinition(withRoof);
    const { device } = await joinRoom(clientIdOf(1));
    await breakTable('journal');
    device.send(batch(1, [1], 'roof'));
    expect(await device.closedWith()).toBe(1011);
    await mendTable();
    const { device: back } = await joinRoom(clientIdOf(1));
    back.send(batch(1, [1], 'roof'));
    await ackOf(back, 1);
    expect(rejectedBy(back)).toEqual([]);
  });

  test('a client that sends on and on while D1 is asked is sent away, counted for nothing, and sends it all again', async () => {
    await knownRoom();
    await putDefinition(withRoof);
    const { device } = await joinRoom(clientIdOf(1));
    const { device: other } = await joinRoom(clientIdOf(2));
    const D1 = Promise.withResolvers<boolean>();
    const askForAreas = await runInDurableObject(roomStub(), (room) => {
      const held = room['parts'].room['intake']['held']['deps'];
      const asked = held.askForAreas.bind(held);
      held.askForAreas = () => D1.promise;
      return () => void (held.askForAreas = asked);
    });
    const size = 200;
    const send = (to: Device, frames: number) => {
      for (let i = 0; i < frames; i += 1) to.send(batch(i * size + 1, ones(size), i === 0 ? 'roof' : 'main'));
    };
    send(device, HELD_TAPS_MAX / size);
    await acked(other, batch(1, [1]));
    expect(device.closed).toBeNull();
    device.send(batch(HELD_TAPS_MAX + 1, [1]));
    expect(await device.closedWith()).toBe(1011);
    D1.resolve(false);
    await runInDurableObject(roomStub(), askForAreas);
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });

    const { device: again, sync } = await joinRoom(clientIdOf(1));
    expect(sync.lastSeq).toBe(0);
    send(again, 2);
    await ackOf(again, 2 * size);
    expect(await counts({ revision: 2 })).toMatchObject({ main: [size + 1, size + 1, 0], roof: [size, size, 0] });
    expect(log).not.toHaveBeenCalled();
  });

  test('who waits for an area when the event is deleted is told so, on socket and poll', async () => {
    await knownRoom();
    await putDefinition(definition());
    const { device } = await joinRoom(clientIdOf(1));
    await acked(device, batch(1, [1], 'nowhere'));
    device.send(batch(2, [1], 'nowhere'));
    const polled = poll(2, batch(1, [1], 'nowhere'));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await roomStub().deleteEvent();
    expect(await device.next('event_deleted')).toEqual({ type: 'event_deleted', eventId: EVENT_ID });
    expect(await device.closedWith()).toBe(4404);
    expect(await polled).toEqual({ ok: false, code: 'not_found' });
  });
});
