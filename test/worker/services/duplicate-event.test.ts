import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../../src/db/client';
import { loadDefinition } from '../../../src/db/definitions';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { EventSchema } from '../../../src/shared/schemas/event';
import { CAPACITY_PLAN } from '../support/capacity-plan';
import { createArea, createVenue, loginWithCode } from '../support/accounts';
import type { Client } from '../support/client';
import { openSocket } from '../support/sockets';
import { tapper } from '../support/taps';

const CATEGORIES = { categories: [{ name: 'Adults' }, { name: 'Children', capacity: 50 }], areOutsNamed: true };
const VENUE = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [60, 95] };
const SCHEDULE = { timeZone: 'Asia/Tokyo', reportTime: '05:30', startDate: '2025-07-31', endDate: '2025-08-02' };

const LIMITS = [{ kind: 'fire', capacity: 25, condition: 'Certificate 7' }];
const LETTERHEAD = { organizer: 'Riverside Events Ltd', address: '12 Quay Street, Bristol' };

const duplicate = (client: Client, eventId: string, eventName: unknown = 'Copy of Summer Fest') =>
  client.post(`/api/events/${eventId}/duplicate`, { eventName });

const planFor = (areaId: string) => ({
  ...CAPACITY_PLAN,
  spaces: [{ ...CAPACITY_PLAN.spaces[0], areaId }],
});

/** An event with every setting and with people inside. */
async function fullVenue() {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}`;
  await createArea(admin, event.eventId, 'Zelt', 80);
  const gone = await createArea(admin, event.eventId, 'Gone', 10);
  const bar = await createArea(admin, event.eventId, 'Bar', 30);
  await admin.client.call('PATCH', `/api/areas/${bar.areaId}`, { body: { limits: LIMITS } });
  await admin.client.call('DELETE', `/api/areas/${gone.areaId}`);
  await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { capacity: 0 } });
  await admin.client.call('PUT', `${path}/venue`, { body: VENUE });
  await admin.client.call('PUT', `${path}/categories`, { body: CATEGORIES });
  await admin.client.call('PUT', `${path}/schedule`, { body: SCHEDULE });
  await admin.client.call('PUT', `${path}/letterhead`, { body: LETTERHEAD });
  await admin.client.post(`${path}/display`);
  await admin.client.call('PUT', `${path}/capacity-plan`, { body: planFor(bar.areaId) });
  await tapper(device, event.eventId)([{ areaId: area.areaId, change: 5 }]);
  return { admin, event, area, device };
}

test('a copy has the areas in their order, the venue, the categories and the schedule, and no counts, reports or display', async () => {
  const { admin, event } = await fullVenue();
  const before = await loadDefinition(openDatabase(env.DB), event.eventId);
  const hub = await openSocket(admin.client, '/api/account/socket');
  const answer = await duplicate(admin.client, event.eventId, '  Winter Fest ');
  expect(await loadDefinition(openDatabase(env.DB), event.eventId), 'the source').toEqual(before);
  expect(await hub.next('event_created')).toEqual({ type: 'event_created', event: answer.body });
  expect(answer.status).toBe(201);
  const copy = z.parse(EventSchema, answer.body);
  expect(copy).toMatchObject({ eventName: 'Winter Fest', venue: VENUE, categories: before?.event.categories });
  expect(copy.categories?.list.map(({ name }) => name)).toEqual(['Adults', 'Children']);
  expect([copy.eventId, copy.accessCode]).not.toEqual([event.eventId, event.accessCode]);
  const path = `/api/events/${copy.eventId}`;

  const { areas, alerts } = z.parse(AreaListSchema, (await admin.client.get(`${path}/areas`)).body);
  expect(areas.map(({ areaName, capacity }) => [areaName, capacity])).toEqual([
    ['Main Stage', 0],
    ['Zelt', 80],
    ['Bar', 25],
  ]);
  const bar = areas.at(-1);
  expect(bar).toMatchObject({ ownCapacity: 30, limits: LIMITS });
  // The plan is linked to the areas of the copy.
  expect((await admin.client.get(`${path}/capacity-plan`)).body).toMatchObject({
    plan: { ...planFor(String(bar?.areaId)), result: { people: 300, areas: [{ areaId: bar?.areaId, people: 300 }] } },
  });
  for (const area of areas)
    expect(area).toMatchObject({ currentOccupancy: 0, totalEntries: 0, totalExits: 0, lastUpdatedAt: null });
  expect(alerts).toEqual([]);
  expect((await admin.client.get(`${path}/schedule`)).body).toEqual(SCHEDULE);
  expect((await admin.client.get(`${path}/report`)).body).toMatchObject({ letterhead: LETTERHEAD, days: [] });
  expect((await admin.client.get(`${path}/display`)).body).toEqual({ displayToken: null });
  expect((await admin.client.get(`${path}/reports`)).body).toEqual({ reports: [] });
  // A device of one event has no access to the other.
  const door = await loginWithCode(copy.accessCode);
  expect((await door.get(`/api/events/${event.eventId}/areas`)).status).toBe(404);
});
