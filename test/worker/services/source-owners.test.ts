import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { SourceDetailSchema, SourceListSchema } from '../../../src/rpc/source-views';
import { DAY_MS } from '../../../src/shared/durations';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { stopClock } from '../../support/clock';
import { createVenue } from '../support/accounts';
import type { Client } from '../support/client';
import { expectDocumented } from '../support/documented';
import { makeKey, withKey } from '../support/keys';
import { createWorld, wholeState } from '../support/permissions/world';

/** Tests who may send for a machine, what a refused sender is told, and the calls about machines. */

beforeEach(() => stopClock());

async function door() {
  const { admin, event, area } = await createVenue();
  const path = `/api/events/${event.eventId}`;
  const make = async (name: string, days = 30) => {
    const key = await makeKey(admin, { name, scopes: ['count'], eventId: event.eventId, days });
    return { ...key, client: withKey(key.key) };
  };
  const source = { sourceId: 'north', door: 'North door', areaId: area.areaId };
  let seq = 1;
  /** Sends the next item of the machine. Returns the status, and why it was refused. */
  const send = async (client: Client, takeOver?: true) => {
    const answer = await client.post(`${path}/counts`, { source, takeOver, items: [{ seq, in: 1 }] });
    expectDocumented('POST /api/events/:eventId/counts', answer);
    if (answer.status === 200) seq += 1;
    const { message } = z.parse(z.object({ message: z.optional(z.unknown()) }), answer.body);
    return answer.status === 200 ? 200 : [answer.status, message];
  };
  const journal = async () => {
    const { journal: entries } = z.parse(ReportSchema, (await admin.client.get(`${path}/report`)).body);
    return entries.filter(({ kind }) => kind === 'source_taken_over');
  };
  return { admin, event, path, make, source, send, journal };
}

const ownedBy = (name: string) => [409, expect.objectContaining({ id: 'source_of_key', values: [name] })];

test('a guest’s session cannot send, read or disturb a machine', async () => {
  const world = await createWorld();
  const { clients, event, areaId } = world;
  const path = `/api/events/${event.eventId}`;
  const source = { sourceId: 'north', areaId };
  const batch = { source, items: [{ seq: 1, in: 4 }] };
  expect((await clients.countKey.post(`${path}/counts`, batch)).status).toBe(200);
  const pretix = `${path}/counts/pretix?areaId=${areaId}`;
  const scan = { notification_id: 1, action: 'pretix.event.checkin' };
  expect((await clients.countKey.post(pretix, scan)).status).toBe(200);
  const before = await wholeState(world);
  const hostile = { source: { ...source, silentAfterMinutes: 1_440 }, takeOver: true, items: [{ seq: 2, in: 0 }] };
  for (const guest of [clients.code, clients.otherCode]) {
    const answers = [
      await guest.post(`${path}/counts`, hostile),
      await guest.post(`${path}/counts`, { source: { sourceId: 'made-up', areaId }, items: [{ seq: 1, in: 1 }] }),
      await guest.post(pretix, { ...scan, notification_id: 2 }),
    ];
    for (const { status, body } of answers)
      expect([status, body]).toMatchObject([403, { code: 'forbidden', message: { id: 'machines_need_key' } }]);
    for (const address of [`${path}/sources`, `${path}/sources/north`, `${path}/devices`, '/api/key'])
      expect((await guest.get(address)).status, address).toBe(403);
    expect((await guest.call('DELETE', `${path}/sources/north`)).status).toBe(403);
  }
  expect(await wholeState(world)).toEqual(before);
});

test('another key is told whose the machine is, and its last attempt stands at the machine', async () => {
  const { admin, make, send, path } = await door();
  const [mine, other, reader] = [await make('Turnstile'), await make('Camera'), await makeKey(admin)];
  expect(await send(mine.client)).toBe(200);
  expect([await send(other.client), await send(other.client)]).toEqual([ownedBy('Turnstile'), ownedBy('Turnstile')]);
  const listed = await withKey(reader.key).get(`${path}/sources`);
  expectDocumented('GET /api/events/:eventId/sources', listed);
  const key = { type: 'apiKey', isInForce: true };
  const [shown] = z.parse(SourceListSchema, listed.body).sources;
  expect(shown).toMatchObject({
    sourceId: 'north',
    name: 'North door',
    owner: { ...key, keyId: mine.keyId, name: 'Turnstile' },
    refusedSender: { by: { ...key, keyId: other.keyId, name: 'Camera' }, times: 2 },
    nextSeq: 2,
    trouble: null,
  });
  const read = await withKey(reader.key).get(`${path}/sources/north`);
  expectDocumented('GET /api/events/:eventId/sources/:sourceId', read);
  const answer = { status: 'accepted', in: 1, out: 0 };
  expect(z.parse(SourceDetailSchema, read.body)).toMatchObject({
    ...shown,
    items: [{ item: { seq: 1, in: 1 }, answer }],
  });
  expect((await other.client.get(`${path}/sources`)).status).toBe(403);
});

test('a machine is taken over explicitly while its key is in force, and the report names both keys', async () => {
  const { admin, make, send, journal } = await door();
  const [mine, other] = [await make('Turnstile'), await make('Camera')];
  await send(mine.client);
  expect([await send(other.client, true), await send(other.client)]).toEqual([200, 200]);
  expect(await send(mine.client)).toEqual(ownedBy('Camera'));
  expect(await send(admin.client, true)).toBe(200);
  expect(await send(mine.client)).toEqual([409, expect.objectContaining({ id: 'source_of_organizer' })]);
  expect(await journal()).toMatchObject([
    { actor: 'apiKey', keyName: 'Camera', before: 'apiKey', formerKeyName: 'Turnstile', after: 'North door' },
    { actor: 'admin', before: 'apiKey', formerKeyName: 'Camera' },
  ]);
});

test.each<[why: string, end: (keyId: string, admin: Client) => Promise<unknown>]>([
  ['was revoked', (keyId, admin) => admin.call('DELETE', `/api/keys/${keyId}`)],
  ['has expired', async () => vi.setSystemTime(Date.now() + DAY_MS)],
  ['was deleted', (keyId) => env.DB.prepare('DELETE FROM api_keys WHERE key_id = ?').bind(keyId).run()],
  [
    'is for another event, from whose file this one was imported',
    (keyId) => env.DB.prepare("UPDATE api_keys SET event_id = 'another' WHERE key_id = ?").bind(keyId).run(),
  ],
  [
    'was ended by a restore',
    (keyId) =>
      env.DB.prepare("UPDATE api_keys SET revoked_at = ?, key_hash = 'restored:' || key_id WHERE key_id = ?")
        .bind(Date.now(), keyId)
        .run(),
  ],
])('the first call of another key takes the machines of a key over that %s', async (_why, end) => {
  const { admin, make, send, journal } = await door();
  const mine = await make('Turnstile', 1);
  const other = await make('Camera');
  await send(mine.client);
  await end(mine.keyId, admin.client);
  expect([await send(other.client), await send(other.client)]).toEqual([200, 200]);
  expect(await journal()).toMatchObject([
    { actor: 'apiKey', keyName: 'Camera', before: 'apiKey', after: 'North door' },
  ]);
});

test('whoever owns a machine sends without asking D1 about it', async () => {
  const { make, send } = await door();
  const { client } = await make('Turnstile');
  for (let call = 1; call <= 3; call++) expect(await send(client)).toBe(200);
  const prepared = vi.spyOn(Object.getPrototypeOf(env.DB), 'prepare');
  for (let call = 1; call <= 5; call++) expect(await send(client)).toBe(200);
  expect(prepared).not.toHaveBeenCalled();
});

test('a webhook of pretix with another key is an error that pretix shows, and counts once the key has ended', async () => {
  const { admin, make, path, source } = await door();
  const [mine, other] = [await make('pretix'), await make('pretix again')];
  const scan = async (client: Client, id: number) => {
    const body = { notification_id: id, action: 'pretix.event.checkin' };
    const answer = await client.post(`${path}/counts/pretix?areaId=${source.areaId}`, body);
    return [answer.status, answer.body];
  };
  expect(await scan(mine.client, 1)).toMatchObject([200, { status: 'accepted' }]);
  expect(await scan(other.client, 2)).toMatchObject([409, { code: 'source_owned' }]);
  expect((await admin.client.call('DELETE', `/api/keys/${mine.keyId}`)).status).toBe(200);
  expect(await scan(other.client, 2)).toMatchObject([200, { status: 'accepted' }]);
});

test('an admin or a key that manages deletes a machine, and it is added anew', async () => {
  const { admin, make, send, path } = await door();
  const { client } = await make('Turnstile');
  await send(client);
  const manager = withKey((await makeKey(admin, { scopes: ['manage'] })).key);
  expect((await client.call('DELETE', `${path}/sources/north`)).status).toBe(403);
  expect((await manager.call('DELETE', `${path}/sources/north`)).status).toBe(200);
  expect((await manager.call('DELETE', `${path}/sources/north`)).status).toBe(404);
  expect((await admin.client.get(`${path}/sources`)).body).toEqual({ sources: [] });
});
