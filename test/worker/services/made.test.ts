import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { AuditLogSchema } from '../../../src/shared/audit/schemas';
import { CreatedApiKeySchema } from '../../../src/shared/keys/schemas';
import { MadeListSchema, type MadeRef } from '../../../src/shared/members/schemas';
import { type Admin, confirmPasswords, createEvent, signUp } from '../support/accounts';
import { rowsIn } from '../support/backups';
import { createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import { makeKey, withKey } from '../support/keys';
import { addMember, type Member } from '../support/members';

const WEBHOOK = {
  kind: 'webhook',
  address: 'https://hook.test/alerts',
  language: 'en',
  eventIds: null,
  threshold: 90,
  afterMinutes: 0,
  quietHours: null,
};

async function madeBy({ client }: Admin, { personId }: Member) {
  const answer = await client.get(`/api/members/${personId}/made`);
  expectDocumented('GET /api/members/:personId/made', answer);
  return z.parse(MadeListSchema, answer.body).made;
}

/** Makes one of each kind, for this event; returns the key and the paths of the links. */
async function makeAll({ client, ...admin }: Admin, eventId: string) {
  const of = `/api/events/${eventId}`;
  const { key } = await makeKey({ client, ...admin }, { name: 'Script' });
  const recipient = await client.post('/api/alert-recipients', { ...WEBHOOK, name: 'Night desk' });
  const link = await client.post(`${of}/inspections`, { label: 'Fire service', hours: 8 });
  const shown = await client.call('PUT', `${of}/public`, { body: { detail: 'level' } });
  const display = await client.post(`${of}/display`, {});
  expect([recipient, link, shown, display].map(({ status }) => status)).toEqual([201, 201, 200, 200]);
  return key;
}

test('an owner sees what a member has made, and what is named ends with the membership; the rest goes on', async () => {
  const owner = await signUp();
  const manager = await addMember(owner, 'manager');
  const event = await createEvent(owner, 'Harbor Night');
  await confirmPasswords();
  const own = await makeKey(owner, { name: 'Mine' });
  const key = await makeAll(manager, event.eventId);
  const made = await madeBy(owner, manager);
  expect(made).toEqual([
    { kind: 'key', id: expect.any(String), name: 'Script', eventName: null },
    { kind: 'recipient', id: expect.any(String), name: 'Night desk', eventName: null },
    { kind: 'inspectorLink', id: expect.any(String), name: 'Fire service', eventName: 'Harbor Night' },
    { kind: 'publicLink', id: event.eventId, name: null, eventName: 'Harbor Night' },
    { kind: 'display', id: event.eventId, name: null, eventName: 'Harbor Night' },
  ]);
  expect((await manager.client.get(`/api/members/${manager.personId}/made`)).status).toBe(403);
  const refs: MadeRef[] = made.map(({ kind, id }) => ({ kind, id }));
  const ends = [...refs.filter(({ kind }) => kind !== 'display'), { kind: 'key', id: own.keyId }];
  const path = `/api/members/${manager.personId}`;
  expect((await owner.client.call('DELETE', path, { body: { ends: [{ kind: 'key' }] } })).status).toBe(400);
  expect((await owner.client.call('DELETE', path, { body: { ends } })).status).toBe(200);
  const opens = (text: string) => withKey(text).get('/api/key');
  expect([(await opens(key)).status, (await opens(own.key)).status]).toEqual([401, 200]);
  const of = `/api/events/${event.eventId}`;
  const [recipients, inspections, shown, display] = await Promise.all(
    ['/api/alert-recipients', `${of}/inspections`, `${of}/public`, `${of}/display`].map((call) =>
      owner.client.get(call),
    ),
  );
  expect(recipients?.body).toMatchObject({ recipients: [] });
  expect(inspections?.body).toMatchObject({ links: [{ revokedAt: expect.any(String) }] });
  expect(shown?.body).toMatchObject({ link: null });
  expect(JSON.stringify(display?.body)).toMatch(/[0-9a-f]{64}/);
  const kept = await rowsIn('events');
  expect(kept, 'what was kept is the account’s').toMatchObject([{ display_made_by: null }]);
  const { body } = await owner.client.get('/api/audit?limit=5');
  const log = z.parse(AuditLogSchema, body).entries.map(({ action, detail }) => [action, detail]);
  expect(log.toReversed()).toEqual([
    ['removeMember', null],
    ['revokeApiKey', 'Script'],
    ['deleteAlertRecipient', 'Night desk'],
    ['revokeInspectorLink', 'Fire service'],
    ['revokePublicLink', null],
  ]);
});

test('the keys that a manager made or renewed end when the manager becomes a supervisor, and of the rest what is named', async () => {
  const owner = await signUp();
  const manager = await addMember(owner, 'manager');
  const { eventId } = await createEvent(owner);
  await confirmPasswords();
  const key = await makeAll(manager, eventId);
  const others = await makeKey(owner);
  const renewal = await manager.client.post(`/api/keys/${others.keyId}/renewal`, { days: 30, overlapDays: 0 });
  const renewed = z.parse(CreatedApiKeySchema, renewal.body).key;
  const path = `/api/members/${manager.personId}`;
  const ends = [{ kind: 'display', id: eventId }];
  const supervisor = { body: { role: 'supervisor', eventIds: [eventId], ends } };
  expect((await owner.client.call('PATCH', path, supervisor)).status).toBe(200);
  for (const text of [key, renewed]) expect((await withKey(text).get('/api/key')).status).toBe(401);
  const kinds = (await madeBy(owner, manager)).map(({ kind }) => kind);
  expect(kinds).toEqual(['recipient', 'inspectorLink', 'publicLink']);
  expect((await createClient().get(`/api/members/${manager.personId}/made`)).status).toBe(401);
});
