import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { HOUR_MS } from '../../../src/shared/limits';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { createArea, createEvent, createVenue, loginWithCode } from '../support/accounts';
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

test('a new area is empty, trimmed, and on every device’s list', async () => {
  const { admin, event, device } = await createVenue();
  const answer = await admin.client.post(`/api/events/${event.eventId}/areas`, { areaName: ' Bar ', capacity: 1 });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({
    areaId: expect.stringMatching(/^[0-9a-f]{32}$/),
    areaName: 'Bar',
    capacity: 1,
    currentOccupancy: 0,
    totalEntries: 0,
    totalExits: 0,
    lastUpdatedAt: null,
    version: 0,
  });
  const names = (await listAreas(device, event.eventId)).map(({ areaName }) => areaName);
  expect(names).toEqual(['Main Stage', 'Bar']);
});

test('a name, a capacity, or both are changed', async () => {
  const { admin, event, area } = await createVenue();
  const patch = (body: unknown) => admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body });
  const { areaId } = area;
  expect((await patch({ areaName: ' Bar ' })).body).toEqual({ areaId, areaName: 'Bar', capacity: 500 });
  expect((await patch({ capacity: 0 })).body).toEqual({ areaId, areaName: 'Bar', capacity: 0 });
  expect((await patch({ areaName: 'Pit', capacity: 9 })).body).toEqual({ areaId, areaName: 'Pit', capacity: 9 });
  expect(await listAreas(admin.client, event.eventId)).toMatchObject([{ areaName: 'Pit', capacity: 9 }]);
});

test('the polling call counts, the reset brings occupancy to 0 and keeps the totals', async () => {
  const { admin, event, area, device } = await createVenue();
  const polled = await count(device, event.eventId, area.areaId, 5);
  expect(polled.status).toBe(200);
  expect(polled.body).toMatchObject({
    ack: { seq: 1 },
    sync: { eventId: event.eventId, countingAllowed: true, areas: [{ currentOccupancy: 5, totalEntries: 5 }] },
  });
  const reset = await admin.client.call('PUT', `/api/areas/${area.areaId}/reset`);
  expect(reset).toMatchObject({ status: 200, body: { success: true } });
  expect(await listAreas(device, event.eventId)).toMatchObject([{ currentOccupancy: 0, totalEntries: 5 }]);
});

test('a deleted area is gone, its sibling is not', async () => {
  const { admin, event, area, device } = await createVenue();
  const bar = await createArea(admin, event.eventId, 'Bar', 10);
  await count(device, event.eventId, bar.areaId, 2);
  expect((await admin.client.call('DELETE', `/api/areas/${area.areaId}`)).body).toEqual({ success: true });
  expect(await listAreas(device, event.eventId)).toMatchObject([{ areaName: 'Bar', currentOccupancy: 2 }]);
  for (const [method, path] of [
    ['DELETE', ''],
    ['PUT', '/reset'],
  ] as const) {
    expect((await admin.client.call(method, `/api/areas/${area.areaId}${path}`)).status).toBe(404);
  }
});

test('20 changes at once all arrive', async () => {
  const { admin, event } = await createVenue();
  await Promise.all(Array.from({ length: 20 }, (_, n) => createArea(admin, event.eventId, `Door ${n}`, n + 1)));
  expect(await listAreas(admin.client, event.eventId)).toHaveLength(21);
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

/** Five on the main stage, two at the bar, nobody in the yard. */
async function crowd() {
  await knownRoom({ areas: AREAS });
  const { device } = await joinRoom(clientIdOf(1));
  device.send(batch(1, [5]));
  device.send(batch(2, [2], 'bar'));
  // A later device must not hear of these taps in a broadcast that was still to come.
  const isTold = () =>
    device.all('occupancy_updated').find(({ areas }) => areas.some(({ areaId }) => areaId === 'bar'));
  await device.until(isTold, 'both taps');
  return device;
}

test('all areas are at 0 in one version and one broadcast; the journal has each of them', async () => {
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

  await roomStub().follow(definition({ revision: 2, areas: AREAS.slice(0, 1) }), ADMIN);
  expect(await reset()).toEqual({ ok: true, value: null });
  expect(await resets(), 'deleted areas stay as they are').toHaveLength(4);
});

test('all or nothing: where one row cannot be written no area has changed', async () => {
  await crowd();
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec(
      "CREATE TRIGGER full BEFORE INSERT ON journal WHEN NEW.area_id = 'bar' BEGIN SELECT RAISE(ABORT, 'disk full'); END",
    );
  });
  await runInDurableObject(roomStub(), async (room) => {
    await expect(room.resetArea(visitOf(definition()), null, ADMIN)).rejects.toThrow('disk full');
  });
  expect(await counts()).toEqual({ main: [5, 5, 0], bar: [2, 2, 0], yard: [0, 0, 0] });
  expect(await resets()).toEqual([]);
});

test('taps from before that arrive later bring nobody back, also where nobody was; undoes of them neither', async () => {
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

test('all areas are reset, also while counting is locked: the report ends with what the room has, whatever comes late', async () => {
  const { admin, event, area, device } = await createVenue();
  const yard = await createArea(admin, event.eventId, 'Yard', 50);
  const elsewhere = await createEvent(admin, 'Elsewhere');
  const other = await createArea(admin, elsewhere.eventId);
  await count(await loginWithCode(elsewhere.accessCode), elsewhere.eventId, other.areaId, 7);
  await count(device, event.eventId, area.areaId, 5);
  const setStatus = (status: string | null) =>
    env.DB.prepare('UPDATE users SET subscription_status = ?, revision = revision + 1').bind(status).run();
  await setStatus('canceled');
  const answer = await admin.client.post(`/api/events/${event.eventId}/reset`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  await setStatus(null);
  expect(await listAreas(admin.client, elsewhere.eventId)).toMatchObject([{ currentOccupancy: 7 }]);
  await count(device, event.eventId, yard.areaId, 3, Date.now() - 1000);
  const figures = async () => {
    const { body } = await admin.client.get(`/api/events/${event.eventId}/report`);
    return Object.fromEntries(
      z.parse(ReportSchema, body).areas.map((one) => [one.areaName, [one.ins, one.peak, one.closing]]),
    );
  };
  expect(await figures()).toEqual({ 'Main Stage': [5, 5, 0], Yard: [3, 3, 0] });
  await count(device, event.eventId, yard.areaId, 1);
  await admin.client.call('PUT', `/api/areas/${yard.areaId}/reset`);
  expect(await figures()).toEqual({ 'Main Stage': [5, 5, 0], Yard: [4, 3, 0] });
});
