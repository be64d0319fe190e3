import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { CONNECTION_HEADER } from '../../../src/lib/contract';
import { EventRoom } from '../../../src/room/event-room';
import { createArea, createEvent, createVenue, loginWithCode, PASSWORD, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, createClient, HTTP } from '../support/client';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

// Far ahead, so that the hub settles when a test rings its alarm, and not by itself.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2040, 0, 1) }));
afterEach(() => void vi.useRealTimers());

const deleteAccount = (client: Client) => client.call('DELETE', '/api/users');
const sessionCount = () => env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n');
const userIdOf = async (email: string) =>
  z.parse(z.string(), await env.DB.prepare('SELECT user_id FROM users WHERE email = ?').bind(email).first('user_id'));

test('sessions, logins and codes end; the address may sign up again, to an empty account', async () => {
  const { admin, event, device } = await createVenue();
  await admin.client.call('PUT', '/api/users/billing-details', { body: { billing_address_country: 'DE' } });
  const elsewhere = createClient();
  await elsewhere.post('/api/auth/login', { username: admin.email, password: PASSWORD });
  const cookie = admin.client.cookie();

  const answer = await deleteAccount(admin.client);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^headroom_session=; Max-Age=0;/),
    expect.stringMatching(/^headroom_signed_in=; Max-Age=0;/),
  ]);
  // What is left names no account: it only lifts limits (docs/decisions/0016).
  expect(admin.client.cookie()).toMatch(/^headroom_device=[^;]+$/);
  expect(await sessionCount()).toBe(0);
  for (const path of ['/api/auth/verify', '/api/users/me', '/api/users/profile', '/api/events']) {
    expect(await createClient().call('GET', path, { headers: { cookie } })).toMatchObject({ status: 401 });
  }
  expect((await elsewhere.get('/api/events')).status).toBe(401);
  expect((await device.get(`/api/events/${event.eventId}/areas`)).status).toBe(401);

  const guest = createClient();
  const refused = { status: 401, body: { error: 'Login failed. Please check your credentials.' } };
  const login = { username: admin.email, password: PASSWORD };
  expect(await guest.post('/api/auth/login', login)).toMatchObject(refused);
  expect(await guest.post('/api/auth/login', { username: event.accessCode })).toMatchObject(refused);

  expect((await guest.post('/api/auth/signup', { email: admin.email, password: PASSWORD })).status).toBe(201);
  expect((await guest.post('/api/auth/login', login)).status).toBe(200);
  expect((await guest.get('/api/events')).body).toEqual([]);
  expect((await guest.get('/api/users/profile')).body).toMatchObject({ billing_address_country: '' });
});

test('the hub empties the rooms afterward, and nothing is left of the account', async () => {
  const { admin, event, device, area } = await createVenue();
  const userId = await userIdOf(admin.email);
  const door = await join(device, event.eventId);
  door.send({ type: 'update_occupancy', eventId: event.eventId, areaId: area.areaId, change: 1 });
  await door.next('ack');
  await deleteAccount(admin.client);
  await door.closedWith();

  const hub = env.HUBS.get(env.HUBS.idFromName(userId));
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const erase = vi.spyOn(EventRoom.prototype, 'erase').mockResolvedValueOnce({ ok: false, code: 'unavailable' });
  expect(await runDurableObjectAlarm(hub)).toBe(true);
  // The room still holds its days: all else waits for it, and it is asked again.
  expect(await env.DB.prepare('SELECT purged_at FROM events').first('purged_at')).toBeNull();
  erase.mockRestore();
  log.mockRestore();

  vi.setSystemTime(Date.now() + 10_000);
  expect(await runDurableObjectAlarm(hub)).toBe(true);
  for (const table of ['users', 'events', 'areas', 'sessions', 'activity_days']) {
    expect(await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first('n'), table).toBe(0);
  }
  expect(await runDurableObjectAlarm(hub)).toBe(false);
});

test('every device learns it, no other account is touched, and nothing that a person typed is left in the definitions', async () => {
  const other = await createVenue();
  const otherSocket = await join(other.device, other.event.eventId);
  const otherHub = await openSocket(other.admin.client, '/api/account/socket');
  const { admin, event, device } = await createVenue();
  await admin.client.call('PUT', '/api/users/billing-details', {
    body: { billing_first_name: 'Zoë', billing_address_country: 'DE' },
  });
  const second = await createEvent(admin, 'Second');
  const desk = await join(admin.client, event.eventId, clientIdOf(1));
  const door = await join(device, event.eventId, clientIdOf(2));
  const otherDoor = await join(await loginWithCode(second.accessCode), second.eventId, clientIdOf(3));
  const hub = await openSocket(admin.client, '/api/account/socket');
  expect(await deleteAccount(admin.client)).toMatchObject({ status: 200, body: { success: true } });
  for (const [socket, { eventId }] of [
    [desk, event],
    [door, event],
    [otherDoor, second],
  ] as const) {
    expect(await socket.next('event_deleted')).toEqual({ type: 'event_deleted', eventId });
    expect(await socket.closedWith()).toBe(4404);
  }
  expect(await hub.closedWith()).toBe(4401);
  for (const table of ['users', 'events', 'areas']) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table} WHERE deleted_at IS NOT NULL`).all();
    expect(results.length, table).toBeGreaterThan(0);
    const typed = [admin.email, event.accessCode, 'Second', 'Main Stage', 'Zoë', 'scrypt', 'DE'];
    for (const text of typed) expect(JSON.stringify(results), text).not.toContain(text);
  }

  otherSocket.send({ type: 'request_sync' });
  await otherSocket.next('sync');
  otherHub.sendText('ping');
  await otherHub.until(() => otherHub.texts[0], 'pong');
  expect((await other.admin.client.get('/api/events')).body).toEqual([other.event]);
  expect((await other.device.get('/api/auth/verify')).status).toBe(200);
  expect((await loginWithCode(other.event.accessCode)).cookie()).not.toBe('');
  await createArea(other.admin, other.event.eventId, 'Balcony');
});

test('a call that is sent again is 401, two at once both succeed', async () => {
  const { client } = await signUp();
  const cookie = client.cookie();
  const send = () => createClient().call('DELETE', '/api/users', { headers: { cookie } });
  const first = await Promise.all([send(), send()]);
  for (const { status } of first) expect([200, 401]).toContain(status);
  expect(first.map(({ status }) => status)).toContain(200);
  const deletedAt = await env.DB.prepare('SELECT deleted_at FROM users').first('deleted_at');
  expect(await send()).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await env.DB.prepare('SELECT deleted_at FROM users').first('deleted_at')).toBe(deletedAt);
});

test('an event that is being created meanwhile is 401, as every other call', async () => {
  const { client } = await signUp();
  await env.DB.prepare(
    `CREATE TRIGGER meanwhile BEFORE INSERT ON events
     BEGIN UPDATE users SET deleted_at = 1; SELECT RAISE(IGNORE); END`,
  ).run();
  const answer = await client.post('/api/events', { eventName: 'Too late' });
  await env.DB.prepare('DROP TRIGGER meanwhile').run();
  expect(answer).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('a hub that cannot be reached does not stop the deletion', async () => {
  const { admin } = await createVenue();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const calls: string[] = [];
  const init = { method: 'DELETE', headers: { cookie: admin.client.cookie() } };
  const answer = await app.request(`${HTTP}/api/users`, init, unreachableObjects(calls));
  expect(log).toHaveBeenCalledOnce();
  log.mockRestore();
  expect(answer.status).toBe(200);
  expect(calls).toEqual(['deleteAccount', 'deleteAccount']);
  expect((await admin.client.get('/api/events')).status).toBe(401);
});

test('an upgrade that was let in before and arrives after opens no socket, at room and hub', async () => {
  const { admin, event } = await createVenue();
  const userId = await userIdOf(admin.email);
  await deleteAccount(admin.client);
  const upgrade = (connection: object) => ({
    headers: { Upgrade: 'websocket', [CONNECTION_HEADER]: JSON.stringify(connection) },
  });

  const hub = env.HUBS.get(env.HUBS.idFromName(userId));
  expect((await hub.fetch('http://hub/socket', upgrade({ sessionId: 'late', userId }))).status).toBe(401);

  const room = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
  const late = {
    eventId: event.eventId,
    jurisdiction: null,
    ownerId: userId,
    revision: 1,
    account: { revision: 2, status: 'trialing', trialEndsAt: 0 },
    principal: `code:${event.eventId}`,
    sessionId: 'late',
    tier: 'counting',
  };
  expect((await room.fetch('http://room/socket', upgrade(late))).status).toBe(404);
});
