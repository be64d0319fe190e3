import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { createArea, createVenue } from '../support/accounts';
import type { Client } from '../support/client';

const listAreas = async (client: Client, eventId: string) =>
  z.parse(AreaListSchema, (await client.get(`/api/events/${eventId}/areas`)).body).areas;

const count = (client: Client, eventId: string, areaId: string, change: number) =>
  client.post(`/api/events/${eventId}/occupancy`, {
    clientId: crypto.randomUUID(),
    seq: 1,
    sentAt: Date.now(),
    taps: [{ areaId, change, at: Date.now() }],
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

test('a change that is half wrong changes nothing', async () => {
  const { admin, event, area } = await createVenue();
  const answer = await admin.client.call('PATCH', `/api/areas/${area.areaId}`, {
    body: { areaName: 'Pit', capacity: -1 },
  });
  expect(answer.status).toBe(400);
  expect(await listAreas(admin.client, event.eventId)).toMatchObject([{ areaName: 'Main Stage', capacity: 500 }]);
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
