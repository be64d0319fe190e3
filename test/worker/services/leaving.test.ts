import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { NO_PASSWORD } from '../../../src/crypto/password';
import { findEmail } from '../../../src/db/accounts';
import { openDatabase } from '../../../src/db/client';
import { type Admin, confirmPasswords, createArea, createEvent, PASSWORD, signUp } from '../support/accounts';
import { rowsIn } from '../support/backups';
import { createClient } from '../support/client';
import { accountOf, addMember, logIn, withChange } from '../support/members';
import { join, openSocket } from '../support/sockets';

test('a manager who deletes the account leaves it: the account, its events and what the manager counted stay', async () => {
  const owner = await signUp();
  const manager = await addMember(owner, 'manager');
  const event = await createEvent(owner);
  const area = await createArea(owner, event.eventId);
  const [counting, watching] = [
    await join(manager.client, event.eventId),
    await openSocket(manager.client, '/api/account/socket?v=1'),
  ];
  counting.send({ type: 'update_occupancy', eventId: event.eventId, areaId: area.areaId, change: 3 });
  await counting.next('ack');
  await confirmPasswords();
  expect((await manager.client.call('DELETE', '/api/users')).status).toBe(200);
  expect([await counting.closedWith(), await watching.closedWith()]).toEqual([4401, 4401]);
  const again = await createClient().post('/api/auth/login', { username: manager.email, password: PASSWORD });
  expect([(await manager.client.get('/api/users/me')).status, again.status]).toEqual([401, 401]);
  expect((await owner.client.get('/api/auth/verify')).body).toMatchObject({ user: { memberRole: 'owner' } });
  const { body } = await owner.client.get(`/api/events/${event.eventId}/areas`);
  expect(body).toMatchObject({ areas: [{ currentOccupancy: 3 }] });
  expect(await rowsIn('people')).toMatchObject([{ email: owner.email }]);
});

test('a founder leaves an account that has another owner, and can sign up again', async () => {
  const founder = await signUp();
  const userId = await accountOf(founder);
  const manager = await addMember(founder, 'manager');
  const heir = await addMember(founder, 'owner');
  await confirmPasswords();
  expect((await founder.client.call('DELETE', '/api/users')).status).toBe(200);
  expect((await founder.client.get('/api/users/me')).status).toBe(401);
  const account = await env.DB.prepare('SELECT email, password_hash, deleted_at FROM users').first();
  expect(account, 'the release before lets the founder in no more').toEqual({
    email: userId,
    password_hash: NO_PASSWORD,
    deleted_at: null,
  });
  expect((await createClient().post('/api/auth/signup', { email: founder.email, password: PASSWORD })).status).toBe(
    201,
  );
  const again = await logIn(founder.email);
  expect(await accountOf(again)).not.toBe(userId);
  // The heir is the only owner now, so the account goes, and with it its manager.
  expect((await heir.client.call('DELETE', '/api/users')).status).toBe(200);
  expect((await manager.client.get('/api/users/me')).status).toBe(401);
  expect(await rowsIn('people')).toMatchObject([{ email: founder.email }]);
});

test('whoever expects to leave deletes nothing, and whoever expects to delete leaves nothing', async () => {
  const founder = await signUp();
  const manager = await addMember(founder, 'manager');
  await confirmPasswords();
  const end = ({ client }: Admin, expected: string) =>
    client.call('DELETE', '/api/users', { body: { expect: expected } });
  const [stays, ends] = [
    { status: 409, body: { code: 'other_owner' } },
    { status: 409, body: { code: 'last_owner' } },
  ];
  expect([await end(manager, 'delete'), await end(founder, 'leave')]).toMatchObject([stays, ends]);
  const heir = await addMember(founder, 'owner');
  await confirmPasswords();
  expect(await end(founder, 'delete')).toMatchObject(stays);
  const role = async ({ client }: Admin) => (await client.get('/api/users/me')).body;
  expect([await role(founder), await role(heir), await role(manager)]).toMatchObject([
    { memberRole: 'owner' },
    { memberRole: 'owner' },
    { memberRole: 'manager' },
  ]);
  expect([(await end(founder, 'leave')).status, (await end(heir, 'delete')).status]).toEqual([200, 200]);
  expect((await manager.client.get('/api/users/me')).status).toBe(401);
});

test('an account that gets another owner while its only one deletes it stays', async () => {
  const founder = await signUp();
  const heir = await addMember(founder, 'manager');
  await confirmPasswords();
  const raised = withChange(founder, `UPDATE members SET role = 'owner' WHERE person_id = '${heir.personId}'`, 2);
  expect(await raised.call('DELETE', '/api/users')).toMatchObject({ status: 409, body: { code: 'other_owner' } });
  expect((await heir.client.get('/api/users/me')).body).toMatchObject({ memberRole: 'owner' });
  expect((await founder.client.get('/api/users/me')).status).toBe(200);
});

test('an account has the address of its oldest owner, also if that person has signed up another account', async () => {
  const [founder, heir] = [await signUp(), await signUp()];
  const userId = await accountOf(founder);
  const heirId = await accountOf(heir);
  await env.DB.prepare("INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'owner', 1e15)")
    .bind(userId, heirId)
    .run();
  const address = () => findEmail(openDatabase(env.DB), userId);
  expect(await address()).toBe(founder.email);
  await confirmPasswords();
  const path = `/api/members/${userId}`;
  expect((await founder.client.call('PATCH', path, { body: { role: 'manager' } })).status).toBe(200);
  expect(await address()).toBe(heir.email);
  // The founder logs in again, as a manager.
  const manager = await logIn(founder.email);
  expect((await manager.client.call('DELETE', '/api/users')).status).toBe(200);
  expect([await address(), JSON.stringify(await rowsIn('users'))]).toEqual([
    heir.email,
    expect.not.stringContaining(founder.email),
  ]);
});

test('what only owners may do is refused to a manager in words that say who may', async () => {
  const manager = await addMember(await signUp(), 'manager');
  const { status, body } = await manager.client.get('/api/users/profile');
  const error = 'Only owners of this account may do this. Please ask one of them.';
  expect([status, body]).toMatchObject([403, { error, code: 'forbidden', message: { id: 'owners_only' } }]);
});
