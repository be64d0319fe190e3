import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { app } from '../../../src/app';
import { CONFIRMED_MS, HANDOVER_MS } from '../../../src/shared/limits';
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

test('the new password opens the account, neither the old one nor a link to reset it does, and this browser stays logged in', async () => {
  const { client, email } = await signUp();
  const before = client.cookie();
  const token = await askForToken(email);
  const answer = await change(client);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect(answer.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^headroom_session=[0-9a-f]{64}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    'headroom_signed_in=1; Max-Age=2592000; Path=/; SameSite=Lax',
  ]);
  expect(client.cookie()).not.toBe(before);
  expect((await client.get('/api/auth/verify')).status).toBe(200);
  await passHandover();
  expect((await createClient().call('GET', '/api/auth/verify', { headers: { cookie: before } })).status).toBe(401);
  expect((await logIn(email, PASSWORD)).status).toBe(401);
  expect((await logIn(email, NEW_PASSWORD)).status).toBe(200);
  const late = await createClient().post('/api/auth/reset-password', { token, password: 'Cc567890!' });
  expect(late, 'a link to reset the old one').toMatchObject({ status: 400, body: { code: 'invalid_reset_link' } });
});

/** As though the old session had been handed over long ago. */
const passHandover = () => env.DB.prepare('UPDATE sessions SET expires_at = expires_at - ?').bind(HANDOVER_MS).run();

/** The objects with hubs that end sessions once `open` is called; `asked` collects which. */
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

test('all other sessions end with their sockets; no hub is waited for, and what is under way with the old cookie goes on', async () => {
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
    // The code does not end it for good (docs/product.md, R4).
    expect(await socket.closedWith()).toBe(1001);
    expect(socket.closed?.reason).toBe('session_renewed');
  }
  door.send({ type: 'request_sync' });
  await door.next('sync');
  await passHandover();
  expect((await withOld('/api/auth/verify')).status).toBe(401);
});

test('what is handed over is listed nowhere, changes no password, and cannot be kept alive', async () => {
  const { client } = await signUp();
  const old = client.cookie();
  expect((await change(client)).status).toBe(200);
  const copied = createClient({ session: old.split(/[=;]/)[1] ?? '' });
  expect((await copied.get('/api/users/sessions')).body).toMatchObject([{ isCurrent: false }]);
  expect((await change(copied, NEW_PASSWORD, 'Cc567890!')).status).toBe(401);
  const lasting = env.DB.prepare('SELECT count(*) AS n FROM sessions WHERE expires_at > ?');
  expect(await lasting.bind(Date.now() + HANDOVER_MS).first('n')).toBe(1);
  expect((await client.get('/api/users/sessions')).body).toMatchObject([{ isCurrent: true }]);
  await openSocket(client, '/api/account/socket');
  expect((await createClient().fetch('/api/account/socket', upgradeWith(old))).status).toBe(401);
});

test.each([
  ['wrong', 'Wrong123!', NEW_PASSWORD, 'The current password is not right.'],
  ['no text', 5, NEW_PASSWORD, 'Please enter your current password.'],
  ['right, the new one too weak', PASSWORD, 'Bb45678!x'.toLowerCase(), 'Password must contain an uppercase letter.'],
])('the current password %s: refused, and nothing changes', async (_what, currentPassword, newPassword, error) => {
  const { client, email } = await signUp();
  const answer = await change(client, currentPassword, newPassword);
  expect(answer).toMatchObject({ status: 400, body: { error, code: 'invalid_input' } });
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect((await client.get('/api/auth/verify')).status).toBe(200);
  expect((await logIn(email, PASSWORD)).status).toBe(200);
});

test('of two changes at once one holds, and the other is told that its session is over', async () => {
  const { client, email } = await signUp();
  const cookie = client.cookie();
  const send = (newPassword: string) =>
    createClient().call('POST', '/api/users/password', {
      body: { currentPassword: PASSWORD, newPassword },
      headers: { cookie },
    });
  const passwords = ['Cc567890!', 'Dd678901!'];
  const answers = await Promise.all(passwords.map(send));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  // By then the one may have been over before the other looked.
  expect([400, 401]).toContain(statuses.find((status) => status !== 200));
  const logins = await Promise.all(passwords.map((password) => logIn(email, password)));
  expect(logins.map(({ status }) => status)).toEqual(statuses.map((status) => (status === 200 ? 200 : 401)));
});

test('a login whose password is replaced meanwhile starts no session', async () => {
  const { client, email } = await signUp();
  await env.DB.prepare(
    `CREATE TRIGGER meanwhile BEFORE DELETE ON sessions
   BEGIN UPDATE users SET password_hash = 'scrypt$16384$8$1$00$00'; END`,
  ).run();
  // An expired one, which each login sweeps out before it starts its own.
  await env.DB.prepare('UPDATE sessions SET expires_at = 1').run();
  const answer = await logIn(email, PASSWORD);
  await env.DB.prepare('DROP TRIGGER meanwhile').run();
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(await env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n')).toBe(0);
  expect((await client.get('/api/auth/verify')).status).toBe(401);
});

test('the account is written to, so that who did not do it learns of it', async () => {
  const client = createClient({ variables: MAILS_TO_CONSOLE });
  const { email } = await signUp(client);
  const mails = await mailsDuring(() => change(client));
  expect(mails).toEqual([
    {
      to: email,
      subject: 'Your Headroom password was changed',
      text: expect.stringContaining('https://headroom.example/forgot-password\n'),
    },
  ]);
});

test('a mail that cannot be sent does not stop the change, and the log names no address', async () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const client = createClient({
    variables: {
      MAIL_API_KEY: 'secret-key',
      MAIL_API_URL: 'https://mail.test/emails',
      MAIL_FROM: 'Headroom <no-reply@headroom.test>',
      PUBLIC_ORIGIN: 'https://headroom.example',
    },
  });
  const { email } = await signUp(client);
  const refusal = { statusCode: 403, name: 'validation_error', message: `Not to ${email}` };
  const network = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json(refusal, { status: 403 }));
  const answer = await change(client);
  network.mockRestore();
  const lines = error.mock.calls.map(([line]) => String(line));
  error.mockRestore();
  expect(answer.status).toBe(200);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('The mail was refused: 403 validation_error');
  for (const secret of [email, 'secret-key']) expect(lines[0]).not.toContain(secret);
});

test('20 wrong ones for an account, by whichever call and from whichever addresses, and not one more', async () => {
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

test('a stolen session guesses no more often than a login: both count together', async () => {
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

describe('what cannot be undone wants the password', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }));
  afterEach(() => void vi.useRealTimers());
  const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);
  const remove = (client: Client) => client.call('DELETE', '/api/users');
  const confirm = (client: Client, password: unknown = PASSWORD) => client.post('/api/auth/confirm', { password });
  const NEEDED = {
    status: 403,
    body: { error: 'Please enter your password, so that we know that it is you.', code: 'confirmation_needed' },
  };

  test('a login is a confirmation, for ten minutes', async () => {
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

  test('the password opens ten minutes more, in this session and in no other, also where the account is locked', async () => {
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

  test('a session whose place another has taken is confirmed no more', async () => {
    const { client } = await signUp();
    const old = client.cookie();
    await client.post('/api/users/password', { currentPassword: PASSWORD, newPassword: 'Bb456789!' });
    const withOld = (method: string, path: string, body?: unknown) =>
      createClient().call(method, path, { headers: { cookie: old }, ...(body !== undefined && { body }) });
    pass(HANDOVER_MS - 1);
    expect((await withOld('GET', '/api/auth/verify')).status).toBe(200);
    expect(await withOld('DELETE', '/api/users')).toMatchObject(NEEDED);
    expect((await withOld('POST', '/api/auth/confirm', { password: 'Bb456789!' })).status).toBe(401);
    expect((await remove(client)).status).toBe(200);
  });
});
