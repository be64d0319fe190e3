import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../../src/db/client';
import { loadDefinition } from '../../../src/db/definitions';
import { ACCESS_CODE_ALPHABET } from '../../../src/shared/rules/access-code';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { EventSchema } from '../../../src/shared/schemas/event';
import { createArea, createEvent, createVenue, loginWithCode, signUp } from '../support/accounts';
import type { Client } from '../support/client';
import { batch, clientIdOf } from '../support/room';
import { openSocket } from '../support/sockets';

const VENUE = { capacity: 900, staffAllowance: 20, safetyMarginPercent: 5, alertThresholds: [60, 95] };
const SCHEDULE = { timeZone: 'Asia/Tokyo', reportTime: '05:30', startDate: '2026-07-31', endDate: '2026-08-02' };

const duplicate = (client: Client, eventId: string, eventName: unknown = 'Copy of Summer Fest') =>
  client.post(`/api/events/${eventId}/duplicate`, { eventName });

/** An event with all that can be set, and people in it. */
async function fullVenue() {
  const { admin, event, area, device } = await createVenue();
  const path = `/api/events/${event.eventId}`;
  await createArea(admin, event.eventId, 'Zelt', 80);
  const gone = await createArea(admin, event.eventId, 'Gone', 10);
  await createArea(admin, event.eventId, 'Bar', 30);
  await admin.client.call('DELETE', `/api/areas/${gone.areaId}`);
  await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { capacity: 0 } });
  await admin.client.call('PUT', `${path}/venue`, { body: VENUE });
  await admin.client.call('PUT', `${path}/schedule`, { body: SCHEDULE });
  await admin.client.post(`${path}/display`);
  const { seq, sentAt, taps } = batch(1, [5], area.areaId);
  await device.post(`${path}/occupancy`, { clientId: clientIdOf(1), seq, sentAt, taps });
  return { admin, event, area, device };
}

test('a copy has the areas in their order, the venue and the schedule, and no counts, reports or display', async () => {
  const { admin, event } = await fullVenue();
  const before = await loadDefinition(openDatabase(env.DB), event.eventId);
  const hub = await openSocket(admin.client, '/api/account/socket');
  const answer = await duplicate(admin.client, event.eventId, '  Winter Fest ');
  expect(await loadDefinition(openDatabase(env.DB), event.eventId), 'the source').toEqual(before);
  expect(await hub.next('event_created')).toEqual({ type: 'event_created', event: answer.body });
  expect(answer.status).toBe(201);
  const copy = z.parse(EventSchema, answer.body);
  expect(copy).toEqual({
    eventId: expect.stringMatching(/^[0-9a-f]{32}$/),
    eventName: 'Winter Fest',
    accessCode: expect.stringMatching(new RegExp(`^[${ACCESS_CODE_ALPHABET}]{8}$`)),
    venue: VENUE,
  });
  expect([copy.eventId, copy.accessCode]).not.toEqual([event.eventId, event.accessCode]);
  const path = `/api/events/${copy.eventId}`;

  const { areas, alerts } = z.parse(AreaListSchema, (await admin.client.get(`${path}/areas`)).body);
  expect(areas.map(({ areaName, capacity }) => [areaName, capacity])).toEqual([
    ['Main Stage', 0],
    ['Zelt', 80],
    ['Bar', 30],
  ]);
  for (const area of areas)
    expect(area).toMatchObject({ currentOccupancy: 0, totalEntries: 0, totalExits: 0, lastUpdatedAt: null });
  const { results } = await env.DB.prepare('SELECT area_id FROM areas').all<{ area_id: string }>();
  expect(new Set(results.map(({ area_id }) => area_id)).size).toBe(7);
  expect(alerts).toEqual([]);
  expect((await admin.client.get(`${path}/schedule`)).body).toEqual(SCHEDULE);
  expect((await admin.client.get(`${path}/display`)).body).toEqual({ displayToken: null });
  expect((await admin.client.get(`${path}/reports`)).body).toEqual({ reports: [] });
  expect(
    await env.DB.prepare('SELECT revision, generation FROM events WHERE event_id = ?').bind(copy.eventId).first(),
  ).toEqual({ revision: 1, generation: 0 });
  // The door of the one is none of the other.
  const door = await loginWithCode(copy.accessCode);
  expect((await door.get(`/api/events/${event.eventId}/areas`)).status).toBe(404);
});

test('an event that is deleted meanwhile is 404, and leaves nothing', async () => {
  const { admin, event } = await createVenue();
  await env.DB.prepare(
    `CREATE TRIGGER meanwhile BEFORE INSERT ON events
     BEGIN UPDATE events SET deleted_at = 1; SELECT RAISE(IGNORE); END`,
  ).run();
  const answer = await duplicate(admin.client, event.eventId);
  await env.DB.prepare('DROP TRIGGER meanwhile').run();
  expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await env.DB.prepare('SELECT count(*) AS n FROM areas').first('n')).toBe(1);
});

test('where the areas of a copy cannot be written there is no event', async () => {
  const { admin, event } = await createVenue();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await env.DB.prepare("CREATE TRIGGER full BEFORE INSERT ON areas BEGIN SELECT RAISE(ABORT, 'disk full'); END").run();
  const answer = await duplicate(admin.client, event.eventId);
  await env.DB.prepare('DROP TRIGGER full').run();
  log.mockRestore();
  expect(answer.status).toBe(500);
  expect((await admin.client.get('/api/events')).body).toEqual([event]);
});

test('a hundred areas are copied, in order; the copy of a copy is the same', async () => {
  const admin = await signUp();
  const event = await createEvent(admin);
  const insert = env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
     INSERT INTO areas (area_id, event_id, area_name, capacity, created_at) SELECT 'a' || i, ?1, 'A' || (i * 37 % 101), i, 0 FROM n`,
  );
  await insert.bind(event.eventId).run();
  const first = z.parse(EventSchema, (await duplicate(admin.client, event.eventId)).body);
  const second = z.parse(EventSchema, (await duplicate(admin.client, first.eventId)).body);
  const areasOf = async (eventId: string) =>
    (await loadDefinition(openDatabase(env.DB), eventId))?.areas.map(({ areaName, capacity }) => [areaName, capacity]);
  const expected = await areasOf(event.eventId);
  expect(expected).toHaveLength(100);
  expect(await areasOf(first.eventId)).toEqual(expected);
  expect(await areasOf(second.eventId)).toEqual(expected);
});
