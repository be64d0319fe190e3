import {
  createExecutionContext,
  runDurableObjectAlarm,
  runInDurableObject,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { HANDOVER_MS } from '../../../src/shared/limits';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { createVenue, PASSWORD } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { createClient, HTTP } from '../support/client';
import { putDefinition } from '../support/definitions';
import type { Device } from '../support/device';
import { clientIdOf, EVENT_ID, joinRoom, knownRoom, roomStub } from '../support/room';
import { join, openSocket } from '../support/sockets';

const error = vi.spyOn(console, 'error');
beforeEach(() => void error.mockImplementation(() => undefined));
afterEach(() => void error.mockReset());

/** The call as it is made while no room and no hub can be reached. */
async function callUnheard(cookie: string, method: string, path: string, body?: object): Promise<number> {
  const context = createExecutionContext();
  const init = {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  };
  const answer = await app.request(HTTP + path, init, unreachableObjects(), context);
  await waitOnExecutionContext(context);
  return answer.status;
}

async function openVenue() {
  const { admin, event, area, device } = await createVenue();
  const phone = createClient();
  await phone.post('/api/auth/login', { username: admin.email, password: PASSWORD });
  const link = await admin.client.post(`/api/events/${event.eventId}/display`);
  const token = z.parse(DisplayLinkSchema, link.body).displayToken ?? '';
  const viewer = await openSocket(createClient(), `/api/displays/${token}/socket?v=1`);
  viewer.send({ type: 'join_event', eventId: event.eventId });
  await viewer.next('display');
  const sockets = {
    desk: await join(admin.client, event.eventId, clientIdOf(1)),
    phone: await join(phone, event.eventId, clientIdOf(2)),
    door: await join(device, event.eventId, clientIdOf(3)),
    deskHub: await openSocket(admin.client, '/api/account/socket'),
    phoneHub: await openSocket(phone, '/api/account/socket'),
  };
  const ownerId = await env.DB.prepare('SELECT owner_id FROM events').first<string>('owner_id');
  const upkeep = async () => {
    await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)));
    await runDurableObjectAlarm(env.HUBS.get(env.HUBS.idFromName(ownerId ?? '')));
  };
  const counts = async (at: Device, seq: number) => {
    at.send({
      type: 'update_occupancy',
      eventId: event.eventId,
      seq,
      sentAt: Date.now(),
      taps: [{ areaId: area.areaId, change: 1, at: Date.now() }],
    });
    await at.next('ack');
  };
  return { admin, event, sockets, viewer, upkeep, counts };
}

test('an end that no room and no hub heard of: both close its sockets at their upkeep, and no others', async () => {
  const { admin, sockets, viewer, upkeep, counts } = await openVenue();
  expect(await callUnheard(admin.client.cookie(), 'DELETE', '/api/users/sessions')).toBe(200);
  for (const socket of Object.values(sockets)) expect(socket.closed).toBeNull();
  await upkeep();
  expect(await sockets.phone.closedWith()).toBe(4401);
  expect(await sockets.phoneHub.closedWith()).toBe(4401);
  await counts(sockets.desk, 1);
  await counts(sockets.door, 1);
  for (const socket of [sockets.desk, sockets.door, sockets.deskHub, viewer]) expect(socket.closed).toBeNull();
});

test('a code replaced, which the room did not hear: it closes the doors’ sockets at its upkeep, and no others', async () => {
  const { admin, sockets, event, upkeep, counts } = await openVenue();
  expect(await callUnheard(admin.client.cookie(), 'POST', `/api/events/${event.eventId}/access-code`)).toBe(200);
  expect(sockets.door.closed).toBeNull();
  await upkeep();
  expect(await sockets.door.closedWith()).toBe(4401);
  await counts(sockets.desk, 1);
  for (const socket of [sockets.desk, sockets.phone]) expect(socket.closed).toBeNull();
});

test('a session that another has taken the place of, unheard: its sockets come back', async () => {
  const { admin, sockets, upkeep, counts } = await openVenue();
  const passwords = { currentPassword: PASSWORD, newPassword: 'Bb456789!' };
  expect(await callUnheard(admin.client.cookie(), 'POST', '/api/users/password', passwords)).toBe(200);
  await env.DB.prepare('UPDATE sessions SET expires_at = expires_at - ?').bind(HANDOVER_MS).run();
  await upkeep();
  expect([await sockets.desk.closedWith(), await sockets.deskHub.closedWith()]).toEqual([1001, 1001]);
  expect([await sockets.phone.closedWith(), await sockets.phoneHub.closedWith()]).toEqual([4401, 4401]);
  await counts(sockets.door, 1);
});

test('while the database does not answer every socket stays', async () => {
  const { sockets, upkeep, counts } = await openVenue();
  await env.DB.prepare('ALTER TABLE sessions RENAME TO gone').run();
  await upkeep();
  await counts(sockets.door, 1);
  await counts(sockets.phone, 1);
  await env.DB.prepare('ALTER TABLE gone RENAME TO sessions').run();
  expect(error.mock.calls.map(([line]) => String(line)).join('')).toContain('"what":"sessions.ended"');
  for (const socket of Object.values(sockets)) expect(socket.closed).toBeNull();
});

test.each([
  [1001, 'renewed'],
  [4401, 'over'],
] as const)('a room that registers again closes with %i what has ended as %s meanwhile', async (code, how) => {
  await putDefinition(await knownRoom());
  const { device } = await joinRoom(clientIdOf(1));
  const { device: other } = await joinRoom(clientIdOf(2), { sessionId: 'session-2' });
  const hub = env.HUBS.get(env.HUBS.idFromName('owner-1'));
  await hub.unregisterRoom({ eventId: EVENT_ID, jurisdiction: null });
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec("DELETE FROM meta WHERE key = 'registered'");
  });
  await hub.endSessions(['session-1'], how);
  await runDurableObjectAlarm(roomStub());
  expect(await device.closedWith()).toBe(code);
  other.send({ type: 'request_sync' });
  await other.next('sync');
});
