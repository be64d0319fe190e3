import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { JoinKeySchema } from '../../../src/shared/schemas/event';
import { createEvent, createVenue, loginWithCode, newEmail, PASSWORD, signUp } from '../support/accounts';
import { type Answer, type Client, createClient } from '../support/client';

const VENUE = '192.0.2.7';
const LIMITED = {
  error: 'Too many attempts. Please wait a few minutes and try again.',
  code: 'too_many_attempts',
};

const login = (username: string, password: string | null = 'Wrong123!', address = VENUE): Promise<Answer> =>
  createClient({ address }).post('/api/auth/login', { username, password });

/** Moves the failures back in time. */
async function age(seconds: number): Promise<void> {
  await env.DB.prepare('UPDATE attempts SET slice_starts_at = slice_starts_at - ?')
    .bind(seconds * 1000)
    .run();
}

async function failOnceThenMultiply(username: string, failures: number): Promise<void> {
  expect((await login(username, null)).status).toBe(401);
  await env.DB.prepare('UPDATE attempts SET count = ?').bind(failures).run();
}

const retryAfter = (answer: Answer): number => Number(answer.headers.get('retry-after'));

test('an account accepts exactly 20 failed logins from one address', async () => {
  const { email } = await signUp(createClient({ address: VENUE }));
  for (let failure = 1; failure <= 20; failure += 1) {
    expect((await login(email)).status, `failure ${failure}`).toBe(401);
  }
  const refused = await login(email);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual(LIMITED);
  expect(retryAfter(refused)).toBeGreaterThan(14 * 60);
  expect(retryAfter(refused)).toBeLessThanOrEqual(16 * 60);

  expect((await login(email, PASSWORD)).status, 'the right password, too').toBe(429);
  expect((await login(email, PASSWORD, '192.0.2.8')).status, 'from another address').toBe(200);
  expect((await login(newEmail())).status, 'another account').toBe(401);
});

test('the wait for a code, however it is typed, ends after Retry-After', async () => {
  const { event } = await createVenue();
  await failOnceThenMultiply('abcd 2346', 20);
  const refused = await login('ABCD-2346', null);
  expect(refused.status).toBe(429);
  await age(retryAfter(refused) + 1);
  expect((await login('ABCD-2346', null)).status).toBe(401);
  expect((await login(event.accessCode, null)).status).toBe(200);
});

test('an address has 100 failed logins, whatever it tries', async () => {
  const { event } = await createVenue();
  await failOnceThenMultiply('ABCD-2346', 99);
  expect((await login('ABCD-2347', null)).status).toBe(401);
  const refused = await login(event.accessCode, null);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual(LIMITED);
  expect(retryAfter(refused)).toBeGreaterThan(0);
});

test('an IPv6 subscriber counts as one address, and its /48 may fail as often as ten of them', async () => {
  const { event } = await createVenue();
  const from = (address: string) => login(event.accessCode, null, address);
  const countTo = (count: number, key: string) =>
    env.DB.prepare('UPDATE attempts SET count = ? WHERE key LIKE ?').bind(count, key).run();
  expect((await login('ABCD-2346', null, '2001:db8:1:2::1')).status).toBe(401);
  await countTo(100, '%');
  expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429);
  expect((await from('2001:db8:1:3::1')).status).toBe(200);
  await countTo(1000, '%/48');
  expect((await from('2001:db8:1:3::1')).status).toBe(429);
  expect((await from('2001:db8:2:3::1')).status).toBe(200);
});

test('client addresses without a trusted proxy may together fail only as often as two addresses', async () => {
  const { event } = await createVenue();
  const at = (address: string, username: string) =>
    createClient({ address, variables: { TRUSTED_PROXY: '' } }).post('/api/auth/login', { username, password: null });
  expect((await at('192.0.2.50', 'ABCD-2346')).status).toBe(401);
  await env.DB.prepare("UPDATE attempts SET count = 199 WHERE key LIKE '%unverified'").run();
  expect((await at('192.0.2.51', 'ABCD-2347')).status).toBe(401);
  expect((await at('192.0.2.52', event.accessCode)).status).toBe(429);
});

test('at most 20 of 60 simultaneous guesses get an answer', async () => {
  const { event } = await createVenue();
  const enter = (username: string) => login(username, null, '192.0.2.60');
  const answers = await Promise.all(Array.from({ length: 60 }, () => enter('ABCD-2346')));
  const told = answers.filter(({ status }) => status === 401);
  expect(told).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  expect((await enter(event.accessCode)).status, 'another code').toBe(200);
});

test('an address may sign up 100 times an hour', async () => {
  const signUpFrom = (address: string) =>
    createClient({ address }).post('/api/auth/signup', { email: newEmail(), password: PASSWORD });
  expect((await signUpFrom(VENUE)).status).toBe(201);
  await env.DB.prepare('UPDATE attempts SET count = 99').run();
  expect((await signUpFrom(VENUE)).status).toBe(201);
  const refused = await signUpFrom(VENUE);
  expect(refused).toMatchObject({ status: 429, body: LIMITED });
  expect((await signUpFrom('192.0.2.9')).status).toBe(201);
  const invalid = { email: newEmail(), password: 'short' };
  expect((await createClient({ address: '192.0.2.10' }).post('/api/auth/signup', invalid)).status).toBe(400);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM attempts WHERE key LIKE '%192.0.2.10'").first('n')).toBe(0);
  await age(retryAfter(refused) + 1);
  expect((await signUpFrom(VENUE)).status).toBe(201);
});

/**
 * An address that has failed too often. Each test uses another one, because this isolate remembers which addresses have
 * to wait.
 */
let venues = 0;
beforeEach(() => {
  venues += 1;
});
const venue = () => `198.51.100.${venues}`;
const at = (address = venue()) => createClient({ address });
const logIn = (client: Client, username: string, more: object = {}) =>
  client.post('/api/auth/login', { username, password: null, ...more });

/** Sends that many wrong codes, twenty at a time. Returns how many of them were reported as wrong. */
async function guess(client: () => Client, guesses: number): Promise<number> {
  const codeOf = (i: number) =>
    `ABCD${'2346789A'.charAt(i % 8)}${'2346789A'.charAt((i >> 3) % 8)}${'2346789A'.charAt(i >> 6)}Z`;
  let told = 0;
  for (let i = 0; i < guesses; i += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => logIn(client(), codeOf(i + n))));
    told += answers.filter(({ status }) => status === 401).length;
  }
  return told;
}

/** Simulates a hundred failures at the venue's address. */
async function exhaust(): Promise<void> {
  expect((await logIn(at(), 'WXYZ2346')).status).toBe(401);
  await env.DB.prepare("UPDATE attempts SET count = 100 WHERE key = 'login:' || ?").bind(venue()).run();
}

const joinKeyOf = async (client: Client, eventId: string) =>
  z.parse(JoinKeySchema, (await client.get(`/api/events/${eventId}/join-key`)).body).joinKey;

test('known phones and join links log in after 200 wrong codes at one address, while a new device waits even with the right code', async () => {
  const { admin, event } = await createVenue();
  const joinKey = await joinKeyOf(admin.client, event.eventId);
  const phone = at();
  expect((await logIn(phone, event.accessCode)).status).toBe(200);
  await phone.post('/api/auth/logout');

  expect(await guess(() => at(), 200)).toBe(100);

  expect((await logIn(at(), event.accessCode)).status, 'a new device').toBe(429);
  expect((await logIn(phone, event.accessCode)).status, 'the phone').toBe(200);
  expect((await logIn(at(), event.accessCode, { joinKey })).status, 'the link').toBe(200);
  expect((await logIn(at('192.0.2.78'), event.accessCode)).status, 'another address').toBe(200);
});

test('a stolen cookie or a stolen link allows no additional guess', async () => {
  const { admin, event } = await createVenue();
  const other = await createEvent(admin, 'Other');
  const joinKey = await joinKeyOf(admin.client, event.eventId);
  const phone = at();
  await logIn(phone, event.accessCode);
  const [cookie = ''] = /headroom_device=[^;]+/.exec(phone.cookie()) ?? [];
  expect(cookie).not.toBe('');
  const thief = () => createClient({ address: venue(), headers: { cookie } });
  await exhaust();
  expect((await logIn(thief(), other.accessCode)).status, 'another code by the cookie').toBe(429);
  expect((await logIn(at(), other.accessCode, { joinKey })).status, 'another code by the link').toBe(429);
  expect(await guess(thief, 20)).toBe(0);
});

test.each(['', 'x', '0'.repeat(32), `${'0'.repeat(32)}.${'0'.repeat(32)}.${'0'.repeat(32)}`])(
  'an unsigned device cookie is ignored: %j',
  async (cookie) => {
    const { event } = await createVenue();
    await exhaust();
    const forged = createClient({ address: venue(), headers: { cookie: `headroom_device=${cookie}` } });
    expect((await logIn(forged, event.accessCode)).status).toBe(429);
  },
);

test('successful logins are limited far above the needs of a venue: five thousand sessions at one address by one code', async () => {
  const { event } = await createVenue();
  await loginWithCode(event.accessCode);
  const count = (n: number) => env.DB.prepare("UPDATE attempts SET count = ? WHERE key LIKE 'entered:%'").bind(n).run();
  await logIn(at(), event.accessCode);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM attempts WHERE key LIKE 'login:%'").first('n')).toBe(0);
  await count(5_000);
  expect((await logIn(at(), event.accessCode)).status).toBe(200);
  await count(15_000);
  const sessions = () => env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n');
  const before = await sessions();
  expect((await logIn(at(), event.accessCode)).status).toBe(429);
  expect(await sessions()).toBe(before);
  expect((await logIn(at('192.0.2.79'), event.accessCode)).status).toBe(200);
  expect((await logIn(at(), newEmail(), { password: PASSWORD })).status).toBe(401);
});
