import { scrypt } from 'node:crypto';
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import { toHex } from '../../../src/crypto/bytes';
import { SESSION_MS } from '../../../src/services/sessions/limits';
import { NO_BILLING_DETAILS } from '../../../src/shared/schemas/billing-details';
import { createEvent, createVenue, loginWithCode, newEmail, PASSWORD, signUp } from '../support/accounts';
import { createClient, HTTP, HTTPS } from '../support/client';

const INVALID = 'Login failed. Please check your credentials.';

test('a sign-up creates an account in its trial without a login and reserves the address until the account is deleted', async () => {
  const client = createClient();
  const email = 'new.admin@headroom.test';
  const signUpAs = (typed: string) => createClient().post('/api/auth/signup', { email: typed, password: PASSWORD });
  const answer = await client.post('/api/auth/signup', { email: '  New.Admin@Headroom.TEST ', password: PASSWORD });
  expect(answer.status).toBe(201);
  expect(answer.body).toEqual({ username: email, role: 'admin', subscriptionStatus: 'trialing' });
  expect(client.cookie()).toBe('');
  const account = await env.DB.prepare('SELECT trial_ends_at - created_at AS trial FROM users').first();
  expect(account).toEqual({ trial: 7 * 24 * 60 * 60 * 1000 });

  const taken = { error: 'An account with this email already exists.', code: 'email_taken' };
  expect(await signUpAs(email.toUpperCase())).toMatchObject({ status: 409, body: taken });
  await env.DB.prepare('UPDATE users SET deleted_at = 1').run();
  const again = await Promise.all([signUpAs(email), signUpAs(email), signUpAs(email)]);
  expect(again.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
});

test('a login with email and password ignores the case of the email and is known to all calls', async () => {
  const { client, email } = await signUp();
  const user = { username: email, role: 'admin', memberRole: 'owner', subscriptionStatus: 'trialing' };
  const answer = await client.post('/api/auth/login', { username: ` ${email.toUpperCase()} `, password: PASSWORD });
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ success: true, user });
  expect((await client.get('/api/auth/verify')).body).toEqual({ success: true, user });
  expect((await client.get('/api/users/me')).body).toEqual(user);
});

test.each(['null', 'absent', 'given'])(
  'a login with an access code opens one event with the password %s',
  async (form) => {
    const { event, area } = await createVenue();
    const { accessCode, eventId } = event;
    const formatted = `${accessCode.slice(0, 4)}-${accessCode.slice(4)}`;
    const password = { null: { password: null }, absent: {}, given: { password: 'x' } }[form];
    const client = createClient();
    const user = { username: formatted, role: 'user', accessCode, eventId, subscriptionStatus: 'trialing' };
    // A room that needs more than half a second, as on a busy machine, leaves its areas out of the answer.
    await vi.waitFor(
      async () => {
        const answer = await client.post('/api/auth/login', { username: ` ${formatted.toLowerCase()} `, ...password });
        expect(answer.status).toBe(200);
        expect(answer.body).toEqual({ success: true, user, event, areas: [area], alerts: [] });
      },
      { timeout: 20_000 },
    );
    expect((await client.get('/api/users/me')).body).toEqual(user);
  },
);

test("wrong, unknown and deleted logins are refused alike, and the browser's session continues", async () => {
  const { admin: left, event } = await createVenue();
  for (const table of ['events', 'users']) await env.DB.exec(`UPDATE ${table} SET deleted_at = 1`);
  const { client, email } = await signUp();
  const tries = [
    { username: email, password: `${PASSWORD}x` },
    { username: newEmail(), password: PASSWORD },
    { username: 'ABCD-2346', password: null },
    { username: 'no code at all' },
    { username: event.accessCode },
    { username: left.email, password: PASSWORD },
  ];
  for (const body of tries) {
    const answer = await client.post('/api/auth/login', body);
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ error: INVALID, code: 'invalid_credentials' });
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  expect((await client.get('/api/auth/verify')).status).toBe(200);
});

const cookiesOf = (isSecure: boolean) => {
  const host = isSecure ? '__Host-' : '';
  const end = `${isSecure ? 'Secure; ' : ''}SameSite=Lax`;
  return {
    session: expect.stringMatching(`^${host}headroom_session=[0-9a-f]{64}; Max-Age=2592000; Path=/; HttpOnly; ${end}$`),
    signedIn: `headroom_signed_in=1; Max-Age=2592000; Path=/; ${end}`,
    device: expect.stringMatching(`^${host}headroom_device=[0-9a-f.]{98}; Max-Age=31536000; Path=/; HttpOnly; ${end}$`),
    cleared: [
      `${host}headroom_session=; Max-Age=0; Path=/; HttpOnly; ${end}`,
      `headroom_signed_in=; Max-Age=0; Path=/; ${end}`,
    ],
  };
};

test.each([HTTP, HTTPS])('the cookies over %s are set and cleared as documented', async (origin) => {
  const { session, signedIn, device, cleared } = cookiesOf(origin === HTTPS);
  const { email } = await signUp();
  const client = createClient({ origin });
  const answer = await client.post('/api/auth/login', { username: email, password: PASSWORD });
  expect(answer.headers.getSetCookie()).toEqual([session, signedIn, device]);
  expect((await client.get('/api/auth/verify')).headers.getSetCookie()).toEqual([]);
  expect((await client.post('/api/auth/logout')).headers.getSetCookie()).toEqual(cleared);
});

test('the plain cookie is ignored over HTTPS', async () => {
  const { client } = await signUp();
  const secure = createClient({ origin: HTTPS });
  const response = await secure.fetch('/api/auth/verify', { headers: { cookie: client.cookie() } });
  expect(response.status).toBe(401);
});

test("a login creates its own token, stored as a hash, and ends the browser's earlier session, as a logout does", async () => {
  const { client, email } = await signUp();
  const first = client.cookie();
  const token = /headroom_session=(\w+)/.exec(first)?.[1] ?? '';
  const { results } = await env.DB.prepare('SELECT * FROM sessions').all();
  expect(token).toHaveLength(64);
  expect(JSON.stringify(results)).not.toContain(token);

  const statusOf = async (cookie: string) =>
    (await createClient().fetch('/api/auth/verify', { headers: { cookie } })).status;
  const planted = createClient({ session: 'a'.repeat(64) });
  for (const browser of [client, planted])
    await browser.post('/api/auth/login', { username: email, password: PASSWORD });
  expect(planted.cookie()).not.toContain('a'.repeat(64));
  const second = client.cookie();
  expect([await statusOf(first), await statusOf(second), await statusOf(planted.cookie())]).toEqual([401, 200, 200]);
  expect((await client.post('/api/auth/logout')).status).toBe(200);
  expect(client.cookie()).toMatch(/^headroom_device=[^;]+$/);
  expect(await statusOf(second)).toBe(401);
  expect((await client.post('/api/auth/logout')).status).toBe(200);
});

const moveExpiry = (fromNowMs: number) =>
  env.DB.prepare('UPDATE sessions SET expires_at = ?')
    .bind(Date.now() + fromNowMs)
    .run();
const expiry = async () => Number(await env.DB.prepare('SELECT expires_at FROM sessions').first('expires_at'));
const DAY_MS = 24 * 60 * 60_000;

test('a session and its cookie are extended once a day, and an expired session is deleted at the next login', async () => {
  const { client } = await signUp();
  await moveExpiry(SESSION_MS - DAY_MS + 60_000);
  const early = await expiry();
  expect((await client.get('/api/auth/verify')).headers.getSetCookie()).toEqual([]);
  expect(await expiry()).toBe(early);

  await moveExpiry(SESSION_MS - DAY_MS - 60_000);
  const answer = await client.get('/api/auth/verify');
  const { session, signedIn } = cookiesOf(false);
  expect(answer.headers.getSetCookie()).toEqual([session, signedIn]);
  expect(await expiry()).toBeGreaterThan(Date.now() + SESSION_MS - 60_000);
  expect((await client.get('/api/auth/verify')).headers.getSetCookie()).toEqual([]);

  await moveExpiry(-1);
  expect(await client.get('/api/auth/verify')).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  await signUp();
  expect(await env.DB.prepare('SELECT count(*) AS n FROM sessions').first('n')).toBe(1);
});

const setUser = (column: string, value: string | number) =>
  env.DB.prepare(`UPDATE users SET ${column} = ?`).bind(value).run();

test("a subscription status is trialing, then active, unless billing sets another, and an access-code user gets the admin's status", async () => {
  const admin = await signUp();
  const device = await loginWithCode((await createEvent(admin)).accessCode);
  const statuses = async () => {
    const answers = await Promise.all([admin.client, device].map((client) => client.get('/api/users/me')));
    return answers.map(({ body }) => body);
  };
  const both = (subscriptionStatus: string) => [{ subscriptionStatus }, { subscriptionStatus }];
  expect(await statuses()).toMatchObject(both('trialing'));
  await setUser('trial_ends_at', Date.now() - 1);
  expect(await statuses()).toMatchObject(both('active'));
  await setUser('subscription_status', 'unpaid');
  expect(await statuses()).toMatchObject(both('unpaid'));
});

const stored = async () => String(await env.DB.prepare('SELECT password_hash FROM users').first('password_hash'));

/** Stores the password as an earlier version did. */
async function signUpLongAgo() {
  const admin = await signUp();
  const salt = new Uint8Array(16).fill(0x5a);
  const cost = { N: 2, r: 1, p: 1, maxmem: 1_000_000 };
  const key = await new Promise<Uint8Array>((resolve, reject) => {
    scrypt(PASSWORD, salt, 32, cost, (error, derived) => (error ? reject(error) : resolve(derived)));
  });
  await env.DB.prepare('UPDATE users SET password_hash = ?')
    .bind(`scrypt$2$1$1$${toHex(salt)}$${toHex(key)}`)
    .run();
  return admin;
}

test('a cheaper old hash is replaced at the next login, even when two happen at once, and never for a wrong password', async () => {
  const { email } = await signUpLongAgo();
  const logIn = (password: string) => createClient().post('/api/auth/login', { username: email, password });
  const before = await stored();
  expect((await logIn(`${PASSWORD}x`)).status).toBe(401);
  expect(await stored()).toBe(before);
  const answers = await Promise.all([logIn(PASSWORD), logIn(PASSWORD), logIn(PASSWORD)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const raised = await stored();
  expect(raised).toMatch(/^scrypt\$16\$1\$1\$/);
  expect((await logIn(PASSWORD)).status).toBe(200);
  expect(await stored()).toBe(raised);
});

const DETAILS = {
  billing_first_name: 'Zoë',
  billing_last_name: 'O’Neill',
  billing_business_name: 'Night & Day GmbH',
  billing_address_line1: 'Straße des 17. Juni 1',
  billing_address_city: 'Berlin',
  billing_address_postcode: '10623',
  billing_address_country: 'DE',
  billing_tax_id: 'DE123456789',
};

test('billing details are saved as a whole, trimmed, and returned as the updated profile', async () => {
  const { client, email } = await signUp();
  const save = (body: unknown) => client.call('PUT', '/api/users/billing-details', { body });
  const who = { username: email, role: 'admin', subscriptionStatus: 'trialing' };

  expect((await client.get('/api/users/profile')).body).toEqual({ ...who, ...NO_BILLING_DETAILS });
  const first = await save({ ...DETAILS, billing_address_city: '  Berlin ' });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ ...who, ...DETAILS });
  expect((await client.get('/api/users/profile')).body).toEqual(first.body);

  const second = await save({ billing_address_country: 'FR' });
  expect(second.body).toEqual({ ...who, ...NO_BILLING_DETAILS, billing_address_country: 'FR' });
  expect((await client.get('/api/users/profile')).body).toEqual(second.body);
});
