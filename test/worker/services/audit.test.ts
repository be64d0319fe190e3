import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { openDatabase } from '../../../src/db/client';
import { CALLS } from '../../../src/routes/api';
import { takesSession } from '../../../src/routes/call';
import { AUDIT_RETENTION_MS } from '../../../src/services/audit/limits';
import { forgetExpired } from '../../../src/services/hourly';
import { AUDITED, AuditLogSchema } from '../../../src/shared/audit/schemas';
import { type Admin, confirmPasswords, createArea, createEvent, PASSWORD, signUp } from '../support/accounts';
import { rowsIn } from '../support/backups';
import { createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import { makeKey, withKey } from '../support/keys';
import { accountOf, addMember } from '../support/members';

/** The entries of the log in the order in which they came, without their times. */
async function logOf({ client }: Admin, query = '') {
  const answer = await client.get(`/api/audit${query}`);
  expectDocumented('GET /api/audit', answer);
  expect(answer.status).toBe(200);
  const { entries } = z.parse(AuditLogSchema, answer.body);
  return entries.map(({ at: _at, entryId: _id, ...entry }) => entry).toReversed();
}

test('the log says who did what: by person and by key, with the names of then, and former members by number', async () => {
  const owner = await signUp();
  const manager = await addMember(owner, 'manager');
  const [byOwner, byManager] = [{ email: owner.email }, { email: manager.email }];
  const event = await createEvent(manager, 'Harbor Night');
  const { areaId } = await createArea(owner, event.eventId);
  await confirmPasswords();
  const { key } = await makeKey(owner, { name: 'Script', scopes: ['manage'] });
  await withKey(key).call('PATCH', `/api/areas/${areaId}`, { body: { areaName: 'Pier' } });
  await manager.client.post(`/api/events/${event.eventId}/access-code`, { role: 'owner', name: 'A lie' });
  const { keyId } = await makeKey(manager, { name: 'Turnstile' });
  await owner.client.call('DELETE', `/api/keys/${keyId}`);
  const member = `/api/members/${manager.personId}`;
  await owner.client.call('PATCH', member, { body: { role: 'viewer', eventIds: [event.eventId] } });
  await owner.client.call('DELETE', `/api/events/${event.eventId}`);
  const about = { eventId: event.eventId, eventName: 'Harbor Night', detail: null };
  expect(await logOf(owner)).toMatchObject([
    { topic: 'logins', action: 'logIn', person: byOwner, eventId: null },
    { action: 'logIn', person: byManager },
    { topic: 'settings', action: 'createEvent', person: byManager, ...about },
    { action: 'createArea', person: byOwner, ...about, detail: 'Main Stage' },
    { topic: 'keys', action: 'createApiKey', person: byOwner, detail: 'Script' },
    { action: 'updateArea', keyName: 'Script', ...about, detail: 'Pier' },
    { topic: 'codes', action: 'replaceAccessCode', person: byManager, ...about },
    { action: 'createApiKey', person: byManager, detail: 'Turnstile' },
    { action: 'revokeApiKey', person: byOwner, detail: 'Turnstile' },
    {
      topic: 'members',
      action: 'changeMember',
      person: byOwner,
      concerns: byManager,
      detail: `viewer ${event.eventId}`,
    },
    { topic: 'deletions', action: 'deleteEvent', person: byOwner, ...about },
  ]);
  await owner.client.call('DELETE', member);
  const former = { email: null, formerMember: 1 };
  const theirs = await logOf(owner, `?personId=${manager.personId}`);
  expect(theirs.map(({ action, person, concerns }) => [action, person, concerns])).toEqual([
    ['logIn', former, undefined],
    ['createEvent', former, undefined],
    ['replaceAccessCode', former, undefined],
    ['createApiKey', former, undefined],
    ['changeMember', byOwner, former],
    ['removeMember', byOwner, former],
  ]);
});

test('owners alone read the log, by topic, page by page, or as a file', async () => {
  const owner = await signUp();
  const manager = await addMember(owner, 'manager');
  await createEvent(owner, '=1+1');
  const refused = await manager.client.get('/api/audit');
  expect([refused.status, (await createClient().get('/api/audit')).status]).toEqual([403, 401]);
  expect(await logOf(owner, '?topic=settings')).toMatchObject([{ action: 'createEvent' }]);
  expect(await logOf(owner, '?topic=keys')).toEqual([]);
  for (const query of ['topic=owners', 'limit=0', 'limit=1&after=x'])
    expect((await owner.client.get(`/api/audit?${query}`)).status).toBe(400);
  const first = await owner.client.get('/api/audit?limit=2');
  const { entries, next = '' } = z.parse(AuditLogSchema, first.body);
  const rest = z.parse(AuditLogSchema, (await owner.client.get(`/api/audit?limit=2&after=${next}`)).body);
  expect([...entries, ...rest.entries].map(({ action }) => action)).toEqual(['createEvent', 'logIn', 'logIn']);
  expect(rest.next).toBeUndefined();
  const file = await owner.client.get('/api/audit?format=csv&topic=settings');
  expect(file.headers.get('content-disposition')).toContain('.csv');
  const lines = file.text.split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain(`settings,createEvent,${owner.email},`);
  expect(lines[1], 'no text runs as a formula').toContain("'=1+1");
});

test('what is done with an access code, and what fails, is not in the log; an account’s log goes with it', async () => {
  const [owner, other] = [await signUp(), await signUp()];
  const event = await createEvent(owner);
  const door = createClient();
  await door.post('/api/auth/login', { username: event.accessCode, password: null });
  await owner.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: '' } });
  await other.client.call('DELETE', `/api/events/${event.eventId}`);
  expect((await logOf(owner)).map(({ action }) => action)).toEqual(['logIn', 'createEvent']);
  expect((await logOf(other)).map(({ action }) => action)).toEqual(['logIn']);
  await confirmPasswords();
  const ownerId = await accountOf(owner);
  expect((await owner.client.call('DELETE', '/api/users')).status).toBe(200);
  expect(await rowsIn('audit_entries')).not.toContainEqual(expect.objectContaining({ owner_id: ownerId }));
});

test('a new password is in the logs of all accounts to which the person belongs', async () => {
  const [owner, founder] = [await signUp(), await signUp()];
  const personId = await accountOf(founder);
  await env.DB.prepare("INSERT INTO members (owner_id, person_id, role, created_at) VALUES (?, ?, 'manager', 1e15)")
    .bind(await accountOf(owner), personId)
    .run();
  await founder.client.post('/api/users/password', { currentPassword: PASSWORD, newPassword: 'Bb456789!' });
  for (const admin of [owner, founder])
    expect(await logOf(admin)).toContainEqual(expect.objectContaining({ action: 'changePassword' }));
});

test('entries are kept for two years', async () => {
  await signUp();
  const keep = async (age: number) => {
    await forgetExpired({ db: openDatabase(env.DB), now: () => Date.now() + age });
    return (await rowsIn('audit_entries')).length;
  };
  expect([await keep(AUDIT_RETENTION_MS - 60_000), await keep(AUDIT_RETENTION_MS + 60_000)]).toEqual([1, 0]);
});

/** Calls that change something and are not in the log, because they are in the event's journal or change no right and no setting. */
const NOT_AUDITED = new Set([
  'confirmSession',
  'count',
  'countFromSource',
  'countFromPretix',
  'settleDoubt',
  'openCardSetup',
  'startEvacuation',
  'endEvacuation',
  'showNumbers',
  'giveOrder',
  'endOrder',
  'confirmOrder',
  'acknowledgeAlert',
  'testAlertRecipient',
  'resetAllAreas',
  'resetArea',
  'recountArea',
]);

test('each call with a session that changes something is in the log, or not for a reason', () => {
  const changing = CALLS.filter(({ route, who }) => !route.startsWith('GET ') && takesSession(who)).map(({ id }) => id);
  const isListed = (id: string) => Object.hasOwn(AUDITED, id) !== NOT_AUDITED.has(id);
  expect(changing.filter((id) => !isListed(id))).toEqual([]);
  const ids = new Set(CALLS.map(({ id }) => id));
  expect([...Object.keys(AUDITED), ...NOT_AUDITED].filter((id) => !ids.has(id))).toEqual([]);
});
