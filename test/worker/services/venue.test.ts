import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/db/client';
import { loadDefinition } from '../../../src/db/definitions';
import type { VenueSettings } from '../../../src/shared/schemas/venue-settings';
import { createVenue } from '../support/accounts';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

const SETTINGS: VenueSettings = {
  capacity: 1000,
  staffAllowance: 40,
  safetyMarginPercent: 5,
  alertThresholds: [80, 100],
};
const storedVenue = (eventId: string) =>
  env.DB.prepare('SELECT venue FROM events WHERE event_id = ?').bind(eventId).first('venue');

test('its settings are part of the event from then on, for everyone, and whole each time', async () => {
  const { admin, event, device } = await createVenue();
  const set = (body: unknown) => admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body });
  expect(await set({ ...SETTINGS, eventName: 'Ignored' })).toMatchObject({
    status: 200,
    body: { ...event, venue: SETTINGS },
  });
  const withVenue = { ...event, venue: SETTINGS };
  expect((await admin.client.get('/api/events')).body).toEqual([withVenue]);
  expect((await device.get(`/api/events/by-access-code/${event.accessCode}`)).body).toEqual(withVenue);
  expect((await loadDefinition(openDatabase(env.DB), event.eventId))?.event).toEqual(withVenue);
  const renamed = await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'Winter' } });
  expect(renamed.body).toEqual({ ...withVenue, eventName: 'Winter' });

  const without = { capacity: null, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] };
  expect((await set(without)).body).toEqual({ ...event, eventName: 'Winter', venue: without });
  expect((await set({ capacity: 5 })).status).toBe(400);
  expect(JSON.parse(String(await storedVenue(event.eventId)))).toEqual(without);
});

test('new settings reach every device, under a new revision', async () => {
  const { admin, event, device } = await createVenue();
  const desk = await openSocket(admin.client, '/api/account/socket?v=2');
  const door = await join(device, event.eventId, clientIdOf(1));
  const before = await loadDefinition(openDatabase(env.DB), event.eventId);
  await admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body: SETTINGS });
  for (const socket of [desk, door]) {
    expect((await socket.next('event_updated')).event).toEqual({ ...event, venue: SETTINGS });
  }
  const after = await loadDefinition(openDatabase(env.DB), event.eventId);
  expect(after?.revision).toBe((before?.revision ?? 0) + 1);
});

test.each([
  ['event', (eventId: string) => `/api/events/${eventId}`],
  ['account', () => '/api/users'],
])('nothing of them stays once the %s is deleted', async (_what, path) => {
  const { admin, event } = await createVenue();
  await admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body: SETTINGS });
  expect(await storedVenue(event.eventId)).not.toBeNull();
  expect((await admin.client.call('DELETE', path(event.eventId))).status).toBe(200);
  expect(await storedVenue(event.eventId)).toBeNull();
});
