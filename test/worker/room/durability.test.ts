import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, expect, test, vi } from 'vitest';
import { HELD_TAPS_MAX } from '../../../src/room/limits';
import { putDefinition } from '../support/definitions';
import type { Device } from '../support/device';
import { storedAndRebuilt } from '../support/rebuild';
import {
  ADMIN,
  batch,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  listAreas,
  openDevice,
  roomStub,
  visitOf,
} from '../support/room';

afterEach(() => {
  vi.restoreAllMocks();
});

test('a hibernated room goes on with its sockets, counts and client ids', async () => {
  await knownRoom();
  const { device: door } = await joinRoom(clientIdOf(1));
  const { device: bar } = await joinRoom(clientIdOf(2));
  door.send(batch(1, [1]));
  await door.next('ack');
  await evictDurableObject(roomStub());
  door.send(batch(2, [1]));
  expect(await door.next('ack')).toEqual({ type: 'ack', seq: 2, version: 2 });
  await bar.until(() => bar.all('occupancy_updated').find((update) => update.version === 2), 'the update');
  door.send(batch(1, [1, 1]));
  expect(await door.next('ack')).toEqual({ type: 'ack', seq: 2, version: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
});

test('after a crash all that was acknowledged is there, and resending counts nothing twice', async () => {
  await knownRoom();
  const { device, sync: before } = await joinRoom(clientIdOf(1));
  for (let seq = 1; seq <= 20; seq++) device.send(batch(seq, [1]));
  await device.until(() => device.all('ack').find((ack) => ack.seq >= 10), 'ack 10');
  const acked = Math.max(...device.all('ack').map((ack) => ack.seq));
  await abortAllDurableObjects();
  const { device: again, sync } = await joinRoom(clientIdOf(1));
  expect(sync.epoch).toBe(before.epoch);
  expect(sync.lastSeq).toBeGreaterThanOrEqual(acked);
  for (let seq = 1; seq <= 20; seq++) again.send(batch(seq, [1]));
  await again.until(() => again.all('ack').find((ack) => ack.seq === 20), 'ack 20');
  expect(await counts()).toMatchObject({ main: [20, 20, 0] });
});

test('a failed commit acknowledges nothing, changes nothing and closes with 1011', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1]));
  await device.next('ack');
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec("CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  });
  device.send(batch(2, [1]));
  device.send(batch(3, [1]));
  expect(await device.closedWith()).toBe(1011);
  expect(device.all('ack')).toHaveLength(1);
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  const polled = await roomStub().poll(visitOf(definition()), ADMIN, { ...batch(2, [1]), clientId: clientIdOf(1) });
  expect(polled).toEqual({ ok: false, code: 'unavailable' });
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec('DROP TRIGGER full');
  });
  const { device: back, sync } = await joinRoom(clientIdOf(1));
  expect(sync.lastSeq).toBe(1);
  back.send(batch(2, [1, 1]));
  expect(await back.next('ack')).toMatchObject({ seq: 3 });
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('a room that never heard of its event learns it from D1', async () => {
  await putDefinition(definition());
  const { sync } = await joinRoom();
  expect(sync.areas.map((area) => area.areaName)).toEqual(['Main Stage', 'Bar']);
});

test('a room that is behind D1 follows it at the next visit, and keeps its counts', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [7]));
  await device.next('ack');
  const ahead = definition({
    revision: 5,
    areas: [
      { areaId: 'main', areaName: 'Grand Stage', capacity: 900 },
      { areaId: 'roof', areaName: 'Roof', capacity: 20 },
    ],
  });
  await putDefinition(ahead);
  const areas = await listAreas(ahead);
  expect(areas).toMatchObject([
    { areaId: 'main', areaName: 'Grand Stage', capacity: 900, currentOccupancy: 7 },
    { areaId: 'roof', currentOccupancy: 0 },
  ]);
  await device.next('areas_changed');
});

test('a room that does not know its event yet says so while D1 does not answer; one that does counts on', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await env.DB.exec('ALTER TABLE areas RENAME TO areas_out_of_reach');
  await expect(openDevice()).rejects.toThrow('No socket: 503');
  expect(await roomStub().listAreas(visitOf(definition()))).toEqual({ ok: false, code: 'unavailable' });
  await knownRoom();
  const { sync } = await joinRoom(undefined, { revision: 9 });
  expect(sync.areas).toHaveLength(2);
});

test('an event that D1 does not know gets no socket', async () => {
  await expect(openDevice()).rejects.toThrow('No socket: 404');
});

test('a tap on an area that only D1 knows is held and counted in order; nobody else waits', async () => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  const { device: other } = await joinRoom(clientIdOf(2));
  await putDefinition(
    definition({
      revision: 2,
      areas: [...definition().areas, { areaId: 'roof', areaName: 'Roof', capacity: 20 }],
    }),
  );
  device.send(batch(1, [1], 'roof'));
  device.send(batch(2, [1], 'main'));
  other.send(batch(1, [1], 'main'));
  await other.next('ack');
  await device.until(() => device.all('ack').find((ack) => ack.seq === 2), 'ack 2');
  expect(device.all('ack').flatMap((ack) => ack.rejected ?? [])).toEqual([]);
  expect(await counts()).toMatchObject({ main: [2, 2, 0], roof: [1, 1, 0] });
});

test.each([
  ['from', { areaId: 'roof', to: 'main', change: 1 }],
  ['to', { areaId: 'main', to: 'roof', change: -1 }],
])('a transfer %s an area that only D1 knows waits until the room has learned it', async (_end, transfer) => {
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [3], 'main'));
  await device.next('ack');
  await putDefinition(
    definition({
      revision: 2,
      areas: [...definition().areas, { areaId: 'roof', areaName: 'Roof', capacity: 20 }],
    }),
  );
  device.send({ ...batch(2, []), taps: [{ ...transfer, at: Date.now() }] });
  expect(await device.next('ack')).toEqual({ type: 'ack', seq: 2, version: 2 });
  expect(await counts({ revision: 2 })).toMatchObject({ main: [2, 3, 1], roof: [1, 1, 0] });
});

test('a tap on an area that nobody knows is rejected after D1 was asked', async () => {
  await knownRoom();
  await putDefinition(definition());
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [1], 'nowhere'));
  expect(await device.next('ack')).toMatchObject({ seq: 1, rejected: [{ seq: 1, code: 'unknown_area' }] });
});

test('when D1 does not answer, the client with the unknown area is sent away to try again, others count on', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  const { device: other } = await joinRoom(clientIdOf(2));
  await env.DB.exec('ALTER TABLE areas RENAME TO areas_out_of_reach');
  device.send(batch(1, [1], 'nowhere'));
  expect(await device.closedWith()).toBe(1011);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('room.pull'));
  other.send(batch(1, [1]));
  expect(await other.next('ack')).toMatchObject({ seq: 1 });
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
});

test('a client that sends on and on while D1 is asked is sent away, counted for nothing, and sends it all again', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await knownRoom();
  const revision = 2;
  const areas = [...definition().areas, { areaId: 'roof', areaName: 'Roof', capacity: 20 }];
  await putDefinition(definition({ revision, areas }));
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
    for (let i = 0; i < frames; i += 1) {
      to.send(
        batch(
          i * size + 1,
          Array.from({ length: size }, () => 1),
          i === 0 ? 'roof' : 'main',
        ),
      );
    }
  };
  send(device, HELD_TAPS_MAX / size);
  other.send(batch(1, [1]));
  await other.next('ack');
  expect(device.closed).toBeNull();
  device.send(batch(HELD_TAPS_MAX + 1, [1]));
  expect(await device.closedWith()).toBe(1011);
  D1.resolve(false);
  await runInDurableObject(roomStub(), askForAreas);
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });

  const { device: again, sync } = await joinRoom(clientIdOf(1));
  expect(sync.lastSeq).toBe(0);
  send(again, 2);
  await again.until(() => again.all('ack').find(({ seq }) => seq === 2 * size), 'the last ack');
  expect(await counts({ revision })).toMatchObject({ main: [size + 1, size + 1, 0], roof: [size, size, 0] });
  expect(log).not.toHaveBeenCalled();
});

test('20 clients at once: every tap counts once, everyone ends with the same numbers', async () => {
  await knownRoom();
  const clients = await Promise.all(Array.from({ length: 20 }, (_, i) => joinRoom(clientIdOf(i))));
  for (let seq = 1; seq <= 10; seq++) {
    for (const { device } of clients) device.send(batch(seq, [seq % 5 === 0 ? -1 : 1], seq % 2 === 0 ? 'main' : 'bar'));
  }
  await Promise.all(
    clients.map(({ device }) => device.until(() => device.all('ack').find((ack) => ack.seq === 10), 'ack 10')),
  );
  const now = await counts();
  expect(now.main?.slice(1)).toEqual([20 * 4, 20]);
  expect(now.bar?.slice(1)).toEqual([20 * 4, 20]);
  const last = Math.max(...clients.flatMap(({ device }) => device.all('ack').map((ack) => ack.version)));
  for (const { device } of clients) {
    await device.until(
      () => device.all('occupancy_updated').find((update) => update.version === last),
      'the last update',
    );
    const shown = new Map(
      device.all('occupancy_updated').flatMap((update) => update.areas.map((area) => [area.areaId, area])),
    );
    expect(shown.get('main')?.currentOccupancy).toBe(now.main?.[0]);
    expect(shown.get('bar')?.currentOccupancy).toBe(now.bar?.[0]);
  }
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
});
