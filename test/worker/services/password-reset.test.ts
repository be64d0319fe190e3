import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createVenue, newEmail, PASSWORD, signUp } from '../support/accounts';
import { type Answer, createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import { askForToken, linkIn, MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';
import { accountOf } from '../support/members';
import { makeKey } from '../support/keys';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';
import { HOOK, RECIPIENTS } from '../support/webhooks';

const NEW_PASSWORD = 'Bb456789!';
const SUCCESS = { success: true };
const NO_LINK = { error: 'This link is not valid any more. Please ask for a new one.', code: 'invalid_reset_link' };

const reset = (token: unknown, password: unknown = NEW_PASSWORD, client = createClient()): Promise<Answer> =>
  client.post('/api/auth/reset-password', { token, password });

const logIn = async (email: string, password: string): Promise<number> =>
  (await createClient().post('/api/auth/login', { username: email, password })).status;

const ask = (
  email: unknown,
  { address = '192.0.2.1', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
) =>
  createClient({ origin: 'https://evil.test', variables: MAILS_TO_CONSOLE, address }).post(
    '/api/auth/forgot-password',
    { email },
    headers,
  );

/** Moves the request for the reset back in time. */
const age = (ms: number) => env.DB.prepare('UPDATE password_resets SET expires_at = expires_at - ?').bind(ms).run();

test("the reset mail links to the operator's own address, and the link sets a new password without a login", async () => {
  const { email } = await signUp();
  const mails = await mailsDuring(async () => {
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'accept-language': 'fr' };
    const answer = await ask(` ${email.toUpperCase()} `, { headers });
    expect(answer).toMatchObject({ status: 200, body: SUCCESS });
    expectDocumented('POST /api/auth/forgot-password', answer);
    await ask(email, { headers: { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' } });
  });
  expect(mails).toMatchObject([
    { to: email, subject: 'Reset your Headroom password' },
    { to: email, subject: 'Ihr neues Passwort für Headroom' },
  ]);
  expect(JSON.stringify(mails)).not.toContain('evil');
  const link = mails[0] ? linkIn(mails[0]) : '';
  expect(link).toMatch(/^https:\/\/headroom\.example\/reset-password#[0-9a-f]{64}$/);
  const token = new URL(link).hash.slice(1);
  const { results } = await env.DB.prepare('SELECT * FROM password_resets').all();
  expect(results, 'only a hash of the token is stored').toHaveLength(2);
  expect(JSON.stringify(results)).not.toContain(token);

  // A weak password does not use up the link.
  expect(await reset(token, 'short')).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  const answer = await reset(token);
  expect(answer).toMatchObject({ status: 200, body: SUCCESS });
  expectDocumented('POST /api/auth/reset-password', answer);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect([await logIn(email, PASSWORD), await logIn(email, NEW_PASSWORD)]).toEqual([401, 200]);
});

test('the mail about a new password says in both languages how many keys, webhooks and links stay', async () => {
  const { admin, event } = await createVenue();
  const other = await signUp();
  await makeKey(other);
  // The founder of the venue also belongs to the other account.
  await env.DB.prepare("INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'manager', 1e15)")
    .bind(await accountOf(other), await accountOf(admin))
    .run();
  await makeKey(admin);
  const revoked = await makeKey(admin);
  await admin.client.call('DELETE', `/api/keys/${revoked.keyId}`);
  for (let i = 0; i < 2; i += 1) await admin.client.post(RECIPIENTS, HOOK);
  await admin.client.post(`/api/events/${event.eventId}/display`);
  await admin.client.call('PUT', `/api/events/${event.eventId}/public`, { body: { detail: 'level' } });
  const mailed = async (language: string) => {
    const token = await askForToken(admin.email);
    const guest = createClient({ variables: MAILS_TO_CONSOLE });
    const body = { token, password: NEW_PASSWORD };
    return await mailsDuring(() => guest.post('/api/auth/reset-password', body, { 'accept-language': language }));
  };
  const text = (words: string) => ({ to: admin.email, text: expect.stringContaining(words) });
  expect(await mailed('en')).toMatchObject([text('API keys: 2, webhooks: 2, links of displays')]);
  expect(await mailed('de')).toMatchObject([text('öffentliche Zahlen und Kontrollen: 2.')]);
});

test('a reset password ends all sessions and their sockets, and access-code devices keep counting', async () => {
  const { admin, event, device } = await createVenue();
  const hub = await openSocket(admin.client, '/api/account/socket');
  const room = await join(admin.client, event.eventId, clientIdOf(1));
  const door = await join(device, event.eventId, clientIdOf(2));
  expect((await reset(await askForToken(admin.email))).status).toBe(200);
  expect(await hub.closedWith()).toBe(4401);
  expect(await room.closedWith()).toBe(4401);
  expect((await admin.client.get('/api/auth/verify')).status).toBe(401);
  door.send({ type: 'request_sync' });
  await door.next('sync');
});

test('an unknown, used, expired or replaced link and the link of a deleted account are refused in the same words', async () => {
  const { email } = await signUp();
  const [used, other] = [await askForToken(email), await askForToken(email)];
  await age(59 * 60_000);
  expect((await reset(used)).status, 'within the hour').toBe(200);
  const old = await askForToken(email);
  await age(60 * 60_000);
  const { email: leaving } = await signUp();
  const left = await askForToken(leaving);
  await env.DB.prepare('UPDATE users SET deleted_at = 1 WHERE email = ?').bind(leaving).run();
  for (const token of [used, other, old, left, 'f'.repeat(64), '', null, 5, `${other}0`]) {
    const answer = await reset(token, 'Cc567890!');
    expect(answer, String(token)).toMatchObject({ status: 400, body: NO_LINK });
    expectDocumented('POST /api/auth/reset-password', answer);
  }
  expect(await logIn(email, NEW_PASSWORD)).toBe(200);
  await ask(newEmail());
  expect(await env.DB.prepare('SELECT count(*) AS n FROM password_resets').first('n'), 'of those outlived').toBe(1);
});

test('a reset link that is used twice at once sets one password', async () => {
  const { email } = await signUp();
  const token = await askForToken(email);
  const passwords = ['Cc567890!', 'Dd678901!'];
  const answers = await Promise.all(passwords.map((password) => reset(token, password)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
  const logins = await Promise.all(passwords.map((password) => logIn(email, password)));
  expect(logins).toEqual(answers.map(({ status }) => (status === 200 ? 200 : 401)));
});

test('an address gets 5 reset mails an hour with or without an account, and one client address may request 20', async () => {
  const { email } = await signUp();
  for (const asked of [email, newEmail()]) {
    await env.DB.exec('DELETE FROM attempts');
    const mails = await mailsDuring(async () => {
      for (let i = 0; i < 5; i += 1) expect((await ask(asked, { address: `192.0.2.${i}` })).status).toBe(200);
      const refused = await ask(asked, { address: '192.0.2.9' });
      expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(59 * 60);
    });
    expect(mails).toHaveLength(asked === email ? 5 : 0);
  }
  const { results } = await env.DB.prepare('SELECT key FROM attempts').all();
  expect(JSON.stringify(results)).not.toContain('@');

  await env.DB.prepare("UPDATE attempts SET count = 19 WHERE key = 'reset:192.0.2.1'").run();
  const status = async (address: string) => (await ask(newEmail(), { address })).status;
  expect([await status('192.0.2.1'), await status('192.0.2.1'), await status('192.0.2.2')]).toEqual([200, 429, 200]);
});

test('a user with too many failed logins can log in at once with the new password, and guesses of others stay counted', async () => {
  const { email } = await signUp();
  const at = (address: string, password: string) =>
    createClient({ address }).post('/api/auth/login', { username: email, password });
  const [own, other] = ['192.0.2.1', '192.0.2.2'];
  for (const address of [own, other]) expect((await at(address, 'Wrong123!')).status).toBe(401);
  await env.DB.prepare('UPDATE attempts SET count = 20').run();
  const token = await askForToken(email);
  const used = (link: unknown) => reset(link, NEW_PASSWORD, createClient({ address: own }));
  expect((await used('0'.repeat(64))).status).toBe(400);
  expect((await at(own, PASSWORD)).status, 'no link, no pardon').toBe(429);
  expect((await used(token)).status).toBe(200);
  expect((await at(own, NEW_PASSWORD)).status).toBe(200);
  expect((await at(other, NEW_PASSWORD)).status).toBe(429);
  const perAddress = env.DB.prepare('SELECT sum(count) AS n FROM attempts WHERE key = ?').bind(`login:${own}`);
  expect(await perAddress.first('n'), 'wrong links count with the failed logins of an address').toBe(21);
});
