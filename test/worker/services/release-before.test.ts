import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { newId, newToken, sha256Hex } from '../../../src/crypto/ids';
import { hashPassword, verifyPassword } from '../../../src/crypto/password';
import { openDatabase } from '../../../src/db/client';
import { forgetExpired } from '../../../src/services/hourly';
import { DAY_MS } from '../../../src/shared/durations';
import { newEmail, PASSWORD, signUp } from '../support/accounts';
import { rowsIn } from '../support/backups';
import { createClient } from '../support/client';
import { askForToken } from '../support/mails';

/** Tests that this release gets along with the release before, which knows accounts and no people, and the other way round. */

const OTHER_PASSWORD = 'Bb456789!';

const run = (sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

const logIn = async (username: string, password: string, client = createClient()): Promise<number> =>
  (await client.post('/api/auth/login', { username, password })).status;

/** Signs up as the release before does. */
async function signUpBefore({ deletedAt = null }: { deletedAt?: number | null } = {}) {
  const [userId, email, now] = [newId(), deletedAt === null ? newEmail() : '', Date.now()];
  const hash = await hashPassword(PASSWORD);
  await env.DB.prepare(
    'INSERT INTO users (user_id, email, password_hash, trial_ends_at, created_at, deleted_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(userId, email, hash, now + DAY_MS, now, deletedAt)
    .run();
  return { userId, email, hash, now };
}

test('the migration makes the founder of each account that is not deleted a person and an owner', async () => {
  const { userId, email, hash, now } = await signUpBefore();
  await signUpBefore({ deletedAt: 1 });
  const seeds = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries).filter((query) => /INSERT INTO `/.test(query));
  for (const seed of seeds) await env.DB.prepare(seed).run();
  expect(await rowsIn('people')).toEqual([{ person_id: userId, email, password_hash: hash, created_at: now }]);
  expect(await rowsIn('members')).toEqual([{ owner_id: userId, person_id: userId, role: 'owner', created_at: now }]);
});

test('a founder whom the release before has signed up logs in, keeps the session of then, and can reset the password', async () => {
  const [{ userId, email }, { email: forgetful }] = [await signUpBefore(), await signUpBefore()];
  const token = newToken();
  await run(
    'INSERT INTO sessions (token_hash, session_id, user_id, created_at, expires_at) VALUES (?, ?, ?, ?, ?)',
    await sha256Hex(token),
    newId(),
    userId,
    Date.now(),
    Date.now() + DAY_MS,
  );
  const client = createClient({ session: token });
  expect((await client.get('/api/auth/verify')).body).toMatchObject({ user: { username: email } });
  expect((await client.post('/api/auth/signup', { email, password: PASSWORD })).status).toBe(409);
  expect(await logIn(email, PASSWORD)).toBe(200);
  expect((await client.get('/api/users/sessions')).body).toHaveLength(2);
  const link = await askForToken(forgetful);
  const reset = await createClient().post('/api/auth/reset-password', { token: link, password: OTHER_PASSWORD });
  expect([reset.status, await logIn(forgetful, OTHER_PASSWORD)]).toEqual([200, 200]);
});

test('a password that either release has changed is the only one in both', async () => {
  const { email, client } = await signUp();
  await run('UPDATE users SET password_hash = ?', await hashPassword(OTHER_PASSWORD));
  expect([await logIn(email, PASSWORD), await logIn(email, OTHER_PASSWORD)]).toEqual([401, 200]);
  const change = { currentPassword: OTHER_PASSWORD, newPassword: PASSWORD };
  expect((await client.post('/api/users/password', change)).status).toBe(200);
  const hash = String(await env.DB.prepare('SELECT password_hash FROM users').first('password_hash'));
  expect(await verifyPassword(PASSWORD, hash)).toBe(true);
  expect([await logIn(email, OTHER_PASSWORD), await logIn(email, PASSWORD)]).toEqual([401, 200]);
});

test('an account that the release before has deleted leaves nobody who can log in, and its address is free', async () => {
  const { email } = await signUp();
  await run("UPDATE users SET deleted_at = 1, email = '', password_hash = ''");
  expect(await logIn(email, PASSWORD)).toBe(401);
  expect((await createClient().post('/api/auth/signup', { email, password: OTHER_PASSWORD })).status).toBe(201);
  expect(await logIn(email, OTHER_PASSWORD)).toBe(200);
  await run("UPDATE users SET deleted_at = 1, email = '', password_hash = ''");
  await forgetExpired({ db: openDatabase(env.DB), now: Date.now });
  expect([await rowsIn('people'), await rowsIn('members')]).toEqual([[], []]);
});
