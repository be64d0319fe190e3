import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CONFIRMED_MS, HANDOVER_MS } from '../../../src/shared/limits';
import { createVenue, PASSWORD, signUp } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { expectDocumented } from '../support/documented';

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
  const refused = await remove(second.client);
  expect(refused).toMatchObject(NEEDED);
  expectDocumented('DELETE /api/users', refused);
  expect((await second.client.get('/api/auth/verify')).status).toBe(200);
});

test('the password opens ten minutes more, in this session and in no other', async () => {
  const { client, email } = await signUp();
  const elsewhere = createClient();
  await elsewhere.post('/api/auth/login', { username: email, password: PASSWORD });
  pass(CONFIRMED_MS);
  expect(await confirm(client)).toMatchObject({ status: 200, body: { success: true } });
  expect(await remove(elsewhere)).toMatchObject(NEEDED);
  pass(CONFIRMED_MS - 1);
  expect((await remove(client)).status).toBe(200);
});

test('sessions of before this was kept are not confirmed', async () => {
  const { client } = await signUp();
  await env.DB.prepare('UPDATE sessions SET confirmed_at = NULL').run();
  expect(await remove(client)).toMatchObject(NEEDED);
});

test('a wrong password confirms nothing and ends no session', async () => {
  const { client } = await signUp();
  pass(CONFIRMED_MS);
  expect(await confirm(client, 'Wrong123!')).toMatchObject({
    status: 400,
    body: { error: 'The current password is not right.', code: 'invalid_input' },
  });
  for (const missing of ['', null, 5]) expect((await confirm(client, missing)).status).toBe(400);
  expect(await remove(client)).toMatchObject(NEEDED);
});

test('an access code has nothing to confirm, a guest neither', async () => {
  const { device } = await createVenue();
  expect(await confirm(device)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await confirm(createClient())).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
});

test('a locked account may go, with its password', async () => {
  const { client } = await signUp();
  await env.DB.prepare("UPDATE users SET subscription_status = 'canceled', revision = revision + 1").run();
  pass(CONFIRMED_MS);
  expect(await remove(client)).toMatchObject(NEEDED);
  await confirm(client);
  expect((await remove(client)).status).toBe(200);
});

test('a stolen session guesses no more often than a login: both count together', async () => {
  const { client, email } = await signUp();
  for (const from of ['confirm', 'login', 'password'] as const) {
    await env.DB.exec('DELETE FROM attempts');
    if (from === 'confirm') expect((await confirm(client, 'Wrong123!')).status).toBe(400);
    if (from === 'password')
      await client.post('/api/users/password', { currentPassword: 'Wrong123!', newPassword: 'Bb456789!' });
    if (from === 'login') await createClient().post('/api/auth/login', { username: email, password: 'Wrong123!' });
    await env.DB.prepare('UPDATE attempts SET count = 20').run();
    const refused = await confirm(client);
    expect(refused, from).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const login = await createClient().post('/api/auth/login', { username: email, password: PASSWORD });
    expect(login.status, from).toBe(429);
  }
});

test('20 wrong ones from whichever addresses, and not one more', async () => {
  const { client } = await signUp();
  const from = (address: string, password: string) =>
    createClient({ address }).call('POST', '/api/auth/confirm', {
      body: { password },
      headers: { cookie: client.cookie() },
    });
  expect((await from('192.0.2.1', 'Wrong123!')).status).toBe(400);
  await env.DB.prepare("UPDATE attempts SET count = 19 WHERE key LIKE 'password:%'").run();
  expect((await from('192.0.2.2', 'Wrong123!')).status).toBe(400);
  expect((await from('192.0.2.3', PASSWORD)).status).toBe(429);
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
