import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { CALLS } from '../../../src/routes/api';
import type { KeyScope } from '../../../src/shared/keys/schemas';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { API_KEYS_MAX } from '../../../src/shared/keys/limits';
import { stopClock } from '../../support/clock';
import { createEvent, loginWithCode, signUp } from '../support/accounts';
import { createClient } from '../support/client';
import { makeKey, NEW_KEY, withKey } from '../support/keys';

const all: KeyScope[] = ['read', 'count', 'manage'];

/** Lets D1 take 50 ms for an answer, so that calls which come together wait for the same one. */
function slowDatabase(): void {
  const prototype: D1PreparedStatement = Object.getPrototypeOf(env.DB.prepare('SELECT 1'));
  // oxlint-disable-next-line typescript/unbound-method -- called with its `this`
  const { raw } = prototype;
  vi.spyOn(prototype, 'raw').mockImplementation(async function slow(this: D1PreparedStatement) {
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    return await raw.call(this, undefined);
  });
}

test('a key is shown once, is stored as a hash, and opens calls as Bearer and as the password of Basic', async () => {
  const admin = await signUp();
  const event = await createEvent(admin);
  const { key, ...shown } = await makeKey(admin);
  expect(key).toMatch(/^hrk_[0-9a-f]{72}$/);
  const listed = await admin.client.get('/api/keys');
  expect(listed.body).toEqual({ keys: [shown] });
  expect(listed.text).not.toContain(key);
  const { results } = await env.DB.prepare('SELECT * FROM api_keys').all();
  expect(JSON.stringify(results)).not.toContain(key);

  const ways = [`Bearer ${key}`, `bearer ${key}`, `Basic ${btoa(`anyone:${key}`)}`, `Basic ${btoa(`:${key}`)}`];
  for (const authorization of ways) {
    const { status, body } = await createClient({ headers: { authorization } }).get('/api/events');
    expect([status, body]).toEqual([200, [{ ...event, accessCode: '' }]]);
  }
});

test('no answer to a key has an access code, wherever the event stands in it', async () => {
  const admin = await signUp();
  const event = await createEvent(admin);
  const { eventId } = event;
  const program = withKey((await makeKey(admin, { scopes: all })).key);
  const path = `/api/events/${eventId}`;
  const answers = [
    await program.get('/api/events'),
    await program.get(`${path}/areas`),
    await program.get(`${path}/report`),
    await program.call('PATCH', path, { body: { eventName: 'Renamed' } }),
    await program.post('/api/events', { event_name: 'Another' }),
  ];
  expect((await admin.client.get(`${path}/areas`)).text).toContain(event.accessCode);
  for (const { text } of answers) expect(text).not.toMatch(/"accessCode":"[^"]/);
});

test('a key needs the scope of the call, and the refusal names it', async () => {
  const admin = await signUp();
  const { eventId } = await createEvent(admin);
  const refusal = { code: 'forbidden', message: { id: 'key_scope_missing' } };
  for (const scope of all) {
    const program = withKey((await makeKey(admin, { scopes: [scope] })).key);
    const answers = [
      await program.get(`/api/events/${eventId}/areas`),
      await program.call('PATCH', `/api/events/${eventId}`, { body: { eventName: 'Renamed' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([scope === 'read' ? 200 : 403, scope === 'manage' ? 200 : 403]);
    for (const { status, body } of answers) if (status === 403) expect(body).toMatchObject(refusal);
    expect((await program.get('/api/keys')).body).toMatchObject({ message: { id: 'key_not_enough', values: [] } });
  }
});

test('no call of the account, its sessions, keys, links or recipients has a scope, and none with a socket', () => {
  const ofAccount = /\/api\/(users|billing|auth|keys|account|alert-|operator|displays|inspections|public)/;
  const ofPeople = /\/(display|inspections|public|access-code|join-key|socket|confirm)\b|POST .*\/occupancy$/;
  const open = CALLS.filter(({ scope }) => scope !== undefined).map(({ route }) => route);
  expect(open.filter((route) => ofAccount.test(route) || ofPeople.test(route))).toEqual([]);
});

test('a key of one event opens no other event and nothing of the account', async () => {
  const admin = await signUp();
  const [mine, other] = [await createEvent(admin), await createEvent(admin)];
  const { key, eventName } = await makeKey(admin, { scopes: all, eventId: mine.eventId });
  expect(eventName).toBe(mine.eventName);
  const program = withKey(key);
  const paths = [`/api/events/${mine.eventId}/areas`, `/api/events/${other.eventId}/areas`, '/api/events'];
  const answers = await Promise.all(paths.map((path) => program.get(path)));
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 403]);
  const stranger = await signUp();
  const foreign = await stranger.client.post('/api/keys', { ...NEW_KEY, eventId: mine.eventId });
  expect(foreign.status).toBe(404);
});

test('a revoked key opens nothing, although it was used a moment before, and its hub ends its sessions', async () => {
  const admin = await signUp();
  const { key, keyId } = await makeKey(admin);
  const program = withKey(key);
  expect((await program.get('/api/events')).status).toBe(200);
  expect((await admin.client.call('DELETE', `/api/keys/${keyId}`)).status).toBe(200);
  const refused = await program.get('/api/events');
  expect([refused.status, refused.body]).toMatchObject([401, { message: { id: 'key_invalid' } }]);
  expect((await admin.client.call('DELETE', `/api/keys/${keyId}`)).status).toBe(200);
  const stranger = await signUp();
  expect((await stranger.client.call('DELETE', `/api/keys/${keyId}`)).status).toBe(404);
});

test('another isolate’s revocation holds after a second', async () => {
  stopClock();
  const admin = await signUp();
  const { key, keyId } = await makeKey(admin);
  const program = withKey(key);
  expect((await program.get('/api/events')).status).toBe(200);
  await env.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE key_id = ?').bind(keyId).run();
  expect((await program.get('/api/events')).status).toBe(200);
  vi.setSystemTime(Date.now() + 1000);
  expect((await program.get('/api/events')).status).toBe(401);
});

test('a revoked key that was not used for an hour opens none of several calls at once', async () => {
  stopClock();
  const admin = await signUp();
  const { key, keyId } = await makeKey(admin);
  const open = async () => (await withKey(key).get('/api/events')).status;
  expect(await open()).toBe(200);
  await env.DB.prepare('UPDATE api_keys SET revoked_at = 1 WHERE key_id = ?').bind(keyId).run();
  vi.setSystemTime(Date.now() + HOUR_MS);
  slowDatabase();
  expect(await Promise.all([open(), open(), open(), open()])).toEqual([401, 401, 401, 401]);
});

test('a key expires, and is no key with one wrong character', async () => {
  stopClock();
  const admin = await signUp();
  const { key } = await makeKey(admin, { days: 1 });
  const wrong = key.slice(0, -1) + (key.endsWith('0') ? '1' : '0');
  expect((await withKey(wrong).get('/api/events')).status).toBe(401);
  expect((await withKey(key).get('/api/events')).status).toBe(200);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect((await withKey(key).get('/api/events')).status).toBe(401);
});

test('an account has a limited number of keys in force; those that are revoked or have expired take no place', async () => {
  const admin = await signUp();
  const [past, toCome] = [Date.now() - 1, Date.now() + DAY_MS];
  const insert = env.DB.prepare(
    `INSERT INTO api_keys (key_id, owner_id, name, key_hash, hint, scopes, created_at, expires_at, revoked_at)
     SELECT ?1, user_id, 'Turnstile', ?1, 'hrk_', '["read"]', 0, ?3, ?4 FROM users WHERE email = ?2`,
  );
  const inForce = Array.from({ length: API_KEYS_MAX - 1 }, (_, index) => [`key-${index}`, toCome, null]);
  const keys = [...inForce, ['revoked', toCome, past], ['expired', past, null]];
  await env.DB.batch(keys.map(([id, expiresAt, revokedAt]) => insert.bind(id, admin.email, expiresAt, revokedAt)));
  await makeKey(admin);
  const { body } = await admin.client.post('/api/keys', NEW_KEY);
  expect(body).toMatchObject({ code: 'limit_reached', message: { id: 'too_many_keys' } });
});

test('a key opens calls only from its address ranges', async () => {
  const admin = await signUp();
  const ranges = ['203.0.113.7', '198.51.100.0/24', '2001:DB8:0::/48'];
  const { key, addresses } = await makeKey(admin, { addresses: ranges });
  expect(addresses).toEqual(['203.0.113.7/32', '198.51.100.0/24', '2001:db8::/48']);
  const statusFrom = async (address?: string) => (await withKey(key, address).get('/api/events')).status;
  for (const address of ['203.0.113.7', '198.51.100.255', '::ffff:198.51.100.1', '2001:db8:0:ffff::1'])
    expect([address, await statusFrom(address)]).toEqual([address, 200]);
  for (const address of [undefined, '203.0.113.8', '198.51.101.1', '2001:db8:1::1'])
    expect([address, await statusFrom(address)]).toEqual([address, 403]);
  for (const bad of [['10.0.0.0/33'], ['10.1'], ['0x7f.0.0.1'], ['example.com'], [''], []])
    expect((await admin.client.post('/api/keys', { ...NEW_KEY, addresses: bad })).status, String(bad)).toBe(400);
});

test('a call with a key uses no cookie, prolongs none and sets none', async () => {
  const admin = await signUp();
  const { key } = await makeKey(admin, { scopes: ['count'] });
  const both = await admin.client.call('GET', '/api/events', { headers: { authorization: `Bearer ${key}` } });
  expect([both.status, both.headers.getSetCookie()]).toEqual([403, []]);
  const wrong = await admin.client.call('GET', '/api/events', { headers: { authorization: 'Bearer hrk_wrong' } });
  expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
  expect((await admin.client.get('/api/events')).status).toBe(200);
  const answer = await withKey((await makeKey(admin)).key).get('/api/events');
  expect(answer.headers.getSetCookie()).toEqual([]);
});

test('wrong keys are limited by address, apart from logins, and right ones are not', async () => {
  const address = '192.0.2.77';
  const admin = await signUp();
  const event = await createEvent(admin);
  const { key } = await makeKey(admin);
  const now = Date.now();
  await env.DB.prepare('INSERT INTO attempts (key, slice_starts_at, count) VALUES (?, ?, 100)')
    .bind(`key:${address}`, now - (now % 60_000))
    .run();
  const refused = await withKey('hrk_wrong', address).get('/api/events');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  expect((await withKey(key, address).get('/api/events')).status).toBe(200);
  const login = await createClient({ address }).post('/api/auth/login', { username: event.accessCode, password: null });
  expect(login.status).toBe(200);
});

test('a key that calls too often gets a 429 with a time to wait, and others do not', async () => {
  const admin = await signUp();
  const [busy, calm] = [await makeKey(admin), await makeKey(admin)];
  const program = withKey(busy.key);
  stopClock();
  const answers = [];
  for (let i = 0; i < 51; i += 1) answers.push(await program.get('/api/events'));
  expect(answers.map(({ status }) => status)).toEqual([...Array<number>(50).fill(200), 429]);
  expect(answers.at(-1)?.headers.get('retry-after')).toBe('1');
  expect((await withKey(calm.key).get('/api/events')).status).toBe(200);
});

test('the list has the last use of a key, which is written at most once in five minutes', async () => {
  stopClock();
  const admin = await signUp();
  const { key } = await makeKey(admin);
  const lastUse = async () => (await env.DB.prepare('SELECT last_used_at FROM api_keys').first())?.['last_used_at'];
  const first = Date.now();
  await withKey(key).get('/api/events');
  await vi.waitUntil(async () => (await lastUse()) === first);
  vi.setSystemTime(first + 299_000);
  await withKey(key).get('/api/events');
  vi.setSystemTime(first + 301_000);
  expect(await lastUse()).toBe(first);
  await withKey(key).get('/api/events');
  await vi.waitUntil(async () => (await lastUse()) === first + 301_000);
});

test('only a recently confirmed admin creates a key', async () => {
  const admin = await signUp();
  const event = await createEvent(admin);
  expect((await (await loginWithCode(event.accessCode)).post('/api/keys', NEW_KEY)).status).toBe(403);
  await env.DB.prepare('UPDATE sessions SET confirmed_at = NULL').run();
  expect((await admin.client.post('/api/keys', NEW_KEY)).body).toMatchObject({ code: 'confirmation_needed' });
});

test.each([
  { name: '' },
  { name: 'x'.repeat(61) },
  { scopes: [] },
  { scopes: ['admin'] },
  { days: 0 },
  { days: 731 },
  { days: 1.5 },
  { eventId: 7 },
])('a key with %j is refused', async (fields) => {
  const admin = await signUp();
  expect((await admin.client.post('/api/keys', { ...NEW_KEY, ...fields })).status).toBe(400);
});
