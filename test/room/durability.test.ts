import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { LOG_FLUSHES_MAX } from '../../src/room/storage/limits';
import { putDefinition } from '../worker/support/definitions';
import type { Device } from '../worker/support/device';
import { storedAndRebuilt } from '../worker/support/rebuild';
import {
  acked,
  batch,
  batchOf,
  breakTable,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  ledgerRows,
  listAreas,
  mendTable,
  openDevice,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests that taps count exactly once when the room stops, its storage fails or D1 does not answer. */

let log: MockInstance<typeof console.error>;
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockImplementation(() => {});
});

const ackOf = (device: Device, seq: number) =>
  device.until(() => device.all('ack').find((ack) => ack.seq === seq), `ack ${seq}`);
const rejectedBy = (device: Device) => device.all('ack').flatMap((ack) => ack.rejected ?? []);
const withRoof = definition({
  revision: 2,
  areas: [...definition().areas, { areaId: 'roof', areaName: 'Roof', capacity: 20 }],
});
const putD1OutOfReach = () => env.DB.exec('ALTER TABLE areas RENAME TO areas_out_of_reach');

test('a room that restarts knows a client by the log when its row in the table is older', async () => {
  await knownRoom();
  await poll(1, batchOf(1, [{}]));
  await runInDurableObject(roomStub(), (room) => {
    room['parts'].store.writeLogToTables();
    room['parts'].store['clients'].prune(0);
  });
  await poll(1, batchOf(2, [{}, {}]));
  await abortAllDurableObjects();
  expect(await poll(1, batchOf(2, [{}, {}]))).toMatchObject({ value: { ack: { seq: 3 } } });
  expect(await counts()).toMatchObject({ main: [3, 3, 0] });
});

test('a flush is one row, a full log becomes few rows, and a log that cannot be written into the tables loses nothing', async () => {
  const rowsOf = async (table: string) => Number((await query(`SELECT count(*) AS n FROM ${table}`))[0]?.['n']);
  await knownRoom();
  const { device } = await joinRoom(clientIdOf(1));
  const clients = await rowsOf('clients');
  for (let seq = 1; seq <= LOG_FLUSHES_MAX; seq++) {
    device.send(batch(seq, [1]));
    await ackOf(device, seq);
  }
  expect([await rowsOf('log'), await rowsOf('ledger_blocks'), await rowsOf('clients')]).toEqual([
    LOG_FLUSHES_MAX,
    0,
    clients,
  ]);

  await breakTable('ledger_blocks');
  device.send(batch(LOG_FLUSHES_MAX + 1, [1]));
  expect(await device.closedWith()).toBe(1011);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  expect(await counts()).toMatchObject({ main: [LOG_FLUSHES_MAX, LOG_FLUSHES_MAX, 0] });

  await mendTable();
  const { device: back, sync } = await joinRoom(clientIdOf(1));
  expect(sync.lastSeq).toBe(LOG_FLUSHES_MAX);
  expect(await acked(back, batch(LOG_FLUSHES_MAX + 1, [1, 1]))).toMatchObject({ seq: LOG_FLUSHES_MAX + 2 });
  // One ledger row holds the taps of one client within a minute, and one block holds all rows of the log.
  expect((await ledgerRows()).length).toBeLessThan(5);
  expect(await rowsOf('ledger_blocks')).toBe(1);
  await evictDurableObject(roomStub());
  expect(await counts()).toMatchObject({ main: [LOG_FLUSHES_MAX + 2, LOG_FLUSHES_MAX + 2, 0] });
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
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

test('20 clients at once: every tap counts once, and all clients end with the same counts', async () => {
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

describe('definitions that only D1 knows', () => {
  test('a room that does not know its event learns it from D1 or reports why it cannot, and a room that is behind catches up', async () => {
    await expect(openDevice()).rejects.toThrow('No socket: 404');
    await putD1OutOfReach();
    await expect(openDevice()).rejects.toThrow('No socket: 503');
    expect(await roomStub().listAreas(VISIT)).toEqual({ ok: false, code: 'unavailable' });
    await env.DB.exec('ALTER TABLE areas_out_of_reach RENAME TO areas');
    await putDefinition(definition());
    const { device, sync } = await joinRoom(clientIdOf(1));
    expect(sync.areas.map((area) => area.areaName)).toEqual(['Main Stage', 'Bar']);
    await acked(device, batch(1, [7]));
    const areas = [
      { areaId: 'main', areaName: 'Grand Stage', capacity: 900 },
      { areaId: 'roof', areaName: 'Roof', capacity: 20 },
    ];
    const ahead = definition({ revision: 5, areas });
    await putDefinition(ahead);
    await env.DB.exec("DELETE FROM areas WHERE area_id = 'bar'");
    expect(await listAreas(ahead)).toMatchObject([
      { areaId: 'main', areaName: 'Grand Stage', capacity: 900, currentOccupancy: 7 },
      { areaId: 'roof', currentOccupancy: 0 },
    ]);
    await device.next('areas_changed');
  });

  test('a tap in an area that only D1 knows is held and counted in order, and other clients do not wait', async () => {
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
    // The room asks again for an area that was created after its last query.
    const later = { areaId: 'yard', areaName: 'Yard', capacity: 20 };
    await putDefinition({ ...withRoof, revision: 3, areas: [...withRoof.areas, later] });
    device.send(batch(4, [1], 'yard'));
    await ackOf(device, 4);
    expect(rejectedBy(device)).toHaveLength(1);
    expect(await counts({ revision: 3 })).toMatchObject({ main: [2, 2, 0], roof: [1, 1, 0], yard: [1, 1, 0] });
    // A transfer also waits until the room has learned the area.
    const cellar = { areaId: 'cellar', areaName: 'Cellar', capacity: 20 };
    await putDefinition({ ...withRoof, revision: 4, areas: [...withRoof.areas, later, cellar] });
    device.send(batchOf(5, [{ areaId: 'main', to: 'cellar', change: -1 }]));
    await ackOf(device, 5);
    expect(await counts({ revision: 4 })).toMatchObject({ main: [1, 2, 1], cellar: [1, 1, 0] });
  });

  test('a client that taps in an unknown area is disconnected to retry when D1 does not answer, and other clients keep counting', async () => {
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
});
