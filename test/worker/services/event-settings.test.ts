import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../../src/db/client';
import { loadDefinition } from '../../../src/db/definitions';
import { ReportSchema } from '../../../src/shared/schemas/report';
import type { VenueSettings } from '../../../src/shared/schemas/venue-settings';
import { FRIDAY, FRIDAY_NIGHT } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { CAPACITY_PLAN } from '../support/capacity-plan';
import { createOpenVenue, createVenue } from '../support/accounts';
import { markedDays } from '../support/days';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';
import { tapper } from '../support/taps';

const VENUE: VenueSettings = {
  capacity: 1000,
  staffAllowance: 40,
  safetyMarginPercent: 5,
  alertThresholds: [80, 100],
};
const storedVenue = (eventId: string) =>
  env.DB.prepare('SELECT venue FROM events WHERE event_id = ?').bind(eventId).first('venue');

test('venue settings are part of the event for everyone and are replaced as a whole', async () => {
  const { admin, event, device } = await createVenue();
  const desk = await openSocket(admin.client, '/api/account/socket?v=1');
  const door = await join(device, event.eventId, clientIdOf(1));
  const before = await loadDefinition(openDatabase(env.DB), event.eventId);
  const set = (body: unknown) => admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body });
  expect(await set({ ...VENUE, eventName: 'Ignored' })).toMatchObject({
    status: 200,
    body: { ...event, venue: VENUE },
  });
  const withVenue = { ...event, venue: VENUE };
  expect((await admin.client.get('/api/events')).body).toEqual([withVenue]);
  expect((await device.get(`/api/events/by-access-code/${event.accessCode}`)).body).toEqual(withVenue);
  expect(await loadDefinition(openDatabase(env.DB), event.eventId)).toMatchObject({
    event: withVenue,
    revision: (before?.revision ?? 0) + 1,
  });
  for (const socket of [desk, door]) expect((await socket.next('event_updated')).event).toEqual(withVenue);
  const renamed = await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'Winter' } });
  expect(renamed.body).toEqual({ ...withVenue, eventName: 'Winter' });

  const without = { capacity: null, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] };
  expect((await set(without)).body).toEqual({ ...event, eventName: 'Winter', venue: without });
  expect(JSON.parse(String(await storedVenue(event.eventId)))).toEqual(without);
});

test("a venue's limits lower its capacity, stay for a caller that does not know them, and can be removed", async () => {
  const { admin, event, device } = await createVenue();
  const license = { kind: 'license', capacity: 900, condition: 'Premises license, condition 12' } as const;
  const fire = { kind: 'fire', capacity: 850, condition: 'Certificate 7' } as const;
  const set = async (body: unknown) =>
    (await admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body })).body;
  const limited = { ...VENUE, capacity: 850, ownCapacity: 1000, limits: [license, fire] };
  expect(await set({ ...VENUE, limits: [fire, license] })).toEqual({ ...event, venue: limited });
  expect((await device.get(`/api/events/by-access-code/${event.accessCode}`)).body).toMatchObject({ venue: limited });
  // What an admin has set is stored; what follows from it is not.
  expect(JSON.parse(String(await storedVenue(event.eventId)))).toEqual({ ...VENUE, limits: [license, fire] });
  expect(await set({ ...VENUE, capacity: 400 })).toMatchObject({
    venue: { capacity: 400, ownCapacity: 400, limits: [license, fire] },
  });
  expect(await set({ ...VENUE, capacity: null })).toMatchObject({ venue: { capacity: 850, ownCapacity: null } });
  expect(await set({ ...VENUE, limits: [] })).toEqual({ ...event, venue: VENUE });
});

test('a capacity plan is computed, kept with the event and written into the journal of its room', async () => {
  const { admin, event, area } = await createOpenVenue();
  const path = `/api/events/${event.eventId}/capacity-plan`;
  expect(await admin.client.get(path)).toMatchObject({ status: 200, body: { plan: null } });
  const plan = {
    ...CAPACITY_PLAN,
    spaces: [{ ...CAPACITY_PLAN.spaces[0], areaId: area.areaId }],
    exits: [{ name: 'Gate', width: 240, isStair: true }],
    own: 280,
  };
  const saved = await admin.client.call('PUT', path, { body: plan });
  expect(saved).toMatchObject({
    status: 200,
    body: {
      plan: {
        ...plan,
        result: {
          steps: { floor: 300, exits: null, own: 280 },
          people: 280,
          decides: 'own',
          areas: [{ areaId: area.areaId, people: 300 }],
        },
        computedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      },
    },
  });
  expect((await admin.client.get(path)).body).toEqual(saved.body);
  expect((await admin.client.call('PUT', path, { body: { ...plan, spaces: [{}] } })).status).toBe(400);
  await admin.client.call('PUT', path, { body: { ...plan, own: null } });
  const room = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  const entries = await runInDurableObject(room, (_room, { storage }) =>
    storage.sql.exec("SELECT before, after FROM journal WHERE kind = 'capacity_planned' ORDER BY id").toArray(),
  );
  expect(entries).toEqual([
    { before: null, after: '280' },
    { before: '280', after: '300' },
  ]);
  // A plan changes no capacity.
  expect((await admin.client.get(`/api/events/${event.eventId}/areas`)).body).toMatchObject({
    areas: [{ capacity: area.capacity }],
  });
});

const SCHEDULE = { timeZone: 'Asia/Tokyo', reportTime: '05:30', startDate: '2025-07-31', endDate: '2025-08-02' };

test('an event has a schedule from the start, and a new clock is stored in its definition and applies after the present day', async () => {
  // In Tokyo it is Saturday morning.
  stopClock(FRIDAY_NIGHT);
  const { admin, event, area, device } = await createOpenVenue();
  const path = `/api/events/${event.eventId}/schedule`;
  const set = (body: unknown) => admin.client.call('PUT', path, { body });
  const first = { timeZone: expect.any(String), reportTime: '06:00', startDate: null, endDate: null };
  expect(await admin.client.get(path)).toMatchObject({ status: 200, body: first });
  const database = openDatabase(env.DB);
  const before = await loadDefinition(database, event.eventId);
  // The room begins its first day with the first schedule.
  await device.get(`/api/events/${event.eventId}/areas`);
  expect(await set({ ...SCHEDULE, timeZone: 'asia/tokyo', eventName: 'Ignored' })).toMatchObject({
    status: 200,
    body: SCHEDULE,
  });
  const after = await loadDefinition(database, event.eventId);
  expect([after?.timeZone, after?.reportTime]).toEqual(['Asia/Tokyo', '05:30']);
  expect(after?.revision).toBe((before?.revision ?? 0) + 1);

  await tapper(device, event.eventId)([{ areaId: area.areaId, change: 1 }]);
  const room = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  expect((await markedDays(room)).map(({ day }) => day)).toEqual([FRIDAY]);
  expect((await admin.client.get(path)).body).toEqual(SCHEDULE);
  const open = { ...SCHEDULE, startDate: null, endDate: null };
  expect((await set(open)).body).toEqual(open);
  expect((await admin.client.get(path)).body).toEqual(open);
});

test('the letterhead heads every report of the event, is replaced as a whole, and is no part of what rooms know', async () => {
  const { admin, event } = await createOpenVenue();
  const path = `/api/events/${event.eventId}`;
  const set = (body: unknown) => admin.client.call('PUT', `${path}/letterhead`, { body });
  const shown = async () => z.parse(ReportSchema, (await admin.client.get(`${path}/report`)).body).letterhead;
  expect(await shown()).toEqual({ organizer: '', address: '' });
  const before = await loadDefinition(openDatabase(env.DB), event.eventId);
  const letterhead = { organizer: 'Riverside Events Ltd', address: '12 Quay Street, Bristol' };
  expect(await set({ organizer: ' Riverside Events Ltd ', address: letterhead.address, venue: null })).toMatchObject({
    status: 200,
    body: letterhead,
  });
  expect(await shown()).toEqual(letterhead);
  expect(await loadDefinition(openDatabase(env.DB), event.eventId)).toEqual(before);
  expect((await set({ organizer: '', address: 'Elsewhere' })).body).toEqual({ organizer: '', address: 'Elsewhere' });
  expect(await shown()).toEqual({ organizer: '', address: 'Elsewhere' });

  await admin.client.call('DELETE', path);
  expect((await set(letterhead)).status).toBe(404);
});
