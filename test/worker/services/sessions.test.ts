import {
  createExecutionContext,
  evictDurableObject,
  runDurableObjectAlarm,
  waitOnExecutionContext,
} from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { openDatabase } from '../../../src/db/client';
import { forgetSigningKey, signingKey } from '../../../src/services/trust/signing-key';
import { SESSION_MS } from '../../../src/services/sessions/limits';
import { DAY_MS } from '../../../src/shared/durations';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { type OwnSession, OwnSessionListSchema } from '../../../src/shared/schemas/session';
import { createOpenVenue, createVenue, PASSWORD, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, createClient, HTTP } from '../support/client';
import type { Device } from '../support/device';
import { batch, clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0';

const list = async (client: Client): Promise<OwnSession[]> =>
  z.parse(OwnSessionListSchema, (await client.get('/api/users/sessions')).body);

/** Logs in the same admin in another browser. */
async function logInAgain(email: string, userAgent?: string): Promise<Client> {
  const client = createClient();
  const headers: Record<string, string> = userAgent === undefined ? {} : { 'user-agent': userAgent };
  expect((await client.post('/api/auth/login', { username: email, password: PASSWORD }, headers)).status).toBe(200);
  return client;
}

const currentId = async (client: Client): Promise<string> =>
  (await list(client)).find(({ isCurrent }) => isCurrent)?.sessionId ?? '';

const setTime = (sessionId: string, column: 'created_at' | 'expires_at', at: number) =>
  env.DB.prepare(`UPDATE sessions SET ${column} = ? WHERE session_id = ?`).bind(at, sessionId).run();

test("the list of sessions shows the account's own active sessions, newest first, marks the caller's session, and contains no token", async () => {
  const { admin } = await createVenue();
  const phone = await logInAgain(admin.email, FIREFOX);
  const [deskId, phoneId] = [await currentId(admin.client), await currentId(phone)];
  await signUp();
  const expiredId = await currentId(await logInAgain(admin.email));
  await setTime(expiredId, 'expires_at', Date.now() - 1);
  const now = Date.now();
  await setTime(deskId, 'created_at', now - 5 * DAY_MS);
  await setTime(deskId, 'expires_at', now + SESSION_MS - 3 * DAY_MS);
  const iso = (at: number) => new Date(at).toISOString();
  const times = { createdAt: iso(now - 5 * DAY_MS), lastSeenAt: iso(now - 3 * DAY_MS) };
  const sessions = await list(phone);
  expect(sessions).toMatchObject([
    { sessionId: phoneId, isCurrent: true, browser: 'Firefox on Android' },
    { sessionId: deskId, isCurrent: false, browser: '', ...times },
  ]);
  expect(sessions).toHaveLength(2);
  const { text } = await phone.get('/api/users/sessions');
  const token = /headroom_session=(\w+)/.exec(phone.cookie())?.[1];
  const stored = env.DB.prepare('SELECT token_hash FROM sessions WHERE session_id = ?').bind(phoneId);
  for (const secret of [token, await stored.first('token_hash')]) {
    expect(secret).toHaveLength(64);
    expect(text).not.toContain(secret);
  }
});

test('ending one session ends its cookie, closes its sockets at hub and room, and affects no others', async () => {
  const { admin, event } = await createVenue();
  const phone = await logInAgain(admin.email);
  const hub = await openSocket(phone, '/api/account/socket');
  const room = await join(phone, event.eventId, clientIdOf(1));
  const desk = await join(admin.client, event.eventId, clientIdOf(2));

  const answer = await admin.client.call('DELETE', `/api/users/sessions/${await currentId(phone)}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(await hub.closedWith()).toBe(4401);
  expect(await room.closedWith()).toBe(4401);
  expect((await phone.get('/api/auth/verify')).status).toBe(401);
  desk.send({ type: 'request_sync' });
  await desk.next('sync');
  expect(await list(admin.client)).toHaveLength(1);

  const own = await admin.client.call('DELETE', `/api/users/sessions/${await currentId(admin.client)}`);
  expect(own.headers.getSetCookie(), 'ending one’s own is a logout').toEqual([
    expect.stringMatching(/^headroom_session=; Max-Age=0;/),
    expect.stringMatching(/^headroom_signed_in=; Max-Age=0;/),
  ]);
  expect((await admin.client.get('/api/auth/verify')).status).toBe(401);
});

test('ending all other sessions keeps this one and access-code devices and closes the sockets of the rest', async () => {
  const { admin, event, device } = await createVenue();
  const others = [await logInAgain(admin.email), await logInAgain(admin.email)];
  const sockets = await Promise.all(others.map((client, i) => join(client, event.eventId, clientIdOf(i))));
  const hubs = await Promise.all(others.map((client) => openSocket(client, '/api/account/socket')));
  const [desk, door] = [
    await join(admin.client, event.eventId, clientIdOf(8)),
    await join(device, event.eventId, clientIdOf(9)),
  ];
  const stranger = await signUp();

  expect(await admin.client.call('DELETE', '/api/users/sessions')).toMatchObject({
    status: 200,
    body: { success: true },
  });
  for (const socket of [...sockets, ...hubs]) expect(await socket.closedWith()).toBe(4401);
  for (const client of others) expect((await client.get('/api/auth/verify')).status).toBe(401);
  for (const socket of [desk, door]) {
    socket.send({ type: 'request_sync' });
    await socket.next('sync');
  }
  expect((await stranger.client.get('/api/auth/verify')).status).toBe(200);
  expect(await list(admin.client)).toMatchObject([{ isCurrent: true }]);
});

let error: MockInstance<typeof console.error>;
beforeEach(() => {
  error = vi.spyOn(console, 'error').mockReturnValue();
});

/** Makes the call while no room and no hub can be reached. */
async function callUnheard(cookie: string, method: string, path: string): Promise<number> {
  const context = createExecutionContext();
  const init = { method, headers: { cookie } };
  const answer = await app.request(HTTP + path, init, unreachableObjects(), context);
  await waitOnExecutionContext(context);
  return answer.status;
}

async function openVenue() {
  const { admin, event, area, device } = await createOpenVenue();
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
    const room = env.ROOMS.get(env.ROOMS.idFromName(event.eventId));
    // A room that has just started does not wait a minute.
    await evictDurableObject(room);
    await runDurableObjectAlarm(room);
    await runDurableObjectAlarm(env.HUBS.get(env.HUBS.idFromName(ownerId ?? '')));
  };
  const counts = async (at: Device, seq: number) => {
    at.send({ ...batch(seq, [1], area.areaId), eventId: event.eventId });
    await at.next('ack');
  };
  return { admin, event, sockets, viewer, upkeep, counts };
}

test('sessions whose end reached no room and no hub lose their sockets at the upkeep, and no others, once the database answers', async () => {
  const { admin, event, sockets, viewer, upkeep, counts } = await openVenue();
  await env.DB.prepare('ALTER TABLE sessions RENAME TO gone').run();
  await upkeep();
  await env.DB.prepare('ALTER TABLE gone RENAME TO sessions').run();
  expect(error.mock.calls.map(([line]) => String(line)).join('')).toContain('"what":"sessions.ended"');
  for (const socket of Object.values(sockets)) expect(socket.closed).toBeNull();

  expect(await callUnheard(admin.client.cookie(), 'DELETE', '/api/users/sessions')).toBe(200);
  for (const socket of Object.values(sockets)) expect(socket.closed).toBeNull();
  await upkeep();
  expect(await sockets.phone.closedWith()).toBe(4401);
  expect(await sockets.phoneHub.closedWith()).toBe(4401);
  await counts(sockets.desk, 1);
  await counts(sockets.door, 1);
  for (const socket of [sockets.desk, sockets.door, sockets.deskHub, viewer]) expect(socket.closed).toBeNull();

  expect(await callUnheard(admin.client.cookie(), 'POST', `/api/events/${event.eventId}/access-code`)).toBe(200);
  await upkeep();
  expect(await sockets.door.closedWith()).toBe(4401);
  await counts(sockets.desk, 2);
  expect(sockets.desk.closed).toBeNull();
});

test('an isolate that starts while D1 refuses writes still reads the signing key, so known devices come back', async () => {
  const db = openDatabase(env.DB);
  forgetSigningKey();
  const key = await signingKey(db, Date.now());
  forgetSigningKey();
  await env.DB.prepare("CREATE TRIGGER full BEFORE INSERT ON signing_keys BEGIN SELECT RAISE(ABORT, 'no'); END").run();
  try {
    expect(await signingKey(db, Date.now())).toBe(key);
  } finally {
    await env.DB.prepare('DROP TRIGGER full').run();
  }
});
