import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ServiceMonitor } from '../../../src/monitor/service-monitor';
import {
  CreatedMemberInvitationSchema,
  MemberListSchema,
  type NewMemberInvitation,
} from '../../../src/shared/members/schemas';
import { DAY_MS } from '../../../src/shared/durations';
import { type Admin, confirmPasswords, createArea, createEvent, newEmail, PASSWORD, signUp } from '../support/accounts';
import { type Answer, type Client, createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import { linkIn, MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';
import { accountOf, addMember, logIn, withChange } from '../support/members';
import { clientIdOf } from '../support/room';
import { join, openSocket, UPGRADE } from '../support/sockets';

const LAST_OWNER = { status: 409, body: { code: 'last_owner' } };

async function invite({ client }: Admin, invitation: NewMemberInvitation) {
  await confirmPasswords();
  const answer = await client.post('/api/members/invitations', invitation);
  expectDocumented('POST /api/members/invitations', answer);
  expect(answer.status).toBe(201);
  return z.parse(CreatedMemberInvitationSchema, answer.body);
}

async function accept(token: string, body: object = {}, client: Client = createClient()) {
  const answer = await client.post(`/api/invitations/${token}/accept`, body);
  expectDocumented('POST /api/invitations/:token/accept', answer);
  return answer;
}

async function listOf({ client }: Admin) {
  const answer = await client.get('/api/members');
  expectDocumented('GET /api/members', answer);
  return z.parse(MemberListSchema, answer.body);
}

test('an invitation makes a login and a member, works once, and says before what it is to', async () => {
  const owner = await signUp();
  const event = await createEvent(owner);
  const { token, invitationId } = await invite(owner, { role: 'manager' });
  expect(await listOf(owner)).toMatchObject({
    members: [{ isYou: true, role: 'owner' }],
    invitations: [{ invitationId }],
  });
  await owner.client.call('PUT', `/api/events/${event.eventId}/letterhead`, {
    body: { organizer: 'Harbor Club', address: '' },
  });
  const read = () => createClient().get(`/api/invitations/${token}`);
  expect((await read()).body).toMatchObject({ accountName: 'Harbor Club', role: 'manager', email: null });
  const [client, email] = [createClient(), newEmail()];
  expect((await accept(token, { email, password: 'weak' })).status).toBe(400);
  const answer = await accept(token, { email, password: PASSWORD }, client);
  expect(answer).toMatchObject({ status: 200, body: { user: { username: email, memberRole: 'manager' } } });
  expect((await client.get('/api/events')).body).toMatchObject([{ eventId: event.eventId }]);
  expect(await listOf(owner)).toMatchObject({
    members: [{ email: owner.email }, { email, role: 'manager', lastSeenAt: expect.any(String), isYou: false }],
    invitations: [],
  });
  expect([(await accept(token, { email: newEmail(), password: PASSWORD })).status, (await read()).status]).toEqual([
    404, 404,
  ]);
});

test('of two who accept an invitation at once, one becomes a member', async () => {
  const owner = await signUp();
  const { token } = await invite(owner, { role: 'manager' });
  const both = await Promise.all([1, 2].map(() => accept(token, { email: newEmail(), password: PASSWORD })));
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect((await listOf(owner)).members).toHaveLength(2);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM people').first('n')).toBe(2);
});

test('an invitation with an address is mailed to it, and nobody else can accept it', async () => {
  const founder = await signUp(createClient({ variables: MAILS_TO_CONSOLE }));
  const [email, other] = [newEmail(), await signUp()];
  let token = '';
  const mails = await mailsDuring(async () => {
    ({ token } = await invite(founder, { role: 'owner', email: ` ${email.toUpperCase()} ` }));
  });
  expect(mails).toMatchObject([{ to: email }]);
  expect(mails[0] && linkIn(mails[0])).toBe(`https://headroom.example/invitation#${token}`);
  const refused = { status: 403, body: { error: 'This invitation is for another email address.', code: 'forbidden' } };
  expect(await accept(token, { email: newEmail(), password: PASSWORD })).toMatchObject(refused);
  expect(await accept(token, {}, other.client)).toMatchObject(refused);
  expect(await accept(token, { email, password: PASSWORD })).toMatchObject({ status: 200 });
});

test('a mailbox gets few invitations, with whatever tag they are addressed', async () => {
  const owner = await signUp();
  const to = newEmail().replace('@', '+TAG@');
  await confirmPasswords();
  const statuses: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    const email = to.replace('TAG', String(i));
    statuses.push((await owner.client.post('/api/members/invitations', { role: 'manager', email })).status);
  }
  expect(statuses).toEqual([201, 201, 201, 429]);
});

test('an invitation makes a login also while the sign-up is closed, but no more of them than sign-ups from one address', async () => {
  const owner = await signUp();
  const { token } = await invite(owner, { role: 'manager' });
  const closed = createClient({ variables: { SIGN_UP: 'closed' } });
  expect(await accept(token, { email: owner.email, password: `${PASSWORD}x` }, closed)).toMatchObject({ status: 401 });
  await env.DB.prepare("UPDATE attempts SET count = 100 WHERE key LIKE 'signup:%'").run();
  const body = { email: newEmail(), password: PASSWORD };
  expect(await accept(token, body, closed)).toMatchObject({ status: 429 });
  await env.DB.prepare("UPDATE attempts SET count = 99 WHERE key LIKE 'signup:%'").run();
  expect(await accept(token, body, closed)).toMatchObject({ status: 200 });
});

test('who has a login becomes a member with its right password, or with the session; a wrong password uses nothing up', async () => {
  const [owner, first, second] = [await signUp(), await signUp(), await signUp()];
  const wrong = { email: first.email, password: `${PASSWORD}x` };
  const { token } = await invite(owner, { role: 'manager' });
  const unknown = { email: newEmail(), password: PASSWORD, isNew: false };
  for (const body of [wrong, unknown])
    expect(await accept(token, body)).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  expect(await accept(token, { email: first.email, password: PASSWORD, isNew: false })).toMatchObject({ status: 200 });
  const { token: another } = await invite(owner, { role: 'manager' });
  expect(await accept(another, {}, owner.client)).toMatchObject({ status: 409, body: { code: 'member_already' } });
  const accepted = await accept(another, {}, second.client);
  expect(accepted).toMatchObject({ status: 200, body: { user: { username: second.email, memberRole: 'manager' } } });
  // Nobody has entered a password in this session.
  expect((await second.client.call('DELETE', '/api/users')).body).toMatchObject({ code: 'confirmation_needed' });
  expect((await listOf(owner)).members.map(({ email }) => email)).toEqual(
    [owner, first, second].map((one) => one.email),
  );
});

test('an invitation ends by its call, after seven days, and with the right of whoever made it', async () => {
  const owner = await signUp();
  const second = await addMember(owner, 'owner');
  const [ended, old, theirs] = [
    await invite(owner, { role: 'manager' }),
    await invite(owner, { role: 'manager' }),
    await invite(second, { role: 'owner' }),
  ];
  const end = await owner.client.call('DELETE', `/api/members/invitations/${ended.invitationId}`);
  expectDocumented('DELETE /api/members/invitations/:invitationId', end);
  await env.DB.prepare('UPDATE member_invitations SET expires_at = expires_at - ? WHERE invitation_id = ?')
    .bind(7 * DAY_MS, old.invitationId)
    .run();
  const lowered = await owner.client.call('PATCH', `/api/members/${second.personId}`, { body: { role: 'manager' } });
  expectDocumented('PATCH /api/members/:personId', lowered);
  expect([end.status, lowered.status]).toEqual([200, 200]);
  for (const { token } of [ended, old, theirs])
    expect((await accept(token, { email: newEmail(), password: PASSWORD })).status).toBe(404);
});

test('an owner who is lowered while the call runs removes, changes and invites nobody', async () => {
  const founder = await signUp();
  const [owner, manager] = [await addMember(founder, 'owner'), await addMember(founder, 'manager')];
  await confirmPasswords();
  const lower = `UPDATE members SET role = 'manager' WHERE person_id = '${owner.personId}'`;
  const [path, founderPath] = [manager.personId, await accountOf(founder)].map((id) => `/api/members/${id}`);
  const calls: ((client: Client) => Promise<Answer>)[] = [
    (client) => client.call('DELETE', `${path}`),
    (client) => client.call('DELETE', `${founderPath}`),
    (client) => client.call('PATCH', `${path}`, { body: { role: 'owner' } }),
    (client) => client.post('/api/members/invitations', { role: 'owner' }),
  ];
  for (const call of calls) {
    await env.DB.exec(`UPDATE members SET role = 'owner' WHERE person_id = '${owner.personId}'`);
    expect(await call(withChange(owner, lower))).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  }
  expect(await listOf(founder)).toMatchObject({
    members: [{ role: 'owner' }, { role: 'manager' }, { role: 'manager' }],
    invitations: [],
  });
});

test('an invitation is in force only while whoever made it is an owner, and a member without a login is none', async () => {
  const founder = await signUp();
  const { token } = await invite(founder, { role: 'owner' });
  const id = await accountOf(founder);
  // As in a database that was restored.
  const write = (sql: string) => env.DB.prepare(sql).bind(id).run();
  await write("INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, 'nobody', 'owner', 1)");
  const lowered = await founder.client.call('PATCH', `/api/members/${id}`, { body: { role: 'manager' } });
  expect(lowered).toMatchObject(LAST_OWNER);
  await write("UPDATE members SET role = 'manager' WHERE person_id = ?");
  expect((await createClient().get(`/api/invitations/${token}`)).status).toBe(404);
  expect((await accept(token, { email: newEmail(), password: PASSWORD })).status).toBe(404);
});

test('the last owner can be neither removed nor made a manager, also when two try at once', async () => {
  const first = await signUp();
  const second = await addMember(first, 'owner');
  const firstId = await accountOf(first);
  const change = ({ client }: Admin, personId: string) =>
    client.call('PATCH', `/api/members/${personId}`, { body: { role: 'manager' } });
  const statuses = await Promise.all([change(first, firstId), change(second, second.personId)]);
  expect(statuses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const [last, lastId] = statuses[0]?.status === 409 ? [first, firstId] : [second, second.personId];
  await confirmPasswords();
  expect(await change(last, lastId)).toMatchObject(LAST_OWNER);
  const removal = await last.client.call('DELETE', `/api/members/${lastId}`);
  expectDocumented('DELETE /api/members/:personId', removal);
  expect(removal).toMatchObject(LAST_OWNER);
});

test('a role with chosen events names at least one of the account, the others none; deleted events go from the list', async () => {
  const owner = await signUp();
  const [hall, tent] = [await createEvent(owner), await createEvent(owner)];
  const foreign = await createEvent(await signUp());
  const member = await addMember(owner, 'manager');
  await confirmPasswords();
  const path = `/api/members/${member.personId}`;
  const wrong: readonly [object, string][] = [
    [{ role: 'viewer' }, 'choose at least one event'],
    [{ role: 'supervisor', eventIds: [] }, 'choose at least one event'],
    [{ role: 'viewer', eventIds: [hall.eventId, foreign.eventId] }, 'do not exist'],
    [{ role: 'manager', eventIds: [hall.eventId] }, 'has all events'],
  ];
  for (const [body, text] of wrong) {
    const refusal = { status: 400, body: { code: 'invalid_input', error: expect.stringContaining(text) } };
    expect(await owner.client.call('PATCH', path, { body })).toMatchObject(refusal);
    expect(await owner.client.post('/api/members/invitations', body)).toMatchObject(refusal);
  }
  const eventIds = [hall.eventId, tent.eventId];
  const answer = await owner.client.call('PATCH', path, { body: { role: 'viewer', eventIds } });
  expectDocumented('PATCH /api/members/:personId', answer);
  const { token } = await invite(owner, { role: 'supervisor', eventIds });
  await accept(token, { email: newEmail(), password: PASSWORD });
  await invite(owner, { role: 'viewer', eventIds: [tent.eventId] });
  await owner.client.call('DELETE', `/api/events/${tent.eventId}`);
  expect(await listOf(owner)).toMatchObject({
    members: [{ eventIds: null }, { role: 'viewer', eventIds: [hall.eventId] }, { eventIds: [hall.eventId] }],
    invitations: [{ role: 'viewer', eventIds: [] }],
  });
});

test('a changed role closes the member’s sockets, which come back with the same cookie; no change leaves them open', async () => {
  const owner = await signUp();
  const event = await createEvent(owner);
  const [manager, other] = [await addMember(owner, 'manager'), await addMember(owner, 'manager')];
  const socket = await join(manager.client, event.eventId);
  const others = await join(other.client, event.eventId, clientIdOf(2));
  await confirmPasswords();
  const setRole = async (role: string) =>
    (await owner.client.call('PATCH', `/api/members/${manager.personId}`, { body: { role } })).status;
  const before = manager.client.cookie();
  expect([await setRole('owner'), await socket.closedWith()]).toEqual([200, 1001]);
  const again = await join(manager.client, event.eventId);
  expect([await setRole('owner'), manager.client.cookie()]).toEqual([200, before]);
  for (const { socket: open } of [again, others]) expect(open.readyState).toBe(WebSocket.OPEN);
});

test('a removed member is disconnected within a second, and what the member did stays; a role counts from the next call on', async () => {
  const owner = await signUp();
  const manager = await addMember(owner, 'manager');
  const event = await createEvent(manager);
  const path = `/api/members/${manager.personId}`;
  const setRole = (role: string) => owner.client.call('PATCH', path, { body: { role } });
  expect((await manager.client.get('/api/members')).status).toBe(403);
  await setRole('owner');
  expect((await manager.client.get('/api/members')).status).toBe(200);
  await setRole('manager');
  expect((await manager.client.get('/api/members')).status).toBe(403);
  const [counting, watching] = [
    await join(manager.client, event.eventId),
    await openSocket(manager.client, '/api/account/socket?v=1'),
  ];
  expect((await owner.client.call('DELETE', path)).status).toBe(200);
  expect([await counting.closedWith(), await watching.closedWith()]).toEqual([4401, 4401]);
  expect((await manager.client.get('/api/users/me')).status).toBe(401);
  expect((await owner.client.get('/api/events')).body).toMatchObject([{ eventId: event.eventId }]);
});

test('a person in two accounts sees both and moves the session between them; sockets and rights follow', async () => {
  const [owner, founder] = [await signUp(), await signUp()];
  const mine = await createEvent(founder, 'Mine');
  const theirs = await createEvent(owner, 'Theirs');
  const foreign = await createEvent(await signUp(), 'Foreign');
  expect((await founder.client.get('/api/auth/verify')).body).not.toHaveProperty('user.accounts');
  const { token } = await invite(owner, { role: 'manager' });
  const { client, email } = founder;
  await accept(token, {}, client);
  const [own, other] = [await accountOf(founder), await accountOf(owner)];
  expect((await client.get('/api/auth/verify')).body).toMatchObject({
    user: {
      username: email,
      memberRole: 'manager',
      accountId: other,
      accounts: [
        { accountId: own, name: email, memberRole: 'owner', isCurrent: false },
        { accountId: other, name: owner.email, memberRole: 'manager', isCurrent: true },
      ],
    },
  });
  expect((await client.get('/api/events')).body).toMatchObject([{ eventId: theirs.eventId }]);
  const socket = await join(client, theirs.eventId);
  const old = client.cookie();
  const switched = await client.post('/api/session/account', { accountId: own });
  expectDocumented('POST /api/session/account', switched);
  expect(switched).toMatchObject({ status: 200, body: { user: { memberRole: 'owner' } } });
  expect([client.cookie() === old, await socket.closedWith()]).toEqual([false, 1001]);
  expect((await client.get('/api/events')).body).toMatchObject([{ eventId: mine.eventId }]);
  expect((await client.get(`/api/events/${foreign.eventId}/areas`)).status).toBe(404);
  const nobody = await client.post('/api/session/account', { accountId: 'nobody' });
  expect(nobody).toMatchObject({ status: 404, body: { code: 'not_found' } });
  // A new password ends the person's sessions in both accounts.
  const elsewhere = createClient();
  await elsewhere.post('/api/auth/login', { username: email, password: PASSWORD });
  await elsewhere.post('/api/session/account', { accountId: other });
  await client.post('/api/users/password', { currentPassword: PASSWORD, newPassword: 'Bb456789!' });
  expect((await elsewhere.get('/api/users/me')).status).toBe(401);
});

test('taps for an event of the account that the session has left wait, by calls and by the socket, until it is back', async () => {
  const [owner, founder] = [await signUp(), await signUp()];
  const event = await createEvent(founder);
  const { areaId } = await createArea(founder, event.eventId);
  const { client } = founder;
  await join(client, event.eventId, clientIdOf(2));
  const { token } = await invite(owner, { role: 'manager' });
  await accept(token, {}, client);
  const path = `/api/events/${event.eventId}`;
  const body = { clientId: clientIdOf(1), seq: 1, sentAt: Date.now(), taps: [{ areaId, change: 2, at: Date.now() }] };
  const send = () => client.post(`${path}/occupancy?v=1`, body);
  const noted = vi.spyOn(ServiceMonitor.prototype, 'noteAnswers');
  const later = { status: 503, body: { code: 'unavailable', message: { id: 'event_elsewhere' } } };
  expect(await send()).toMatchObject(later);
  expect(await client.get(`${path}/areas`)).toMatchObject(later);
  expect((await client.fetch(`${path}/socket?v=1`, { headers: UPGRADE })).status).toBe(503);
  await client.post('/api/session/account', { accountId: await accountOf(founder) });
  expect(await send()).toMatchObject({ status: 200, body: { sync: { areas: [{ currentOccupancy: 2 }] } } });
  expect(noted, 'the operator need not look into it').not.toHaveBeenCalled();
  // A removed member gets no taps in any more.
  await client.post('/api/session/account', { accountId: await accountOf(owner) });
  await env.DB.prepare('DELETE FROM members WHERE owner_id = person_id AND person_id = ?')
    .bind(await accountOf(founder))
    .run();
  expect((await send()).status).toBe(404);
});

test('a session that has moved to another account is not confirmed there, and deletes none but the account that is meant', async () => {
  const [owner, founder] = [await signUp(), await signUp()];
  const { token } = await invite(owner, { role: 'manager' });
  const { client } = founder;
  await accept(token, { email: founder.email, password: PASSWORD }, client);
  const [own, other] = [await accountOf(founder), await accountOf(owner)];
  await client.post('/api/session/account', { accountId: own });
  expect(await client.call('DELETE', '/api/users')).toMatchObject({
    status: 403,
    body: { code: 'confirmation_needed' },
  });
  await client.post('/api/auth/confirm', { password: PASSWORD });
  const leave = (accountId: string | null) => client.call('DELETE', '/api/users', { body: { accountId } });
  const refused = await leave(other);
  expectDocumented('DELETE /api/users', refused);
  expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', message: { id: 'other_account' } } });
  expect((await client.get('/api/users/me')).body).toMatchObject({ username: founder.email, memberRole: 'owner' });
  await client.post('/api/session/account', { accountId: other });
  await client.post('/api/auth/confirm', { password: PASSWORD });
  expect((await leave(null)).status).toBe(409);
  expect((await leave(other)).status).toBe(200);
  expect((await logIn(founder.email)).client.cookie()).not.toBe('');
});
