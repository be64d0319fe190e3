import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/db/client';
import { findSecondStep, takeCode } from '../../../src/services/second-steps/second-step';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { stopClock } from '../../support/clock';
import { dayAfter, moment, REAL_DAY } from '../../support/moments';
import { type Admin, confirmPasswords, newEmail, PASSWORD, signUp } from '../support/accounts';
import { rowsIn } from '../support/backups';
import { type Client, createClient } from '../support/client';
import { MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';
import { accountOf, addMember, withChange } from '../support/members';
import { codeAt, enter, invited, SECRET, setUp, STEP } from '../support/second-step';

/** Tests what somebody gains who knows a password, guesses codes or sends several calls at once. */

// A code is of half a minute.
beforeEach(() => stopClock());

const mailing = () => createClient({ variables: MAILS_TO_CONSOLE });
const NEW = async () => ({ secret: SECRET, code: await codeAt(-1) });

const demandIn = async (owner: Admin) =>
  env.DB.prepare('UPDATE users SET second_step_demanded = 1 WHERE user_id = ?')
    .bind(await accountOf(owner))
    .run();

const fromAddress = (i: number) => createClient({ address: `192.0.2.${i}` });
const inOrder = (statuses: readonly number[]) => statuses.toSorted((a, b) => a - b);

test('a mail tells whoever has a login that its second step was set up or ended', async () => {
  const owner = await signUp();
  const member = await addMember(owner, 'manager');
  const client = mailing();
  await enter(owner.email, {}, client);
  let [recovery = '']: string[] = [];
  const set = await mailsDuring(async () => {
    [recovery = ''] = await setUp({ client });
  });
  expect(set).toMatchObject([{ to: owner.email, subject: expect.stringContaining(`${owner.email} set up`) }]);
  const ended = await mailsDuring(() => client.call('DELETE', STEP, { body: { code: recovery } }));
  expect(ended).toMatchObject([{ to: owner.email, subject: expect.stringContaining(`${owner.email} ended`) }]);

  await demandIn(owner);
  const path = await invited(owner);
  const entered = await mailsDuring(async () => enter(member.email, await NEW(), mailing()));
  const guest = newEmail();
  const body = { email: guest, password: PASSWORD, ...(await NEW()) };
  const accepted = await mailsDuring(() => mailing().post(path, body));
  expect([...entered, ...accepted].map(({ to }) => to)).toEqual([member.email, guest]);
});

test('a login whose password is changed meanwhile stores no second step, nor does a session that is ended', async () => {
  const owner = await signUp();
  const member = await addMember(owner, 'manager');
  await demandIn(owner);
  const change = `UPDATE people SET password_hash = 'another' WHERE person_id = '${member.personId}'`;
  const failed = await enter(member.email, await NEW(), withChange(member, change, 2));
  expect(failed).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  await confirmPasswords();
  const out = withChange(owner, 'DELETE FROM sessions');
  const refused = await out.call('PUT', STEP, { body: await NEW() });
  expect(refused).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await rowsIn('second_steps')).toEqual([]);
});

test('of logins that have read the same recovery codes, one takes each code', async () => {
  const { client, email } = await signUp();
  const [one = '', two = ''] = await setUp({ client });
  const ctx = { db: openDatabase(env.DB), now: Date.now, backups: null };
  const step = (await findSecondStep(ctx, await accountOf({ email }))) ?? expect.fail('no second step');
  const taken = await Promise.all([one, two, one].map((code) => takeCode(ctx, step, code)));
  expect(taken).toEqual([true, true, false]);
  expect((await client.get(STEP)).body).toMatchObject({ recoveryCodesLeft: 8 });
});

test('of many wrong codes at once, as many are answered as the limit allows', async () => {
  const { client, email } = await signUp();
  await setUp({ client });
  await enter(email, { code: '000000' });
  await env.DB.exec("UPDATE attempts SET count = 18 WHERE key LIKE 'code:%'");
  const guesses = [1, 2, 3, 4, 5].map(async (i) => (await enter(email, { code: '000000' }, fromAddress(i))).status);
  expect(inOrder(await Promise.all(guesses))).toEqual([401, 401, 429, 429, 429]);
});

test('wrong codes shut no device out on which the second step was entered, which has as many of its own', async () => {
  const { client: before, email } = await signUp();
  const [recovery = ''] = await setUp({ client: before });
  const known = createClient();
  expect((await enter(email, { code: await codeAt() }, known)).status).toBe(200);
  const wrong = (client?: Client) => enter(email, { code: '000000' }, client);
  const fill = () => env.DB.exec("UPDATE attempts SET count = 20 WHERE key LIKE 'code:%'");
  await wrong();
  await fill();
  const late = { code: await codeAt(1) };
  expect((await enter(email, late, before)).status, 'a device from before it was set up').toBe(429);
  expect((await enter(email, { code: recovery }, known)).status).toBe(200);
  expect((await wrong(known)).status).toBe(401);
  await fill();
  expect((await enter(email, late, known)).status).toBe(429);
});

test('a mail a day tells whose password is known to somebody who enters wrong codes', async () => {
  stopClock(moment(dayAfter(REAL_DAY, 1), '12:00'));
  const { client, email } = await signUp();
  await setUp({ client });
  const guess = (times: number) =>
    mailsDuring(async () => {
      for (let i = 0; i < times; i += 1) await enter(email, { code: '000000' }, mailing());
    });
  expect(await guess(9)).toEqual([]);
  expect(await guess(2)).toMatchObject([{ to: email, subject: expect.stringContaining(`Wrong codes for ${email}`) }]);
  vi.setSystemTime(Date.now() + 2 * HOUR_MS);
  expect(await guess(11)).toEqual([]);
  vi.setSystemTime(Date.now() + DAY_MS);
  expect(await guess(11)).toHaveLength(1);
});

test('an invitation does not tell of many addresses whether they have a login', async () => {
  const [owner, other] = [await signUp(), await signUp()];
  await demandIn(owner);
  const path = await invited(owner);
  const probe = async (i: number, email: string) =>
    (await fromAddress(i).post(path, { email, password: 'Bb456789!', isNew: true })).status;
  for (let i = 1; i <= 10; i += 1) expect(await probe(i, newEmail())).toBe(401);
  expect([await probe(11, newEmail()), await probe(12, other.email)]).toEqual([429, 429]);
});
