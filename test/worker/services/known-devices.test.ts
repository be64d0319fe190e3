import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { JoinKeySchema } from '../../../src/shared/schemas/event';
import { createEvent, createVenue, loginWithCode, newEmail, PASSWORD, signUp } from '../support/accounts';
import { type Client, createClient } from '../support/client';

/** Who still gets in where an address has failed too often. */

/** Another one for each test: this isolate remembers who was to wait a moment ago. */
let venues = 0;
beforeEach(() => {
  venues += 1;
});
const venue = () => `198.51.100.${venues}`;
const at = (address = venue()) => createClient({ address });
const logIn = (client: Client, username: string, more: object = {}) =>
  client.post('/api/auth/login', { username, password: null, ...more });

/** So many wrong codes, twenty at a time; answers how many of them were told to be wrong. */
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

/** As a hundred failures at the venue's address would have left it. */
async function exhaust(): Promise<void> {
  expect((await logIn(at(), 'WXYZ2346')).status).toBe(401);
  await env.DB.prepare("UPDATE attempts SET count = 100 WHERE key = 'login:' || ?").bind(venue()).run();
}

const joinKeyOf = async (client: Client, eventId: string) =>
  z.parse(JoinKeySchema, (await client.get(`/api/events/${eventId}/join-key`)).body).joinKey;

test('after 200 wrong codes at one address a phone of before and a join link get in, a new device waits, also with the right code', async () => {
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

test('a stolen cookie and a stolen link give no guess more', async () => {
  const { admin, event } = await createVenue();
  const other = await createEvent(admin, 'Other');
  const joinKey = await joinKeyOf(admin.client, event.eventId);
  const phone = at();
  await logIn(phone, event.accessCode);
  const cookie =
    phone
      .cookie()
      .split('; ')
      .find((each) => each.startsWith('headroom_device=')) ?? '';
  expect(cookie).not.toBe('');
  const thief = () => createClient({ address: venue(), headers: { cookie } });
  await exhaust();
  expect((await logIn(thief(), other.accessCode)).status, 'another code by the cookie').toBe(429);
  expect((await logIn(at(), other.accessCode, { joinKey })).status, 'another code by the link').toBe(429);
  expect(await guess(thief, 20)).toBe(0);
});

test('an admin’s known browser gets in, and passwords are guessed there no more often than anywhere', async () => {
  const { client, email } = await signUp(at());
  await client.post('/api/auth/logout');
  await exhaust();
  const withPassword = (password: string) => client.post('/api/auth/login', { username: email, password });
  for (let i = 0; i < 20; i += 1) expect((await withPassword('Wrong123!')).status).toBe(429);
  expect((await withPassword(PASSWORD)).status, 'after twenty wrong ones').toBe(429);
  const { results } = await env.DB.prepare(
    "SELECT key FROM attempts WHERE key LIKE 'login:%' GROUP BY key HAVING sum(count) = 20",
  ).all();
  expect(results).toHaveLength(1);
});

test('a code that was replaced is none, by cookie and by link, and does not count against the address', async () => {
  const { admin, event } = await createVenue();
  const joinKey = await joinKeyOf(admin.client, event.eventId);
  const phone = at();
  await logIn(phone, event.accessCode);
  await admin.client.post(`/api/events/${event.eventId}/access-code`);
  await env.DB.prepare('DELETE FROM attempts').run();
  expect((await logIn(phone, event.accessCode)).status).toBe(401);
  expect((await logIn(at(), event.accessCode, { joinKey })).status).toBe(401);
  const { results } = await env.DB.prepare("SELECT key FROM attempts WHERE key = 'login:' || ?").bind(venue()).all();
  expect(results).toEqual([]);
});

describe('the device’s cookie', () => {
  const deviceOf = (client: Client) => /headroom_device=([^;]+)/.exec(client.cookie())?.[1] ?? '';

  test('is signed, tells nobody’s email or code, and outlives the session for a year', async () => {
    const { event } = await createVenue();
    const client = at();
    const answer = await logIn(client, event.accessCode);
    const line = answer.headers.getSetCookie().find((each) => each.startsWith('headroom_device='));
    expect(line).toMatch(
      /^headroom_device=[0-9a-f]{32}\.[0-9a-f]{32}\.[0-9a-f]{32}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect(line?.toUpperCase()).not.toContain(event.accessCode);
    await client.post('/api/auth/logout');
    expect(deviceOf(client)).not.toBe('');
  });

  test('keeps its id, and knows the last eight logins', async () => {
    const admin = await signUp();
    const client = at();
    const codes: string[] = [];
    for (let i = 0; i < 10; i += 1) codes.push((await createEvent(admin, `Event ${i}`)).accessCode);
    for (const code of [...codes, codes[9] ?? '']) await logIn(client, code);
    const [id, , ...marks] = deviceOf(client).split('.');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(marks).toHaveLength(8);
    await exhaust();
    expect((await logIn(client, codes[9] ?? '')).status).toBe(200);
    expect((await logIn(client, codes[1] ?? '')).status).toBe(429);
  });

  test.each(['', 'x', '0'.repeat(32), `${'0'.repeat(32)}.${'0'.repeat(32)}.${'0'.repeat(32)}`])(
    'is nobody’s where nobody signed it: %j',
    async (cookie) => {
      const { event } = await createVenue();
      await exhaust();
      const forged = createClient({ address: venue(), headers: { cookie: `headroom_device=${cookie}` } });
      expect((await logIn(forged, event.accessCode)).status).toBe(429);
    },
  );
});

test('logins that succeed are limited far above what a venue needs: a thousand sessions at one address by one code', async () => {
  const { event } = await createVenue();
  await loginWithCode(event.accessCode);
  const count = (n: number) => env.DB.prepare("UPDATE attempts SET count = ? WHERE key LIKE 'entered:%'").bind(n).run();
  await logIn(at(), event.accessCode);
  await count(1_000);
  expect((await logIn(at(), event.accessCode)).status).toBe(200);
  await count(3_000);
  const sessions = () => env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n');
  const before = await sessions();
  expect((await logIn(at(), event.accessCode)).status).toBe(429);
  expect(await sessions()).toBe(before);
  expect((await logIn(at('192.0.2.79'), event.accessCode)).status).toBe(200);
  expect((await logIn(at(), newEmail(), { password: PASSWORD })).status).toBe(401);
});
