import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, SESSION_MS } from '../../../src/shared/limits';
import { type OwnSession, OwnSessionListSchema } from '../../../src/shared/schemas/session';
import { createVenue, PASSWORD, signUp } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

const FIREFOX = 'Mozilla/5.0 (Android 14; Mobile; rv:127.0) Gecko/127.0 Firefox/127.0';

const list = async (client: Client): Promise<OwnSession[]> =>
  z.parse(OwnSessionListSchema, (await client.get('/api/users/sessions')).body);

/** Another browser of the same admin. */
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

test('lists the account’s own sessions, the newest first, and says which one asks', async () => {
  const { admin } = await createVenue();
  const phone = await logInAgain(admin.email, FIREFOX);
  const [deskId, phoneId] = [await currentId(admin.client), await currentId(phone)];
  await signUp();
  const now = Date.now();
  await setTime(deskId, 'created_at', now - 5 * DAY_MS);
  await setTime(deskId, 'expires_at', now + SESSION_MS - 3 * DAY_MS);
  const iso = (at: number) => new Date(at).toISOString();
  const sessions = await list(phone);
  expect(sessions).toEqual([
    {
      sessionId: phoneId,
      isCurrent: true,
      createdAt: expect.any(String),
      lastSeenAt: expect.any(String),
      browser: 'Firefox on Android',
    },
    {
      sessionId: deskId,
      isCurrent: false,
      createdAt: iso(now - 5 * DAY_MS),
      lastSeenAt: iso(now - 3 * DAY_MS),
      browser: '',
    },
  ]);
  expect(sessions[0]?.lastSeenAt).toBe(sessions[0]?.createdAt);
});

test('shows no token, no hash of one, and no session that has expired', async () => {
  const { client, email } = await signUp();
  const expiredId = await currentId(await logInAgain(email));
  await setTime(expiredId, 'expires_at', Date.now() - 1);
  const answer = await client.get('/api/users/sessions');
  expect(z.parse(OwnSessionListSchema, answer.body)).toHaveLength(1);
  const token = /headroom_session=(\w+)/.exec(client.cookie())?.[1];
  const tokenHash = await env.DB.prepare('SELECT token_hash FROM sessions').first('token_hash');
  for (const secret of [token, tokenHash]) {
    expect(secret).toHaveLength(64);
    expect(answer.text).not.toContain(secret);
  }
});

test('ending one ends its cookie and closes its sockets, at hub and room, and no others', async () => {
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
});

test('a session that is gone, another’s or a door’s is not found, and goes on', async () => {
  const { admin, event, device } = await createVenue();
  const other = await signUp();
  const otherId = await currentId(other.client);
  const door = await join(device, event.eventId);
  const doorId = String(
    await env.DB.prepare('SELECT session_id FROM sessions WHERE event_id IS NOT NULL').first('session_id'),
  );
  for (const sessionId of [otherId, doorId, 'unknown', '%00']) {
    const answer = await admin.client.call('DELETE', `/api/users/sessions/${sessionId}`);
    expect(answer, sessionId).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
  expect((await other.client.get('/api/auth/verify')).status).toBe(200);
  door.send({ type: 'request_sync' });
  await door.next('sync');
});

test('ending one’s own is a logout: it clears the cookies', async () => {
  const { client } = await signUp();
  const answer = await client.call('DELETE', `/api/users/sessions/${await currentId(client)}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^headroom_session=; Max-Age=0;/),
    expect.stringMatching(/^headroom_signed_in=; Max-Age=0;/),
  ]);
  expect((await client.get('/api/auth/verify')).status).toBe(401);
});

test('ending all others leaves this one and the doors, and closes the sockets of the rest', async () => {
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

test('a login takes a token of its own, whatever cookie was planted before', async () => {
  const { email } = await signUp();
  const planted = 'a'.repeat(64);
  const answer = await createClient().call('POST', '/api/auth/login', {
    body: { username: email, password: PASSWORD },
    headers: { cookie: `headroom_session=${planted}` },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^headroom_session=[0-9a-f]{64};/);
  expect(answer.headers.getSetCookie()[0]).not.toContain(planted);
  const verified = await createClient().call('GET', '/api/auth/verify', {
    headers: { cookie: `headroom_session=${planted}` },
  });
  expect(verified.status).toBe(401);
});
