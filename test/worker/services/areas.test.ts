import { runInDurableObject } from 'cloudflare:test';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { HOUR_MS } from '../../../src/shared/durations';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { createVenue } from '../support/accounts';
import type { Client } from '../support/client';
import { storedAndRebuilt } from '../support/rebuild';
import { ADMIN, batch, clientIdOf, counts, definition, joinRoom, knownRoom, roomStub, visitOf } from '../support/room';

const listAreas = async (client: Client, eventId: string) =>
  z.parse(AreaListSchema, (await client.get(`/api/events/${eventId}/areas`)).body).areas;

const count = (client: Client, eventId: string, areaId: string, change: number, at = Date.now()) =>
  client.post(`/api/events/${eventId}/occupancy`, {
    clientId: crypto.randomUUID(),
    seq: 1,
    sentAt: Date.now(),
    taps: [{ areaId, change, at }],
  });

test("an area is added, changed, counted in, reset and deleted, and every device's list shows it", async () => {
  const { admin, event, area, device } = await createVenue();
  const { areaId } = area;
  const added = await admin.client.post(`/api/events/${event.eventId}/areas`, { areaName: ' Bar ', capacity: 1 });
  expect(added.status).toBe(201);
  const empty = { currentOccupancy: 0, totalEntries: 0, totalExits: 0, lastUpdatedAt: null, version: 0 };
  expect(added.body).toEqual({
    areaId: expect.stringMatching(/^[0-9a-f]{32}$/),
    areaName: 'Bar',
    capacity: 1,
    ...empty,
  });
  const listed = async () =>
    (await listAreas(device, event.eventId)).map(({ areaName, capacity }) => [areaName, capacity]);
  expect(await listed()).toEqual([
    ['Main Stage', 500],
    ['Bar', 1],
  ]);

  const patch = (body: unknown) => admin.client.call('PATCH', `/api/areas/${areaId}`, { body });
  expect((await patch({ areaName: ' Hall ' })).body).toEqual({ areaId, areaName: 'Hall', capacity: 500 });
  expect((await patch({ capacity: 0 })).body).toEqual({ areaId, areaName: 'Hall', capacity: 0 });
  expect((await patch({ areaName: 'Pit', capacity: 9 })).body).toEqual({ areaId, areaName: 'Pit', capacity: 9 });
  expect(await listed()).toEqual([
    ['Pit', 9],
    ['Bar', 1],
  ]);

  const polled = await count(device, event.eventId, areaId, 5);
  expect(polled).toMatchObject({ status: 200, body: { ack: { seq: 1 }, sync: { countingAllowed: true } } });
  expect(await listAreas(device, event.eventId)).toMatchObject([{ currentOccupancy: 5, totalEntries: 5 }, empty]);
  const zeroed = await admin.client.call('PUT', `/api/areas/${areaId}/reset`);
  expect(zeroed).toMatchObject({ status: 200, body: { success: true } });
  expect(await listAreas(device, event.eventId)).toMatchObject([{ currentOccupancy: 0, totalEntries: 5 }, empty]);

  expect((await admin.client.call('DELETE', `/api/areas/${areaId}`)).body).toEqual({ success: true });
  expect(await listed()).toEqual([['Bar', 1]]);
  expect((await admin.client.call('PUT', `/api/areas/${areaId}/reset`)).status).toBe(404);
});

test('the lowest of the own number and the limits of an area counts for every device, and the own number stays', async () => {
  const { admin, event, area, device } = await createVenue();
  const { areaId } = area;
  const fire = { kind: 'fire', capacity: 300, condition: 'Certificate 7: at most 300 persons' };
  const license = { kind: 'license', capacity: 350, condition: 'Condition 12' };
  const patch = async (body: unknown) => (await admin.client.call('PATCH', `/api/areas/${areaId}`, { body })).body;
  const named = { areaId, areaName: 'Main Stage' };
  const both = { ...named, capacity: 300, ownCapacity: 500, limits: [license, fire] };
  expect(await patch({ limits: [fire, license] })).toEqual(both);
  expect(await listAreas(device, event.eventId)).toMatchObject([both]);
  expect(await patch({ capacity: 200 })).toEqual({ ...both, capacity: 200, ownCapacity: 200 });
  expect(await patch({ capacity: 0, limits: [license] })).toEqual({
    ...named,
    capacity: 350,
    ownCapacity: 0,
    limits: [license],
  });
  expect(await patch({ areaName: 'Hall' })).toMatchObject({ capacity: 350, limits: [license] });
  expect(await patch({ limits: [] })).toEqual({ areaId, areaName: 'Hall', capacity: 0 });
  const [listed] = await listAreas(device, event.eventId);
  expect(listed).not.toHaveProperty('limits');

  const bar = { areaName: 'Bar', capacity: 400, limits: [fire] };
  const added = await admin.client.post(`/api/events/${event.eventId}/areas`, bar);
  expect(added).toMatchObject({ status: 201, body: { capacity: 300, ownCapacity: 400, limits: [fire] } });
});

const AREAS = [
  { areaId: 'main', areaName: 'Main Stage', capacity: 500 },
  { areaId: 'bar', areaName: 'Bar', capacity: 80 },
  { areaId: 'yard', areaName: 'Yard', capacity: 50 },
];
const reset = () => roomStub().resetArea(visitOf(definition()), null, ADMIN);

const JournalRowsSchema = z.array(
  z.object({ actor: z.string(), area_id: z.string(), before: z.coerce.number(), after: z.coerce.number() }),
);
const resets = () =>
  runInDurableObject(roomStub(), (_room, { storage }) =>
    z.parse(
      JournalRowsSchema,
      storage.sql
        .exec("SELECT actor, area_id, before, after FROM journal WHERE kind = 'occupancy_reset' ORDER BY id")
        .toArray(),
    ),
  );

/** Counts five people at the main stage and two at the bar, and nobody in the yard. */
async function crowd() {
  await knownRoom({ areas: AREAS });
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [5]));
  device.send(batch(2, [2], 'bar'));
  // A later device must not receive these taps in a broadcast that is still pending.
  const isTold = () =>
    device.all('occupancy_updated').find(({ areas }) => areas.some(({ areaId }) => areaId === 'bar'));
  await device.until(isTold, 'both taps');
  return device;
}

test('a reset of all areas sets them to 0 in one version and one broadcast, and the journal lists each of them', async () => {
  await crowd();
  const { device: door } = await joinRoom(clientIdOf(2));
  expect(await reset()).toEqual({ ok: true, value: null });
  const { version, areas } = await door.next('occupancy_updated');
  expect(areas.map((area) => [area.areaId, area.currentOccupancy, area.totalEntries, area.version])).toEqual([
    ['main', 0, 5, version],
    ['bar', 0, 2, version],
    ['yard', 0, 0, version],
  ]);
  expect(await resets()).toEqual([
    { actor: ADMIN, area_id: 'main', before: 5, after: 0 },
    { actor: ADMIN, area_id: 'bar', before: 2, after: 0 },
    { actor: ADMIN, area_id: 'yard', before: 0, after: 0 },
  ]);
  door.send({ type: 'request_sync' });
  expect(await door.next('sync')).toMatchObject({ version });
  expect(door.all('occupancy_updated')).toHaveLength(1);

  await roomStub().applyDefinition(definition({ revision: 2, areas: AREAS.slice(0, 1) }), ADMIN);
  expect(await reset()).toEqual({ ok: true, value: null });
  expect(await resets(), 'deleted areas stay as they are').toHaveLength(4);
});

test('a late tap from before the reset adds nobody, even in an area that was empty, and neither does its undo', async () => {
  const device = await crowd();
  await reset();
  device.send(batch(3, [1], 'main', Date.now() - HOUR_MS));
  device.send(batch(4, [3], 'yard', Date.now() - HOUR_MS));
  device.send({
    ...batch(5, []),
    taps: [{ areaId: 'bar', change: -2, at: Date.now(), undoes: 2 }],
  });
  await device.until(() => device.all('ack').find(({ seq }) => seq === 5), 'the late taps');
  expect(await counts()).toEqual({ main: [0, 6, 0], bar: [0, 0, 0], yard: [0, 3, 0] });
  device.send(batch(6, [1], 'yard'));
  await device.until(() => device.all('ack').find(({ seq }) => seq === 6), 'a tap of now');
  expect(await counts()).toMatchObject({ yard: [1, 4, 0] });
  const { stored, rebuilt } = await storedAndRebuilt();
  expect(rebuilt).toEqual(stored);
});
