import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { openDatabase } from '../../../src/db/client';
import { loadDefinition } from '../../../src/db/definitions';
import { ACCESS_CODE_ALPHABET } from '../../../src/shared/rules/access-code';
import { EventSchema } from '../../../src/shared/schemas/event';
import { createEvent, createOpenVenue, createVenue, loginWithCode, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { createClient, HTTP } from '../support/client';

const definitionOf = async (eventId: string) => {
  const definition = await loadDefinition(openDatabase(env.DB), eventId);
  if (!definition) throw new Error('no definition');
  return definition;
};
const revisionOf = async (eventId: string) => (await definitionOf(eventId)).revision;
const ownerId = async () => z.parse(z.string(), await env.DB.prepare('SELECT user_id FROM users').first('user_id'));

/** Fills the account up to `total` events without a call for each. */
async function fillEvents(total: number): Promise<void> {
  const insert = env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO events (event_id, owner_id, event_name, access_code, created_at) SELECT 'e' || i, ?1, 'E', 'c' || i, 0 FROM n`,
  );
  await insert.bind(await ownerId(), total).run();
}

const fillAreas = (eventId: string, count: number, deletedAt: number | null) =>
  env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
     INSERT INTO areas (area_id, event_id, area_name, capacity, created_at, deleted_at) SELECT 'a' || i, ?1, 'A', 1, 0, ?3 FROM n`,
  )
    .bind(eventId, count, deletedAt)
    .run();

test('an event is created with its own code, listed, renamed, and found by its code as it is typed', async () => {
  const admin = await signUp();
  expect((await admin.client.get('/api/events')).body).toEqual([]);
  const answer = await admin.client.post('/api/events', {
    eventName: '  Été 🎉 ',
    isDurational: true,
    startDate: null,
  });
  expect(answer.status).toBe(201);
  const accessCode = expect.stringMatching(new RegExp(`^[${ACCESS_CODE_ALPHABET}]{8}$`));
  expect(answer.body).toEqual({ eventId: expect.stringMatching(/^[0-9a-f]{32}$/), eventName: 'Été 🎉', accessCode });
  const event = z.parse(EventSchema, answer.body);
  const second = await createEvent(admin, 'A');
  await createEvent(await signUp(), 'Of another');
  expect((await admin.client.get('/api/events')).body, 'the oldest first').toEqual([event, second]);

  const before = await revisionOf(event.eventId);
  const body = { eventName: ' Winter Fest ' };
  const renamed = await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body });
  expect(renamed).toMatchObject({ status: 200, body: { ...event, eventName: 'Winter Fest' } });
  expect(await revisionOf(event.eventId)).toBe(before + 1);
  const device = await loginWithCode(event.accessCode);
  const typed = `${event.accessCode.slice(0, 4)}-${event.accessCode.slice(4)} `.toLowerCase();
  const found = await device.get(`/api/events/by-access-code/${encodeURIComponent(typed)}`);
  expect(found.body).toEqual(renamed.body);
});

test.each([
  ['europe/berlin', undefined, 'Europe/Berlin'],
  ['Nowhere/Land', undefined, 'UTC'],
  [undefined, 'America/Lima', 'America/Lima'],
])('a new event on a device in %s, which Cloudflare sees in %s, has the time zone %s', async (named, seen, stored) => {
  const { client } = await signUp();
  const request = new Request(`${HTTP}/api/events`, {
    method: 'POST',
    headers: { cookie: client.cookie(), ...(named !== undefined && { 'time-zone': named }) },
    body: JSON.stringify({ eventName: 'Fest' }),
    ...(seen !== undefined && { cf: { timezone: seen } }),
  });
  expect((await app.fetch(request, env)).status).toBe(201);
  expect(await env.DB.prepare('SELECT time_zone FROM events').first('time_zone')).toBe(stored);
});

test('an account holds 500 events, and of five simultaneous creations only the last free place is filled', async () => {
  const { client } = await signUp();
  await fillEvents(499);
  const answers = await Promise.all(Array.from({ length: 5 }, () => client.post('/api/events', { eventName: 'Last' })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: 'An account can have at most 500 events. Delete one to create another.',
    code: 'limit_reached',
  });
  const copy = await client.post('/api/events/e1/duplicate', { eventName: 'Copy' });
  expect(copy).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
  await client.call('DELETE', '/api/events/e1');
  expect((await client.post('/api/events/e2/duplicate', { eventName: 'One more' })).status).toBe(201);
  const other = await signUp();
  expect((await other.client.post('/api/events', { eventName: 'Mine' })).status).toBe(201);
});

test('an event has 100 areas, or 1,000 with deleted ones, and of five simultaneous creations only the last free place is filled', async () => {
  const { admin, event, area } = await createVenue();
  await fillAreas(event.eventId, 98, null);
  const create = () => admin.client.post(`/api/events/${event.eventId}/areas`, { areaName: 'Door', capacity: 1 });
  const answers = await Promise.all(Array.from({ length: 5 }, create));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    error: 'An event can have at most 100 areas. Delete one to create another.',
    code: 'limit_reached',
  });
  expect((await definitionOf(event.eventId)).areas).toHaveLength(100);
  await admin.client.call('DELETE', `/api/areas/${area.areaId}`);
  expect((await create()).status).toBe(201);

  const second = await createEvent(admin, 'Second');
  await env.DB.exec('DELETE FROM areas');
  await fillAreas(second.eventId, 1_000, 1);
  const late = await admin.client.post(`/api/events/${second.eventId}/areas`, { areaName: 'Door', capacity: 1 });
  expect(late).toMatchObject({
    status: 409,
    body: { error: 'This event has had 1000 areas. Please create another event.', code: 'limit_reached' },
  });
});

test('a replaced access code and its sessions stop working, and the new code works', async () => {
  const { admin, event, device } = await createVenue();
  const before = await revisionOf(event.eventId);
  const answer = await admin.client.post(`/api/events/${event.eventId}/access-code`);
  expect(answer.status).toBe(200);
  const replaced = z.parse(EventSchema, answer.body);
  expect(replaced).toEqual({ ...event, accessCode: expect.not.stringMatching(event.accessCode) });
  expect(await revisionOf(event.eventId)).toBe(before + 1);

  const ended = await device.get('/api/auth/verify');
  expect(ended).toMatchObject({ status: 401, body: { code: 'unauthenticated', reason: 'code_replaced' } });
  const refused = async (username: string) => {
    const { status, body } = await createClient().post('/api/auth/login', { username });
    return { status, body };
  };
  const ofReplaced = await refused(event.accessCode);
  expect(ofReplaced.status).toBe(401);
  expect(ofReplaced).toEqual(await refused('2222-2222'));
  expect((await admin.client.get('/api/auth/verify')).status).toBe(200);
  await loginWithCode(replaced.accessCode);
  const stranger = await createClient({ session: 'made-up' }).get('/api/auth/verify');
  expect(stranger.body).toEqual({ error: 'Please log in to continue.', code: 'unauthenticated' });
});

test('a deleted event leaves a tombstone and no call that answers', async () => {
  const { admin, event, area, device } = await createVenue();
  const other = await createEvent(admin, 'Stays');
  const answer = await admin.client.call('DELETE', `/api/events/${event.eventId}`);
  expect(answer).toMatchObject({ status: 200, body: { success: true } });
  expect((await admin.client.get('/api/events')).body).toEqual([other]);
  for (const [method, path] of [
    ['GET', `/api/events/${event.eventId}/areas`],
    ['DELETE', `/api/events/${event.eventId}`],
    ['PUT', `/api/areas/${area.areaId}/reset`],
    ['GET', `/api/events/by-access-code/${event.accessCode}`],
  ] as const) {
    expect((await admin.client.call(method, path)).status, `${method} ${path}`).toBe(404);
  }
  expect((await device.get('/api/auth/verify')).status).toBe(401);
  expect((await admin.client.get('/api/auth/verify')).status).toBe(200);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM events WHERE deleted_at IS NOT NULL').first('n')).toBe(1);
  expect(await loadDefinition(openDatabase(env.DB), event.eventId)).toBeNull();
});

test('an unreachable room or hub does not undo a change: each is tried twice, and the failure is logged', async () => {
  const { admin, event } = await createOpenVenue();
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const calls: string[] = [];
  const init = {
    method: 'PATCH',
    headers: { cookie: admin.client.cookie() },
    body: JSON.stringify({ eventName: 'New' }),
  };
  const answer = await app.request(`${HTTP}/api/events/${event.eventId}`, init, unreachableObjects(calls));
  expect(answer.status).toBe(200);
  expect(calls.toSorted()).toEqual(['applyDefinition', 'applyDefinition', 'publish', 'publish']);
  expect(log).toHaveBeenCalledTimes(2);
  expect((await admin.client.get('/api/events')).body).toEqual([{ ...event, eventName: 'New' }]);
});
