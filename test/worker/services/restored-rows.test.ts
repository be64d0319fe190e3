import { env } from 'cloudflare:workers';
import { getTableName } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import * as schema from '../../../src/db/schema';
import { readDatabaseFile } from '../../../src/services/backups/database-file';
import { KEPT_TABLES, TABLES } from '../../../src/services/backups/kept-tables';
import { RowFileWriter } from '../../../src/rpc/event-file';
import { EndedKeyListSchema } from '../../../src/services/backups/schemas';
import { DAY_MS } from '../../../src/shared/durations';
import { AlertRecipientListSchema } from '../../../src/shared/notifications/schemas';
import { stopClock } from '../../support/clock';
import { dayAfter, moment, REAL_DAY } from '../../support/moments';
import {
  type Admin,
  confirmPasswords,
  createEvent,
  createVenue,
  deleteAccount,
  PASSWORD,
  signUp,
} from '../support/accounts';
import { bucket, cron, databaseKey, keys, loseAll, rowsIn } from '../support/backups';
import { createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import { headers, TOKEN } from '../support/event-files';
import { makeKey, withKey } from '../support/keys';
import { accountOf, addMember, type Member } from '../support/members';
import { enter, setUp } from '../support/second-step';
import { linkIn, MAILS_TO_CONSOLE, mailsDuring } from '../support/mails';

/** Tests what a restore brings back, row by row, and that nothing comes back that somebody has ended. */

const TODAY = dayAfter(REAL_DAY, 1);
const NOW = moment(TODAY, '12:00');
const RESTORED = NOW + 2 * DAY_MS;
const operator = createClient({ variables: MAILS_TO_CONSOLE });

beforeEach(() => {
  env.OPERATOR_TOKEN = TOKEN;
  stopClock(NOW);
});
afterEach(() => vi.restoreAllMocks());

const CHOICES = { name: 'Duty', eventIds: null, threshold: 0, afterMinutes: 0, quietHours: null, language: 'en' };

async function addMail({ email }: Admin, address: string): Promise<string> {
  const client = createClient({ variables: MAILS_TO_CONSOLE });
  await client.post('/api/auth/login', { username: email, password: PASSWORD });
  const [mail] = await mailsDuring(() => client.post('/api/alert-recipients', { ...CHOICES, kind: 'mail', address }));
  const token = new URL(linkIn(mail ?? expect.fail('no mail'))).hash.slice(1);
  expect((await client.post(`/api/alert-mails/${token}/confirm`)).status).toBe(200);
  return token;
}

/** A venue with at least one row in each table that backups keep. No business day of it has closed, so it gets no file. */
async function filled() {
  const venue = await createVenue();
  const { admin, event } = venue;
  await env.DB.prepare('INSERT INTO activity_days (event_id, day, owner_id, counted_at) VALUES (?, ?, ?, ?)')
    .bind(event.eventId, TODAY, 'owner', NOW)
    .run();
  await env.DB.prepare("INSERT INTO provider_events VALUES ('evt_1', ?)").bind(NOW).run();
  await env.DB.prepare("INSERT OR IGNORE INTO signing_keys VALUES ('another', 'ab12', ?)").bind(NOW).run();
  await env.DB.prepare("INSERT INTO former_members VALUES ('owner', 'somebody', 1)").run();
  await env.DB.prepare("INSERT INTO awaited_events VALUES ('lost', 'owner', 'a file', '{}')").run();
  const mailToken = await addMail(admin, 'duty@headroom.test');
  const hook = { ...CHOICES, kind: 'webhook', address: 'https://hook.test/alerts' };
  expect((await admin.client.post('/api/alert-recipients', hook)).status).toBe(201);
  const key = await makeKey(admin, { scopes: ['read', 'count'], eventId: event.eventId });
  expect((await admin.client.post(`/api/keys/${key.keyId}/renewal`, { days: 30 })).status).toBe(201);
  const path = `/api/events/${event.eventId}`;
  const display = z.parse(z.object({ displayToken: z.string() }), (await admin.client.post(`${path}/display`)).body);
  expect((await admin.client.call('PUT', `${path}/public`, { body: { detail: 'level' } })).status).toBe(200);
  return { ...venue, key, mailToken, path, display };
}

/** Loses everything but the bucket and restores the file of `NOW`, two days later. */
async function restored() {
  await loseAll();
  stopClock(RESTORED);
  let body: unknown;
  const mails = await mailsDuring(async () => {
    const path = '/api/operator/backups/restore';
    const got = await operator.post(path, { key: databaseKey(NOW) }, headers);
    expectDocumented(`POST ${path}`, got);
    body = got.body;
  });
  return { body, mails };
}

const endedKeys = async () => {
  const path = '/api/operator/backups/ended-keys';
  const answer = await operator.call('GET', path, { headers });
  expectDocumented(`GET ${path}`, answer);
  return z.parse(EndedKeyListSchema, answer.body).keys;
};

test('each table of D1 is restored row by row, or left out for a reason', async () => {
  const { admin, event, key } = await filled();
  await setUp(admin);
  const left = new Set(
    Object.values(TABLES).flatMap((one) => ('leftOut' in one && one.leftOut.length > 20 ? [one] : [])),
  );
  const found = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{ name: string }>();
  const names = found.results.map(({ name }) => name).filter((name) => !/^(_cf_|sqlite_|d1_)/.test(name));
  expect(names.filter((name) => !KEPT_TABLES.has(name))).toHaveLength(left.size);
  expect(names).toHaveLength(Object.keys(TABLES).length);

  const before = new Map<string, Record<string, unknown>[]>();
  for (const name of KEPT_TABLES.keys()) before.set(name, await rowsIn(name));
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([]);
  await cron(NOW);
  const { body, mails } = await restored();
  expect(body).toEqual({ accounts: 1, events: 1, awaited: 1, asked: 1, notAsked: 0 });

  const changed: Record<string, (row: Record<string, unknown>) => object> = {
    // The holder may have left since, and a key may have been revoked.
    [getTableName(schema.alertRecipients)]: ({ kind }) =>
      kind === 'mail' ? { confirmed_at: null, created_at: RESTORED } : {},
    [getTableName(schema.apiKeys)]: (row) => ({
      key_hash: `restored:${String(row['key_id'])}`,
      previous_hash: null,
      revoked_at: RESTORED,
    }),
  };
  for (const [name, rows] of before)
    expect(await rowsIn(name), name).toEqual(rows.map((row) => ({ ...row, ...changed[name]?.(row) })));

  expect((await withKey(key.key).get('/api/events')).status).toBe(401);
  expect(await endedKeys()).toEqual([
    {
      keyId: key.keyId,
      name: key.name,
      scopes: ['read', 'count'],
      eventId: event.eventId,
      eventName: event.eventName,
      email: admin.email,
    },
  ]);
  // Whoever agrees again is a recipient as before.
  expect(mails).toMatchObject([{ to: 'duty@headroom.test', text: expect.stringContaining('restored from a backup') }]);
  const token = new URL(linkIn(mails[0] ?? expect.fail('no mail'))).hash.slice(1);
  expect((await createClient().post(`/api/alert-mails/${token}/confirm`)).status).toBe(200);
  expect(await rowsIn('alert_recipients')).toMatchObject([{ confirmed_at: expect.any(Number) }, {}]);
});

test('what was ended after the file was written stays ended', async () => {
  const { admin, event, key, mailToken, path } = await filled();
  const [other, gone] = [await signUp(), await createEvent(admin, 'Over')];
  await createEvent(other, 'Private party');
  await addMail(other, 'guest@headroom.test');
  await cron(NOW);
  stopClock(NOW + DAY_MS);
  const list = z.parse(AlertRecipientListSchema, (await admin.client.get('/api/alert-recipients')).body);
  const hook = list.recipients.find(({ kind }) => kind === 'webhook');
  const done = [
    await deleteAccount(other.client),
    await createClient().post(`/api/alert-mails/${mailToken}/leave`),
    await admin.client.call('DELETE', `/api/alert-recipients/${hook?.recipientId}`),
    await admin.client.call('DELETE', `/api/keys/${key.keyId}`),
    await admin.client.call('DELETE', `${path}/public`),
    await admin.client.post(`${path}/display`),
    await admin.client.post(`${path}/access-code`),
    await admin.client.call('DELETE', `/api/events/${gone.eventId}`),
  ];
  expect(done.map(({ status }) => status)).toEqual(done.map(() => expect.toSatisfy((status) => status < 300)));
  // The bucket does not hold what was deleted.
  const notes = (await keys()).filter((one) => one.startsWith('local/ended/'));
  expect(notes).toHaveLength(done.length);
  expect(notes.join()).not.toMatch(new RegExp([event.eventId, key.keyId, mailToken, event.accessCode].join('|')));

  const { body, mails } = await restored();
  expect([body, mails]).toEqual([{ accounts: 1, events: 3, awaited: 1, asked: 0, notAsked: 0 }, []]);
  const back = createClient();
  const logIn = (client: typeof back, username: string, password: string | null) =>
    client.post('/api/auth/login', { username, password });
  expect((await logIn(back, admin.email, PASSWORD)).status).toBe(200);
  expect((await logIn(createClient(), other.email, PASSWORD)).status).toBe(401);
  expect((await logIn(createClient(), event.accessCode, null)).status).toBe(401);
  expect((await back.get('/api/events')).body).toMatchObject([{ eventId: event.eventId, eventName: event.eventName }]);
  expect((await back.get(`${path}/display`)).body).toEqual({ displayToken: null });
  expect((await back.get(`${path}/public`)).body).toEqual({ link: null });
  expect((await back.get('/api/alert-recipients')).body).toMatchObject({ recipients: [] });
  expect((await back.get('/api/keys')).body).toMatchObject({
    keys: [{ name: key.name, revokedAt: expect.any(String) }],
  });
  expect(await endedKeys()).toEqual([]);
  expect(JSON.stringify(await rowsIn('events'))).not.toContain('Private party');
});

test('a second step comes back without the recovery codes that were used since, and not if it was ended since', async () => {
  const [kept, ended] = [await signUp(), await signUp()];
  const [used = '', unused = ''] = await setUp(kept);
  const [ending = ''] = await setUp(ended);
  await cron(NOW);
  stopClock(NOW + DAY_MS);
  expect((await enter(kept.email, { code: used })).status).toBe(200);
  await confirmPasswords();
  const end = await ended.client.call('DELETE', '/api/users/second-step', { body: { code: ending } });
  expect(end.status).toBe(200);
  await restored();
  const statuses: number[] = [];
  for (const more of [{}, { code: used }, { code: unused }]) statuses.push((await enter(kept.email, more)).status);
  expect(statuses).toEqual([401, 401, 200]);
  expect((await enter(ended.email)).status).toBe(200);
});

test('a second step whose person left while the file was written, or that a reset has ended, does not come back', async () => {
  const [kept, left, over] = [await signUp(), await signUp(), await signUp()];
  for (const one of [kept, left, over]) await setUp(one);
  const endsAt = env.DB.prepare('UPDATE second_steps SET ends_at = ? WHERE person_id = ?');
  await endsAt.bind(NOW, await accountOf(over)).run();
  const leftId = await accountOf(left);
  await cron(NOW);
  const file = new RowFileWriter();
  const { body } = (await bucket().get(databaseKey(NOW))) ?? expect.fail('no file');
  let text = '';
  for await (const line of readDatabaseFile(body))
    if (line.type === 'head' || line.table !== 'people' || line.row['person_id'] !== leftId) text += file.line(line);
  await bucket().put(databaseKey(NOW), text + file.end());
  await restored();
  expect(await rowsIn('second_steps')).toMatchObject([{ person_id: await accountOf(kept), ends_at: null }]);
});

test('a note of what was ended says nothing about a newer file, and goes with the last file that is older', async () => {
  const { admin, event } = await filled();
  await cron(NOW);
  await admin.client.call('DELETE', `/api/events/${event.eventId}`);
  // As after a return of the database to an earlier moment, at which nobody had counted.
  await env.DB.exec('UPDATE events SET deleted_at = NULL; DELETE FROM activity_days');
  const note = (await keys()).find((one) => one.startsWith('local/ended/'));
  await cron(NOW + DAY_MS);
  expect(await keys()).toContain(note);
  await loseAll();
  stopClock(RESTORED);
  const file = { key: databaseKey(NOW + DAY_MS) };
  await mailsDuring(() => operator.post('/api/operator/backups/restore', file, headers));
  expect(await rowsIn('events')).toMatchObject([{ event_id: event.eventId, deleted_at: null }]);
  await cron(NOW + 40 * DAY_MS);
  expect(await keys()).not.toContain(note);
});

test('a role that was changed since comes back as it was last, and a founder who has left does not come back', async () => {
  const [founder, second] = [await signUp(), await signUp()];
  const event = await createEvent(founder);
  const [kept, chosen, lowered, raised, both] = [
    await addMember(founder, 'manager'),
    await addMember(founder, 'owner'),
    await addMember(founder, 'owner'),
    await addMember(founder, 'manager'),
    await addMember(founder, 'owner'),
  ];
  await cron(NOW);
  stopClock(NOW + DAY_MS);
  const heir = await addMember(second, 'owner');
  await confirmPasswords();
  const setRole = ({ personId }: Member, role: string, eventIds?: string[]) =>
    founder.client.call('PATCH', `/api/members/${personId}`, { body: { role, eventIds } });
  await setRole(chosen, 'supervisor', [event.eventId]);
  await setRole(lowered, 'manager');
  await setRole(raised, 'owner');
  await setRole(both, 'manager');
  stopClock(NOW + DAY_MS + 1_000);
  await setRole(both, 'owner');
  // A change to the same role is none.
  await setRole(both, 'owner');
  expect((await deleteAccount(founder.client)).status).toBe(200);
  expect((await deleteAccount(second.client)).status).toBe(200);
  expect((await heir.client.get('/api/users/me')).status).toBe(200);
  await restored();
  const rows = await rowsIn('members');
  expect(rows.find(({ person_id: id }) => id === chosen.personId)).toMatchObject({ event_ids: '[]' });
  const roles = rows.map(({ person_id: id, role }) => [id, role]);
  expect(Object.fromEntries(roles)).toEqual({
    [kept.personId]: 'manager',
    [chosen.personId]: 'supervisor',
    [lowered.personId]: 'manager',
    [raised.personId]: 'owner',
    [both.personId]: 'owner',
  });
  for (const { email } of [founder, second])
    expect((await createClient().post('/api/auth/login', { username: email, password: PASSWORD })).status).toBe(401);
  expect(JSON.stringify([await rowsIn('people'), await rowsIn('users')])).not.toContain(second.email);
});

test('members come before their people in a file, and those before what they founded', () => {
  const order = ['members', 'people', 'users'];
  expect([...KEPT_TABLES.keys()].filter((name) => order.includes(name))).toEqual(order);
});

test('a member who was removed since does not come back, and whoever became an owner since is one', async () => {
  const founder = await signUp();
  const [heir, removed] = [await addMember(founder, 'manager'), await addMember(founder, 'manager')];
  const [first, founderId] = [await addMember(founder, 'manager'), await accountOf(founder)];
  const path = (personId: string) => `/api/members/${personId}`;
  await confirmPasswords();
  await founder.client.call('DELETE', path(first.personId));
  await cron(NOW);
  stopClock(NOW + DAY_MS);
  await confirmPasswords();
  await founder.client.call('DELETE', path(removed.personId));
  stopClock(NOW + DAY_MS + 1_000);
  await founder.client.call('PATCH', path(heir.personId), { body: { role: 'owner' } });
  expect((await deleteAccount(founder.client)).status).toBe(200);
  await restored();
  expect(await rowsIn('members')).toMatchObject([{ person_id: heir.personId, role: 'owner' }]);
  const former = (await rowsIn('former_members')).map(({ person_id: id, number }) => [id, number]);
  expect(Object.fromEntries(former), 'the numbers stay, and go on in the order of leaving').toEqual({
    [first.personId]: 1,
    [removed.personId]: 2,
    [founderId]: 3,
  });
  const logIn = async ({ email }: Admin) =>
    (await createClient().post('/api/auth/login', { username: email, password: PASSWORD })).status;
  expect([await logIn(founder), await logIn(removed), await logIn(heir)]).toEqual([401, 401, 200]);
});
