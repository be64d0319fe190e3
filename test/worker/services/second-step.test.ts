import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../../src/db/client';
import { forgetEndedSecondSteps } from '../../../src/services/second-steps/reset';
import { HOUR_MS } from '../../../src/shared/durations';
import { RecoveryCodesSchema } from '../../../src/shared/schemas/second-step';
import { stopClock } from '../../support/clock';
import { confirmPasswords, createVenue, loginWithCode, newEmail, PASSWORD, signUp } from '../support/accounts';
import { rowsIn } from '../support/backups';
import { createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import { headers, TOKEN } from '../support/event-files';
import { askForToken, MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';
import { accountOf, addMember } from '../support/members';
import { codeAt, enter, invited, SECRET, setUp, STEP } from '../support/second-step';

const WRONG = { status: 401, body: { code: 'second_step_wrong' } };
const NEEDED = { status: 401, body: { code: 'second_step_needed' } };
const DEMANDED = { status: 401, body: { code: 'second_step_demanded' } };
const DEMAND = '/api/account/second-step';
const INVALID = { status: 401, body: { code: 'invalid_credentials' } };

// A code is of half a minute.
beforeEach(() => stopClock());

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a login with a second step needs a code besides the password, which is taken once', async () => {
  const { client, email } = await signUp();
  expect((await client.get(STEP)).body).toEqual({
    isSetUp: false,
    recoveryCodesLeft: 0,
    isDemanded: false,
    endsAt: null,
  });
  await setUp({ client });
  const read = await client.get(STEP);
  expect(read.body).toEqual({ isSetUp: true, recoveryCodesLeft: 10, isDemanded: false, endsAt: null });
  expectDocumented('GET /api/users/second-step', read);

  const wrongPassword = { username: email, password: 'Bb456789!', code: await codeAt() };
  expect(await createClient().post('/api/auth/login', wrongPassword)).toMatchObject(INVALID);
  const refused = await enter(email);
  expect(refused).toMatchObject(NEEDED);
  expectDocumented('POST /api/auth/login', refused);
  expect(await enter(email, { code: '000000' })).toMatchObject(WRONG);
  expect(await enter(email, { code: await codeAt(-1) }), 'the code that has set it up').toMatchObject(WRONG);
  const code = await codeAt();
  expect((await enter(email, { code: ` ${code.slice(0, 3)} ${code.slice(3)} ` })).status).toBe(200);
  expect(await enter(email, { code }), 'a second time').toMatchObject(WRONG);
  const both = await Promise.all([1, 2].map(async () => (await enter(email, { code: await codeAt(1) })).status));
  expect(both.toSorted((a, b) => a - b)).toEqual([200, 401]);
});

test('each recovery code replaces a code once, and nothing in D1 shows one', async () => {
  const { client, email } = await signUp();
  const codes = await setUp({ client });
  const [first = '', second = ''] = codes;
  expect(new Set(codes).size).toBe(10);
  expect(first).toMatch(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}$/);
  const stored = JSON.stringify(await rowsIn('second_steps'));
  expect(codes.filter((code) => stored.includes(code.replaceAll('-', '')))).toEqual([]);
  const used = [first.toUpperCase().replaceAll('-', ' '), first, second];
  const statuses: number[] = [];
  for (const code of used) statuses.push((await enter(email, { code })).status);
  expect(statuses).toEqual([200, 401, 200]);
  expect((await client.get(STEP)).body).toMatchObject({ recoveryCodesLeft: 8 });
});

test('a second step is ended with one of its codes alone, and is not replaced', async () => {
  const { client, email } = await signUp();
  const [recovery = ''] = await setUp({ client });
  const again = await client.call('PUT', STEP, { body: { secret: SECRET, code: await codeAt() } });
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expectDocumented('PUT /api/users/second-step', again);
  expect((await client.call('DELETE', STEP, { body: { code: '000000' } })).status).toBe(400);
  const ended = await client.call('DELETE', STEP, { body: { code: recovery } });
  expect(ended.status).toBe(200);
  expectDocumented('DELETE /api/users/second-step', ended);
  expect((await enter(email)).status).toBe(200);
  expect((await client.call('DELETE', STEP, { body: { code: recovery } })).status).toBe(404);
});

test.each([
  ['a short secret', { secret: SECRET.slice(1), code: '123456' }],
  ['a secret that is no Base32', { secret: SECRET.replace('G', '1'), code: '123456' }],
  ['a code of something else', { secret: SECRET, code: '000000' }],
])('%s sets nothing up', async (_what, body) => {
  const { client } = await signUp();
  expect((await client.call('PUT', STEP, { body })).status).toBe(400);
  expect(await rowsIn('second_steps')).toEqual([]);
});

test('setting a second step up needs a recent password, and sessions and door codes go on without one', async () => {
  const { admin, event } = await createVenue();
  await setUp(admin);
  await env.DB.exec('UPDATE sessions SET confirmed_at = 1');
  for (const method of ['PUT', 'DELETE'])
    expect(await admin.client.call(method, STEP, { body: {} })).toMatchObject({
      body: { code: 'confirmation_needed' },
    });
  expect((await admin.client.get('/api/events')).status).toBe(200);
  await loginWithCode(event.accessCode);
});

test('wrong codes count as failed logins, from many addresses together, too', async () => {
  const { client, email } = await signUp();
  await setUp({ client });
  const from = (address: string, code: string) => enter(email, { code }, createClient({ address }));
  for (let i = 0; i < 20; i += 1) expect(await from(`192.0.2.${i}`, '000000')).toMatchObject(WRONG);
  expect((await from('192.0.2.99', await codeAt())).status).toBe(429);
  expect(await enter(email, {}, createClient({ address: '192.0.2.99' })), 'no guess').toMatchObject(NEEDED);
  pass(HOUR_MS / 2);
  for (let i = 0; i < 20; i += 1) await from('192.0.2.1', '000000');
  const other = { username: email, password: 'Bb456789!' };
  expect((await createClient({ address: '192.0.2.1' }).post('/api/auth/login', other)).status).toBe(429);
});

test('neither a new password nor a reset of it goes around the second step', async () => {
  const { client, email } = await signUp();
  await setUp({ client });
  const password = 'Bb456789!';
  const reset = await createClient().post('/api/auth/reset-password', { token: await askForToken(email), password });
  expect(reset.status).toBe(200);
  expect(reset.headers.getSetCookie()).toEqual([]);
  expect(await enter(email, { password })).toMatchObject(NEEDED);
  const entered = createClient();
  expect((await enter(email, { password, code: await codeAt() }, entered)).status).toBe(200);
  const change = { currentPassword: password, newPassword: PASSWORD };
  expect((await entered.post('/api/users/password', change)).status).toBe(200);
  expect(await enter(email)).toMatchObject(NEEDED);
});

test('an invitation that is accepted with the password of a login needs its second step', async () => {
  const [owner, guest] = [await signUp(), await signUp()];
  await setUp(guest);
  const path = await invited(owner);
  const login = { email: guest.email, password: PASSWORD, isNew: false };
  expect(await createClient().post(path, { ...login, password: 'Bb456789!' })).toMatchObject(INVALID);
  const refused = await createClient().post(path, login);
  expect(refused).toMatchObject(NEEDED);
  expectDocumented('POST /api/invitations/:token/accept', refused);
  expect((await createClient().post(path, { ...login, code: await codeAt() })).status).toBe(200);
});

test('an account that demands a second step has its members set one up at their next login', async () => {
  const owner = await signUp();
  const member = await addMember(owner, 'manager');
  await confirmPasswords();
  const early = await owner.client.call('PUT', DEMAND, { body: { isDemanded: true } });
  expect(early).toMatchObject({ status: 409, body: { message: { id: 'second_step_own_first' } } });
  await setUp(owner);
  expect((await member.client.call('PUT', DEMAND, { body: { isDemanded: true } })).status).toBe(403);
  const demanded = await owner.client.call('PUT', DEMAND, { body: { isDemanded: true } });
  expect(demanded.status).toBe(200);
  expectDocumented('PUT /api/account/second-step', demanded);

  expect((await member.client.get(STEP)).body, 'a running session').toMatchObject({ isDemanded: true });
  expect(await enter(member.email)).toMatchObject(DEMANDED);
  expect(await enter(member.email, { secret: SECRET, code: '000000' })).toMatchObject(WRONG);
  const entered = await enter(member.email, { secret: SECRET, code: await codeAt(-1) });
  expectDocumented('POST /api/auth/login', entered);
  const { recoveryCodes } = z.parse(RecoveryCodesSchema, entered.body);
  expect(recoveryCodes).toHaveLength(10);
  expect(await enter(member.email, { secret: SECRET, code: '' })).toMatchObject(NEEDED);
  expect((await enter(member.email, { code: await codeAt() })).status).toBe(200);

  const body = { email: newEmail(), password: PASSWORD };
  const path = await invited(owner);
  expect(await createClient().post(path, body)).toMatchObject(DEMANDED);
  const accepted = await createClient().post(path, { ...body, secret: SECRET, code: await codeAt(-1) });
  expect(z.parse(RecoveryCodesSchema, accepted.body).recoveryCodes).toHaveLength(10);
  expect(await enter(body.email)).toMatchObject(NEEDED);
});

test('nobody switches into an account that demands a second step without having one', async () => {
  const [owner, founder] = [await signUp(), await signUp()];
  const accountId = await accountOf(owner);
  const join = env.DB.prepare(
    "INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'manager', 1e15)",
  );
  await join.bind(accountId, await accountOf(founder)).run();
  await env.DB.prepare('UPDATE users SET second_step_demanded = 1 WHERE user_id = ?').bind(accountId).run();
  const move = () => founder.client.post('/api/session/account', { accountId });
  const refused = await move();
  expect(refused).toMatchObject({ status: 403, body: { message: { id: 'second_step_to_switch' } } });
  expectDocumented('POST /api/session/account', refused);
  await setUp(founder);
  expect((await move()).status).toBe(200);
});

const resetOf = (personId: string) => `/api/members/${personId}/second-step`;

test('another owner resets a lost second step in a day, unless somebody enters a code of it before', async () => {
  const owner = await signUp();
  const other = await addMember(owner, 'owner');
  const [recovery = ''] = await setUp(other);
  const client = createClient({ variables: MAILS_TO_CONSOLE });
  await enter(owner.email, {}, client);
  expect((await other.client.call('DELETE', resetOf(other.personId))).status, 'the own one').toBe(409);

  const mails = await mailsDuring(async () => {
    const reset = await client.call('DELETE', resetOf(other.personId));
    expect(reset.status).toBe(200);
    expectDocumented('DELETE /api/members/:personId/second-step', reset);
  });
  expect(mails.map(({ to }) => to).toSorted()).toEqual([owner.email, other.email].toSorted());
  pass(24 * HOUR_MS - 1);
  expect(await enter(other.email)).toMatchObject(NEEDED);
  expect((await enter(other.email, { code: recovery })).status).toBe(200);
  pass(HOUR_MS);
  expect(await enter(other.email), 'canceled').toMatchObject(NEEDED);

  await confirmPasswords();
  expect((await owner.client.call('DELETE', resetOf(other.personId))).status).toBe(200);
  pass(24 * HOUR_MS);
  expect((await enter(other.email)).status).toBe(200);
  await confirmPasswords();
  expect((await client.call('DELETE', resetOf(other.personId))).status, 'it has ended').toBe(404);
  await forgetEndedSecondSteps({ db: openDatabase(env.DB), now: Date.now, backups: null });
  expect(await rowsIn('second_steps')).toEqual([]);
});

test('an owner does not reset a second step that protects the account of somebody else', async () => {
  const [owner, founder] = [await signUp(), await signUp()];
  const personId = await accountOf(founder);
  await env.DB.prepare("INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'manager', 1e15)")
    .bind(await accountOf(owner), personId)
    .run();
  await setUp(founder);
  await confirmPasswords();
  const refused = await owner.client.call('DELETE', resetOf(personId));
  expect(refused).toMatchObject({ status: 409, body: { message: { id: 'second_step_elsewhere' } } });
});

test('the operator ends the second step of an only owner at once, who reads that in the audit log and in a mail', async () => {
  env.OPERATOR_TOKEN = TOKEN;
  const { client, email } = await signUp();
  await setUp({ client });
  const operator = createClient({ variables: MAILS_TO_CONSOLE });
  const reset = () => operator.post('/api/operator/second-step/reset', { email: email.toUpperCase() }, headers);
  const mails = await mailsDuring(async () => {
    const answer = await reset();
    expect(answer.status).toBe(200);
    expectDocumented('POST /api/operator/second-step/reset', answer);
  });
  expect(mails.map(({ to }) => to)).toEqual([email]);
  expect((await enter(email)).status).toBe(200);
  const { body } = await client.get('/api/audit');
  expect(body).toMatchObject({
    entries: [
      { action: 'logIn' },
      { action: 'resetSecondStep', isOperator: true, concerns: { email } },
      { action: 'setSecondStep', person: { email } },
      { action: 'logIn' },
    ],
  });
  expect((await reset()).status).toBe(404);
});
