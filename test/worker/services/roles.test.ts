import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CLOSE, PROTOCOL_VERSION } from '../../../src/shared/protocol/version';
import { DeviceListSchema } from '../../../src/shared/schemas/device';
import { createEvent, createVenue, signUp } from '../support/accounts';
import { accountOf, addMember } from '../support/members';
import { openSocket } from '../support/sockets';

/**
 * Tests what supervisors and viewers get of their events besides permissions, which are tested for each call
 * (routes/permissions.test.ts) and each message (room/socket-permissions.test.ts).
 */

const NOT_BY_ROLE = { code: 'forbidden', message: { id: 'not_by_role' } };

const socketOf = (eventId: string) => `/api/events/${eventId}/socket?v=${PROTOCOL_VERSION}`;

test('supervisors and viewers have the chosen events and no others, also if none is stored', async () => {
  const owner = await signUp();
  const [mine, other] = [await createEvent(owner, 'Mine'), await createEvent(owner, 'Other')];
  const supervisor = await addMember(owner, 'supervisor', [mine.eventId, 'an-event-that-was-deleted']);
  const viewer = await addMember(owner, 'viewer', [mine.eventId]);
  const nowhere = await addMember(owner, 'supervisor');
  const me = await supervisor.client.get('/api/users/me');
  const eventIds = [mine.eventId, 'an-event-that-was-deleted'];
  expect(me.body).toMatchObject({ role: 'supervisor', memberRole: 'supervisor', eventIds });
  expect((await nowhere.client.get('/api/users/me')).body).toMatchObject({ role: 'supervisor', eventIds: [] });
  expect((await supervisor.client.get('/api/events')).body).toEqual([mine]);
  expect((await viewer.client.get('/api/events')).body).toEqual([{ ...mine, accessCode: '' }]);
  expect((await nowhere.client.get('/api/events')).body).toEqual([]);
  const byCode = ({ accessCode }: { accessCode: string }) => `/api/events/by-access-code/${accessCode}`;
  expect((await supervisor.client.get(byCode(mine))).body).toEqual(mine);
  expect((await supervisor.client.get(byCode(other))).status).toBe(404);
  expect((await viewer.client.get(byCode(mine))).status).toBe(404);
  const refused = await supervisor.client.call('PATCH', `/api/events/${mine.eventId}`, { body: { eventName: 'New' } });
  expect([refused.status, refused.body]).toMatchObject([403, NOT_BY_ROLE]);
});

test('an event of the caller’s other account is nobody’s unless it is chosen there', async () => {
  const [here, there] = [await signUp(), await signUp()];
  const [chosen, hidden] = [await createEvent(there, 'Chosen'), await createEvent(there, 'Hidden')];
  const { client, personId } = await addMember(here, 'viewer');
  await env.DB.prepare(
    "INSERT INTO members (owner_id, person_id, role, created_at, event_ids) VALUES (?, ?, 'viewer', 0, ?)",
  )
    .bind(await accountOf(there), personId, JSON.stringify([chosen.eventId]))
    .run();
  // The session may come back to that account.
  expect((await client.get(`/api/events/${chosen.eventId}/areas`)).status).toBe(503);
  expect((await client.get(`/api/events/${hidden.eventId}/areas`)).status).toBe(404);
});

test('a viewer’s page neither opens the event nor becomes one of its devices, whatever it says', async () => {
  const { admin, event, area } = await createVenue();
  const viewer = await addMember(admin, 'viewer', [event.eventId]);
  const early = await openSocket(viewer.client, socketOf(event.eventId));
  expect(await early.closedWith()).toBe(CLOSE.notOpened);
  const [door, deviceId] = [await openSocket(admin.client, socketOf(event.eventId)), 'device-north-gate-01'];
  const join = { type: 'join_event' as const, eventId: event.eventId, deviceId };
  door.send({ ...join, clientId: 'door-phone-00000001', deviceName: 'North gate' });
  await door.next('sync');
  const watching = await openSocket(viewer.client, socketOf(event.eventId));
  watching.send({ ...join, clientId: 'viewer-page-0000001', deviceName: 'Fake gate', direction: 'out' });
  expect((await watching.next('sync')).event).toEqual({ ...event, accessCode: '' });
  const tap = { areaId: area.areaId, change: 1, at: Date.now() };
  watching.send({ type: 'update_occupancy', eventId: event.eventId, seq: 1, sentAt: Date.now(), taps: [tap] });
  expect(await watching.next('retry')).toMatchObject({ seq: 1 });
  const { body } = await admin.client.get(`/api/events/${event.eventId}/devices`);
  expect(z.parse(DeviceListSchema, body).devices.map(({ deviceName }) => deviceName)).toEqual(['North gate']);
});
