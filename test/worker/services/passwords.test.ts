import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { app } from '../../../src/app';
import { CONFIRMED_MS, HANDOVER_MS } from '../../../src/services/sessions/limits';
import { stopClock } from '../../support/clock';
import { createVenue, PASSWORD, signUp } from '../support/accounts';
import { type Answer, type Client, createClient, HTTP } from '../support/client';
import { expectDocumented } from '../support/documented';
import { askForToken, MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';
import { clientIdOf } from '../support/room';
import { join, openSocket, UPGRADE } from '../support/sockets';

const NEW_PASSWORD = 'Bb456789!';

const change = (client: Client, currentPassword: unknown = PASSWORD, newPassword: unknown = NEW_PASSWORD) =>
  client.post('/api/users/password', { currentPassword, newPassword });

const upgradeWith = (cookie: string): RequestInit => ({ headers: { ...UPGRADE, cookie } });

const logIn = (email: string, password: string, client = createClient()): Promise<Answer> =>
  client.post('/api/auth/login', { username: email, password });

test('a changed password opens the account, the old one and older reset links do not, and the account gets a mail', async () => {
  const client = createClient({ variables: MAILS_TO_CONSOLE });
  const { email } = await signUp(client);
  const before = client.cookie();
  const token = await askForToken(email);
  for (const [current, weak, error] of [
    ['Wrong123!', NEW_PASSWORD, 'The current password is not right.'],
    [5, NEW_PASSWORD, 'Please enter your current password.'],
    [PASSWORD, 'bb45678!x', 'Password must contain an uppercase letter.'],
  ]) {
    const refused = await change(client, current, weak);
    expect(refused).toMatchObject({ status: 400, body: { error, code: 'invalid_input' } });
    expect(refused.headers.getSetCookie()).toEqual([]);
  }
  expect((await logIn(email, PASSWORD)).status).toBe(200);

  const answers: Answer[] = [];
  const mails = await mailsDuring(async () => answers.push(await change(client)));
  expect(answers).toMatchObject([{ status: 200, body: { success: true } }]);
  expect(answers[0]?.headers.getSetCookie()).toEqual([
    expect.stringMatching(
      /^__Host-headroom_session=[0-9a-f]{64}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ),
    'headroom_signed_in=1; Max-Age=2592000; Path=/; Secure; SameSite=Lax',
  ]);
  const text = expect.stringContaining('https://headroom.example/forgot-password\n');
  expect(mails).toEqual([{ to: email, subject: 'Your Headroom password was changed', text }]);
  expect(client.cookie()).not.toBe(before);
  expect((await client.get('/api/auth/verify')).status).toBe(200);
  await passHandover();
  const verifyBefore = () =>
    createClient({ variables: MAILS_TO_CONSOLE }).call('GET', '/api/auth/verify', { headers: { cookie: before } });
  expect((await verifyBefore()).status).toBe(401);
  expect((await logIn(email, PASSWORD)).status).toBe(401);
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
  const late = await createClient().post('/api/auth/reset-password', { token, password: 'Cc567890!' });
  expect(late, 'a link to reset the old one').toMatchObject({ status: 400, body: { code: 'invalid_reset_link' } });
});

/** Simulates that the old session was handed over long ago. */
const passHandover = () => env.DB.prepare('UPDATE sessions SET expires_at = expires_at - ?').bind(HANDOVER_MS).run();

/** The bindings with hubs that end sessions only after `open` is called. `asked` collects the requests. */
function slowHubs() {
  const asked: unknown[] = [];
  const opened = Promise.withResolvers<void>();
  const get = (id: DurableObjectId) => {
    const hub = env.HUBS.get(id);
    const endSessions = async (...[sessionIds, how]: Parameters<typeof hub.endSessions>) => {
      asked.push(how ?? 'over');
      await opened.promise;
      await hub.endSessions(sessionIds, how);
    };
    return { endSessions };
  };
  const HUBS = { idFromName: (name: string) => env.HUBS.idFromName(name), get };
  return { bindings: { ...env, HUBS }, asked, open: () => opened.resolve() };
}

test('a changed password ends all other sessions and their sockets without waiting for hubs, and calls in progress with the old cookie continue', async () => {
  const { admin, event, device } = await createVenue();
  const old = admin.client.cookie();
  const hub = await openSocket(admin.client, '/api/account/socket');
  const room = await join(admin.client, event.eventId);
  const phone = createClient();
  await logIn(admin.email, PASSWORD, phone);
  const other = await join(phone, event.eventId, clientIdOf(2));
  const otherHub = await openSocket(phone, '/api/account/socket');
  const door = await join(device, event.eventId, clientIdOf(3));
  const { bindings, asked, open } = slowHubs();
  const context = createExecutionContext();
  const request = new Request(`${HTTP}/api/users/password`, {
    method: 'POST',
    headers: { cookie: old, 'content-type': 'application/json' },
    body: JSON.stringify({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  });
  const answer = await app.fetch(request, bindings, context);
  expect(asked, 'nothing of it begins before the answer is there').toEqual([]);
  expect(answer.status).toBe(200);

  const withOld = (path: string) => createClient().call('GET', path, { headers: { cookie: old } });
  for (const path of ['/api/auth/verify', '/api/events']) {
    const meanwhile = await withOld(path);
    expect(meanwhile.status).toBe(200);
    expect(meanwhile.headers.getSetCookie(), 'it is not prolonged').toEqual([]);
  }
  expect((await createClient().fetch(`/api/events/${event.eventId}/socket?v=1`, upgradeWith(old))).status).toBe(401);
  for (const socket of [hub, room, other, otherHub]) expect(socket.closed).toBeNull();

  open();
  await waitOnExecutionContext(context);
  expect(new Set(asked)).toEqual(new Set(['over', 'renewed']));
  for (const socket of [other, otherHub]) expect(await socket.closedWith()).toBe(4401);
  expect((await phone.get('/api/auth/verify')).status).toBe(401);
  for (const socket of [hub, room]) {
    // This close code does not end the socket for good (docs/product.md, R4).
    expect(await socket.closedWith()).toBe(1001);
    expect(socket.closed?.reason).toBe('session_renewed');
  }
  door.send({ type: 'request_sync' });
  await door.next('sync');
  await passHandover();
  expect((await withOld('/api/auth/verify')).status).toBe(401);
});

test('an account accepts exactly 20 wrong passwords, by any call and from any address', async () => {
  const { client, email } = await signUp();
  const from = (address: string, path: string, password: string) =>
    createClient({ address }).call('POST', path, {
      body: { password, currentPassword: password, newPassword: NEW_PASSWORD },
      headers: { cookie: client.cookie() },
    });
  expect((await from('192.0.2.1', '/api/users/password', 'Wrong123!')).status).toBe(400);
  await env.DB.prepare("UPDATE attempts SET count = 19 WHERE key LIKE 'password:%'").run();
  expect((await from('192.0.2.2', '/api/auth/confirm', 'Wrong123!')).status).toBe(400);
  for (const path of ['/api/users/password', '/api/auth/confirm']) {
    const refused = await from('192.0.2.3', path, PASSWORD);
    expect(refused, path).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(13 * 60);
  }
  expect((await logIn(email, PASSWORD, createClient({ address: '192.0.2.3' }))).status, 'a login').toBe(200);
});

test('a stolen session has no more guesses than a login, because both count together', async () => {
  const { client, email } = await signUp();
  const guesses = {
    confirm: () => client.post('/api/auth/confirm', { password: 'Wrong123!' }),
    password: () => change(client, 'Wrong123!'),
    login: () => logIn(email, 'Wrong123!'),
  };
  for (const [from, guess] of Object.entries(guesses)) {
    await env.DB.exec('DELETE FROM attempts');
    expect((await guess()).status, from).toBeGreaterThanOrEqual(400);
    await env.DB.prepare('UPDATE attempts SET count = 20').run();
    expect((await client.post('/api/auth/confirm', { password: PASSWORD })).status, from).toBe(429);
    expect((await logIn(email, PASSWORD)).status, from).toBe(429);
  }
  await env.DB.exec("DELETE FROM attempts WHERE key NOT LIKE 'login:%'");
  await env.DB.prepare("UPDATE attempts SET count = 100 WHERE key LIKE 'login:%'").run();
  expect((await change(client)).status, 'of an address').toBe(429);
});

describe('irreversible actions require the password', () => {
  beforeEach(() => stopClock());
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const remove = (client: Client) => client.call('DELETE', '/api/users');
  const confirm = (client: Client, password: unknown = PASSWORD) => client.post('/api/auth/confirm', { password });
  const NEEDED = {
    status: 403,
    body: { error: 'Please enter your password, so that we know that it is you.', code: 'confirmation_needed' },
  };

  test('a login counts as a confirmation for ten minutes', async () => {
    const [first, second] = [await signUp(), await signUp()];
    pass(CONFIRMED_MS - 1);
    expect((await remove(first.client)).status).toBe(200);
    pass(1);
    expect(await confirm(second.client, 'Wrong123!')).toMatchObject({
      status: 400,
      body: { error: 'The current password is not right.', code: 'invalid_input' },
    });
    const refused = await remove(second.client);
    expect(refused).toMatchObject(NEEDED);
    expectDocumented('DELETE /api/users', refused);
    expect((await second.client.get('/api/auth/verify')).status).toBe(200);
  });

  test('the password opens ten more minutes in this session alone, even when the account is locked', async () => {
    const { client, email } = await signUp();
    const elsewhere = createClient();
    await elsewhere.post('/api/auth/login', { username: email, password: PASSWORD });
    await env.DB.prepare("UPDATE users SET subscription_status = 'canceled', revision = revision + 1").run();
    // Sessions of an earlier version do not know when they were confirmed.
    await env.DB.prepare('UPDATE sessions SET confirmed_at = NULL').run();
    expect(await remove(client)).toMatchObject(NEEDED);
    expect(await confirm(client)).toMatchObject({ status: 200, body: { success: true } });
    expect(await remove(elsewhere)).toMatchObject(NEEDED);
    pass(CONFIRMED_MS - 1);
    expect((await remove(client)).status).toBe(200);
  });

  test('a session that is handed over is not listed, changes and deletes nothing, and cannot be extended', async () => {
    const { client } = await signUp();
    const old = client.cookie();
    expect((await change(client)).status).toBe(200);
    const copied = createClient({ session: old.split(/[=;]/)[1] ?? '' });
    expect((await copied.get('/api/users/sessions')).body).toMatchObject([{ isCurrent: false }]);
    expect((await change(copied, NEW_PASSWORD, 'Cc567890!')).status).toBe(401);
    const lasting = env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE expires_at > ?');
    expect(await lasting.bind(Date.now() + HANDOVER_MS).first('n')).toBe(1);
    expect((await client.get('/api/users/sessions')).body).toMatchObject([{ isCurrent: true }]);
    expect((await createClient().fetch('/api/account/socket', upgradeWith(old))).status).toBe(401);
    pass(HANDOVER_MS - 1);
    expect((await copied.get('/api/auth/verify')).status).toBe(200);
    expect(await remove(copied)).toMatchObject(NEEDED);
    expect((await confirm(copied, NEW_PASSWORD)).status).toBe(401);
    expect((await remove(client)).status).toBe(200);
  });
});
