import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { newId, newToken, sha256Hex } from '../../../src/crypto/ids';
import { hashPassword, verifyPassword } from '../../../src/crypto/password';
import { openDatabase } from '../../../src/db/client';
import { forgetExpired } from '../../../src/services/hourly';
import { DAY_MS } from '../../../src/shared/durations';
import { confirmPasswords, deleteAccount, newEmail, PASSWORD, signUp } from '../support/accounts';
import { cron, rowsIn } from '../support/backups';
import { type Client, createClient } from '../support/client';
import { askForToken } from '../support/mails';
import { accountOf, addMember } from '../support/members';
import { openSocket } from '../support/sockets';

/** Tests that this release gets along with the release before, which knows accounts and no people, and the other way round. */

const OTHER_PASSWORD = 'Bb456789!';

const run = (sql: string, ...values: (string | number)[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

const logIn = async (username: string, password: string, client = createClient()): Promise<number> =>
  (await client.post('/api/auth/login', { username, password })).status;

/** Signs up as the release before does. */
async function signUpBefore({
  deletedAt = null,
  email: given = newEmail(),
}: { deletedAt?: number | null; email?: string } = {}) {
  const [userId, email, now] = [newId(), deletedAt === null ? given : '', Date.now()];
  const hash = await hashPassword(PASSWORD);
  await env.DB.prepare(
    'INSERT INTO users (user_id, email, password_hash, trial_ends_at, created_at, deleted_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
    .bind(userId, email, hash, now + DAY_MS, now, deletedAt)
    .run();
  return { userId, email, hash, now };
}

/** Starts a session of the account as the release before does. */
async function enterBefore(userId: string): Promise<Client> {
  const [token, now] = [newToken(), Date.now()];
  await run(
    `INSERT INTO sessions (token_hash, session_id, user_id, created_at, expires_at, confirmed_at) VALUES (?, ?, ?, ?, ?, ?)`,
    await sha256Hex(token),
    newId(),
    userId,
    now,
    now + DAY_MS,
    now,
  );
  return createClient({ session: token });
}

/** The account whose owner the release before takes this browser for; null for nobody. */
async function accountBefore({ cookie }: Client): Promise<unknown> {
  const token = /headroom_session=(\w+)/.exec(cookie())?.[1] ?? expect.fail('no session');
  const query = env.DB.prepare('SELECT user_id FROM sessions WHERE token_hash = ?');
  return await query.bind(await sha256Hex(token)).first('user_id');
}

const setPasswordBefore = async (userId: string) =>
  run('UPDATE users SET password_hash = ? WHERE user_id = ?', await hashPassword(OTHER_PASSWORD), userId);

const passwordBefore = async (userId: string): Promise<string> =>
  String(await env.DB.prepare('SELECT password_hash FROM users WHERE user_id = ?').bind(userId).first('password_hash'));

const DELETED_BEFORE = "UPDATE users SET deleted_at = 1, email = '', password_hash = '' WHERE email = ?";

test('the migration makes the founder of each account that is not deleted a person and an owner', async () => {
  const { userId, email, hash, now } = await signUpBefore();
  await signUpBefore({ deletedAt: 1 });
  const seeds = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries).filter((query) => /INSERT INTO `/.test(query));
  for (const seed of seeds) await env.DB.prepare(seed).run();
  expect(await rowsIn('people')).toEqual([{ person_id: userId, email, password_hash: hash, created_at: now }]);
  expect(await rowsIn('members')).toEqual([
    { owner_id: userId, person_id: userId, role: 'owner', event_ids: null, created_at: now },
  ]);
});

test('a founder whom the release before has signed up logs in, keeps the session of then, and can reset the password', async () => {
  const [{ userId, email }, { email: forgetful }] = [await signUpBefore(), await signUpBefore()];
  const client = await enterBefore(userId);
  expect((await client.get('/api/auth/verify')).body).toMatchObject({ user: { username: email } });
  expect((await client.post('/api/auth/confirm', { password: PASSWORD })).status).toBe(200);
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

test('a password that the release before has changed ends the sessions of the person in other accounts within an hour', async () => {
  const [founder, other] = [await signUp(), await signUp()];
  const [own, foreign] = [await accountOf(founder), await accountOf(other)];
  await run(
    "INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'manager', ?)",
    foreign,
    own,
    Date.now(),
  );
  const enterForeign = async (password: string) => {
    const client = createClient();
    expect(await logIn(founder.email, password, client)).toBe(200);
    expect((await client.post('/api/session/account', { accountId: foreign })).status).toBe(200);
    return client;
  };
  const old = await enterForeign(PASSWORD);
  const socket = await openSocket(old, '/api/account/socket');
  await setPasswordBefore(own);
  await cron(Date.now());
  expect(await socket.closedWith()).toBe(4401);
  const fresh = await enterForeign(OTHER_PASSWORD);
  await cron(Date.now());
  const seen = [old, fresh, founder.client, other.client].map((client) => client.get('/api/users/me'));
  // The release before has ended those of the founder's own account itself.
  expect((await Promise.all(seen)).map(({ status }) => status)).toEqual([401, 200, 200, 200]);
  expect(await rowsIn('people')).toContainEqual(
    expect.objectContaining({ person_id: own, password_hash: await passwordBefore(own) }),
  );
});

test('an account that the release before has deleted leaves nobody who can log in, and its address is free', async () => {
  const { email } = await signUp();
  await run("UPDATE users SET deleted_at = 1, email = '', password_hash = ''");
  expect(await logIn(email, PASSWORD)).toBe(401);
  expect((await createClient().post('/api/auth/signup', { email, password: OTHER_PASSWORD })).status).toBe(201);
  expect(await logIn(email, OTHER_PASSWORD)).toBe(200);
  await run("UPDATE users SET deleted_at = 1, email = '', password_hash = ''");
  await signUpBefore({ email });
  expect(await logIn(email, PASSWORD), 'the login of the deleted account is in nobody’s way').toBe(200);
  await run(DELETED_BEFORE, email);
  const invited = newEmail();
  const [{ client }] = [await signUp(), await signUpBefore({ email: invited })];
  expect(await logIn(invited, PASSWORD)).toBe(200);
  await run(DELETED_BEFORE, invited);
  const { body } = await client.post('/api/members/invitations', { role: 'manager' });
  const { token } = z.parse(z.object({ token: z.string() }), body);
  const accepted = await createClient().post(`/api/invitations/${token}/accept`, {
    email: invited,
    password: PASSWORD,
  });
  expect(accepted.status).toBe(200);
  await run("UPDATE users SET deleted_at = 1, email = '', password_hash = ''");
  await forgetExpired({ db: openDatabase(env.DB), now: Date.now });
  expect([await rowsIn('people'), await rowsIn('members')]).toEqual([[], []]);
});

test('the release before finds the sessions and the reset links of founders who are owners, and of nobody else', async () => {
  const [founder, other] = [await signUp(), await signUp()];
  const [own, foreign] = [await accountOf(founder), await accountOf(other)];
  const manager = await addMember(founder, 'manager');
  const owner = await addMember(founder, 'owner');
  await run(
    "INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'owner', ?)",
    foreign,
    own,
    Date.now(),
  );
  const seen = () => Promise.all([founder, manager, owner].map(({ client }) => accountBefore(client)));
  expect(await seen()).toEqual([own, null, null]);
  for (const { client } of [founder, manager, owner])
    await client.post('/api/users/password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD });
  expect(await seen()).toEqual([own, null, null]);
  await founder.client.post('/api/session/account', { accountId: foreign });
  expect(await seen()).toEqual([null, null, null]);
  await founder.client.post('/api/session/account', { accountId: own });
  expect(await seen()).toEqual([own, null, null]);

  const found = async (email: string) =>
    await env.DB.prepare('SELECT user_id FROM password_resets WHERE token_hash = ?')
      .bind(await sha256Hex(await askForToken(email)))
      .first('user_id');
  expect([await found(founder.email), await found(owner.email)]).toEqual([own, null]);
  const token = await askForToken(owner.email);
  expect((await createClient().post('/api/auth/reset-password', { token, password: PASSWORD })).status).toBe(200);
});

test('a founder who becomes a manager is logged out, logs in again as one, and is unknown to the release before', async () => {
  const founder = await signUp();
  const heir = await addMember(founder, 'owner');
  const own = await accountOf(founder);
  await setPasswordBefore(own);
  const old = await enterBefore(own);
  const link = await askForToken(founder.email);
  const change = { body: { role: 'manager' } };
  for (const status of [200, 200])
    expect((await heir.client.call('PATCH', `/api/members/${own}`, change)).status).toBe(status);
  for (const client of [founder.client, old]) expect((await client.get('/api/users/me')).status).toBe(401);
  expect(await verifyPassword(OTHER_PASSWORD, await passwordBefore(own))).toBe(false);
  expect(await env.DB.prepare('SELECT email FROM users').first('email')).toBe(own);
  expect((await createClient().post('/api/auth/reset-password', { token: link, password: PASSWORD })).status).toBe(400);
  const again = createClient();
  expect(await logIn(founder.email, OTHER_PASSWORD, again)).toBe(200);
  expect((await again.get('/api/users/me')).body).toMatchObject({ memberRole: 'manager' });
  expect(await accountBefore(again)).toBe(null);
});

test('a founder who has left is nobody in the account, whatever session or password the release before writes there', async () => {
  const [founder, other] = [await signUp(), await signUp()];
  const [own, foreign] = [await accountOf(founder), await accountOf(other)];
  await addMember(founder, 'owner');
  await run(
    "INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'manager', ?)",
    foreign,
    own,
    Date.now(),
  );
  await confirmPasswords();
  expect((await founder.client.call('DELETE', '/api/users')).status).toBe(200);
  expect((await (await enterBefore(own)).get('/api/users/me')).status).toBe(401);
  await setPasswordBefore(own);
  const again = createClient();
  expect([await logIn(founder.email, OTHER_PASSWORD), await logIn(founder.email, PASSWORD, again)]).toEqual([401, 200]);
  const before = await passwordBefore(own);
  const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}x` };
  expect((await again.post('/api/users/password', change)).status).toBe(200);
  expect(await passwordBefore(own)).toBe(before);
});

test('an account that the release before has signed up for somebody with a login is theirs', async () => {
  const manager = await addMember(await signUp(), 'manager');
  const { userId } = await signUpBefore({ email: manager.email });
  expect((await (await enterBefore(userId)).get('/api/users/me')).status).toBe(401);
  const { body } = await manager.client.get('/api/users/me');
  expect(body).toMatchObject({ accounts: [{ isCurrent: true }, { accountId: userId, memberRole: 'owner' }] });
  // It is theirs at their next login, too, if nobody uses a session of that account.
  const lone = await addMember(await signUp(), 'manager');
  const { userId: loneId } = await signUpBefore({ email: lone.email });
  const again = createClient();
  expect(await logIn(lone.email, PASSWORD, again)).toBe(200);
  expect((await again.get('/api/users/me')).body).toMatchObject({ accounts: [{}, { accountId: loneId }] });
});

test('a founder who deletes the account keeps the last password in another account', async () => {
  const [founder, other] = [await signUp(), await signUp()];
  const [own, foreign] = [await accountOf(founder), await accountOf(other)];
  await run(
    "INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'manager', ?)",
    foreign,
    own,
    Date.now(),
  );
  await setPasswordBefore(own);
  expect((await deleteAccount(founder.client)).status).toBe(200);
  expect([await logIn(founder.email, PASSWORD), await logIn(founder.email, OTHER_PASSWORD)]).toEqual([401, 200]);
});

test('a login, also of nobody, a sign-up and a forgotten password ask about people at once, and change nobody', async () => {
  const { email } = await signUp();
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  const made = async (work: () => Promise<unknown>) => {
    prepared.mockClear();
    await work();
    const queries = prepared.mock.calls.map(([query]) => String(query));
    return queries.filter((query) => /"(people|members|users)"/.test(query)).map((query) => query.split(' (')[0]);
  };
  const known = await made(() => logIn(email, OTHER_PASSWORD));
  expect(known).toEqual([expect.stringMatching(/^select /)]);
  expect(await made(() => logIn(newEmail(), OTHER_PASSWORD))).toEqual(known);
  const forgot = ['insert into "password_resets"', expect.stringMatching(/^select /)];
  expect(await made(() => askForToken(email))).toEqual(forgot);
  const taken = await made(() => createClient().post('/api/auth/signup', { email, password: PASSWORD }));
  expect(taken).toEqual([expect.stringMatching(/^select /)]);
});
