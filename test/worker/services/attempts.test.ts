import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createVenue, newEmail, PASSWORD, signUp } from '../support/accounts';
import { type Answer, createClient } from '../support/client';

const VENUE = '192.0.2.7';
const LIMITED = {
  error: 'Too many attempts. Please wait a few minutes and try again.',
  code: 'too_many_attempts',
};

const login = (username: string, password: string | null = 'Wrong123!', address = VENUE): Promise<Answer> =>
  createClient({ address }).post('/api/auth/login', { username, password });

/** As that many failures a while ago would have left them. */
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

test('20 failures for one account from one address, and not one more', async () => {
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

test('the wait is over after Retry-After', async () => {
  const { event } = await createVenue();
  await failOnceThenMultiply('ABCD-2346', 20);
  const refused = await login('ABCD-2346', null);
  expect(refused.status).toBe(429);
  await age(retryAfter(refused) + 1);
  expect((await login('ABCD-2346', null)).status).toBe(401);
  expect((await login(event.accessCode, null)).status).toBe(200);
});

test('a code counts as one however it is typed', async () => {
  await failOnceThenMultiply('abcd 2346', 20);
  expect((await login('ABCD-2346', null)).status).toBe(429);
});

test('successes do not count: a whole venue logs in from one address', async () => {
  const { event, admin } = await createVenue();
  const staff = await Promise.all(Array.from({ length: 120 }, () => login(event.accessCode, null)));
  expect(new Set(staff.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await login(admin.email, PASSWORD)).status).toBe(200);
  expect(await env.DB.prepare("SELECT count(*) AS n FROM attempts WHERE key LIKE 'login:%'").first('n')).toBe(0);
});

test('100 failures from one address, whatever is tried', async () => {
  const { event } = await createVenue();
  await failOnceThenMultiply('ABCD-2346', 99);
  expect((await login('ABCD-2347', null)).status).toBe(401);
  const refused = await login(event.accessCode, null);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual(LIMITED);
  expect(retryAfter(refused)).toBeGreaterThan(0);
});

test('an IPv6 subscriber is one address', async () => {
  const { event } = await createVenue();
  const from = (address: string) => login(event.accessCode, null, address);
  expect((await login('ABCD-2346', null, '2001:db8:1:2::1')).status).toBe(401);
  await env.DB.prepare('UPDATE attempts SET count = 100').run();
  expect((await from('2001:db8:1:2:ffff::9')).status).toBe(429);
  expect((await from('2001:db8:1:3::1')).status).toBe(200);
});

test('the /48 of an IPv6 subscriber fails as often as ten of them', async () => {
  const { event } = await createVenue();
  const from = (address: string) => login(event.accessCode, null, address);
  expect((await login('ABCD-2346', null, '2001:db8:1:2::1')).status).toBe(401);
  await env.DB.prepare("UPDATE attempts SET count = 1000 WHERE key LIKE '%/48'").run();
  expect((await from('2001:db8:1:3::1')).status).toBe(429);
  expect((await from('2001:db8:2:3::1')).status).toBe(200);
});

test('without a trusted proxy an address that the client names is worth no more than two', async () => {
  const { event } = await createVenue();
  const at = (address: string, username: string) =>
    createClient({ address, variables: { TRUSTED_PROXY: '' } }).post('/api/auth/login', { username, password: null });
  expect((await at('192.0.2.50', 'ABCD-2346')).status).toBe(401);
  await env.DB.prepare("UPDATE attempts SET count = 199 WHERE key LIKE '%unverified'").run();
  expect((await at('192.0.2.51', 'ABCD-2347')).status).toBe(401);
  expect((await at('192.0.2.52', event.accessCode)).status).toBe(429);
});

test('of 60 guesses at once no more than 20 are told', async () => {
  const { event } = await createVenue();
  const guess = (username: string) => login(username, null, '192.0.2.60');
  const answers = await Promise.all(Array.from({ length: 60 }, () => guess('ABCD-2346')));
  const told = answers.filter(({ status }) => status === 401);
  expect(told).toHaveLength(20);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40);
  expect((await guess(event.accessCode)).status, 'another code').toBe(200);
});

test('100 sign-ups an hour from one address', async () => {
  const signUpFrom = (address: string) =>
    createClient({ address }).post('/api/auth/signup', { email: newEmail(), password: PASSWORD });
  expect((await signUpFrom(VENUE)).status).toBe(201);
  await env.DB.prepare('UPDATE attempts SET count = 99').run();
  expect((await signUpFrom(VENUE)).status).toBe(201);
  const refused = await signUpFrom(VENUE);
  expect(refused.status).toBe(429);
  expect(refused.body).toEqual(LIMITED);
  expect(retryAfter(refused)).toBeGreaterThan(59 * 60);
  expect((await signUpFrom('192.0.2.9')).status).toBe(201);
  await age(retryAfter(refused) + 1);
  expect((await signUpFrom(VENUE)).status).toBe(201);
});

test('invalid sign-ups do not count', async () => {
  await createClient({ address: VENUE }).post('/api/auth/signup', { email: newEmail(), password: 'short' });
  expect(await env.DB.prepare('SELECT count(*) AS n FROM attempts').first('n')).toBe(0);
});

test('what is too old is deleted', async () => {
  await login('ABCD-2346', null);
  await age(2 * 60 * 60);
  await login('ABCD-2347', null);
  const { results } = await env.DB.prepare('SELECT slice_starts_at AS at FROM attempts').all<{ at: number }>();
  expect(results).toHaveLength(2);
  expect(results.every(({ at }) => at > Date.now() - 120_000)).toBe(true);
});
