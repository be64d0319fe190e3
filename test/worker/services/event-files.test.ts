import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { OperatorEventListSchema } from '../../../src/services/operator/schemas';
import { HOUR_MS } from '../../../src/shared/durations';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { CAPACITY_PLAN } from '../support/capacity-plan';
import { createEvent, createVenue, loginWithCode, signUp } from '../support/accounts';
import { type Client, createClient, readAnswer } from '../support/client';
import {
  asOperator,
  begin,
  call,
  client,
  counted,
  COUNTED,
  exported,
  headers,
  headOf,
  imported,
  nothingIsLeft,
  roomOf,
  rowsOf,
  send,
  TOKEN,
} from '../support/event-files';
import { accountOf } from '../support/members';
import { batch, clientIdOf, definition, visitOf } from '../support/room';
import { openSocket } from '../support/sockets';

asOperator();

/** Deletes the event as its admin. Its room is then empty. */
async function deleted({ client: admin }: { client: Client }, eventId: string): Promise<void> {
  await admin.call('DELETE', `/api/events/${eventId}`);
  const userId = await env.DB.prepare('SELECT user_id FROM users').first('user_id');
  await runDurableObjectAlarm(env.HUBS.get(env.HUBS.idFromName(String(userId))));
}

const VENUE = { capacity: 500, staffAllowance: 10, safetyMarginPercent: 0, alertThresholds: [90] };
describe('an event is exported into a file and imported again', () => {
  test('a deleted event comes back under its own id with the same rows, code, areas and journal', async () => {
    const { admin, event, area, device, door } = await counted();
    const before = await rowsOf(event.eventId, COUNTED);
    const epoch = (await rowsOf(event.eventId, ['meta']))['meta']?.find((row) => row['key'] === 'epoch')?.['value'];
    const file = await exported(event.eventId);
    expect(file).toMatch(/^[\x20-\x7e\n]*$/);
    await deleted(admin, event.eventId);
    await door.closedWith();
    const emptied = await env.DB.prepare(
      'SELECT access_code, venue, categories, display_token, created_at FROM events',
    ).first();
    expect(emptied).toEqual({
      access_code: event.eventId,
      venue: null,
      categories: null,
      display_token: null,
      created_at: 0,
    });
    expect((await device.get(`/api/events/${event.eventId}/areas`)).status).toBe(401);

    const { eventId, event: back } = await imported(file, admin.email, true);
    expect([eventId, back]).toEqual([event.eventId, event]);
    expect(await rowsOf(eventId, COUNTED)).toEqual(before);
    const { body } = await admin.client.get(`/api/events/${eventId}/areas`);
    expect(body).toMatchObject({
      areas: [{ areaId: area.areaId, areaName: 'Großer Saal 🎉', currentOccupancy: 9, totalEntries: 8, totalExits: 2 }],
    });
    const { journal = [], meta = [] } = await rowsOf(eventId, ['journal', 'meta']);
    expect(journal.at(-1)).toMatchObject({ kind: 'imported', actor: 'system' });
    expect(journal.map((row) => row['kind'])).toContain('occupancy_recounted');
    expect(meta.map((row) => row['key'])).not.toContain('import');

    // The client and its seq are known, but the epoch is new. An outbox starts again from 1, and nothing is counted
    // twice.
    const again = await openSocket(await loginWithCode(event.accessCode), `/api/events/${eventId}/socket?v=1`);
    again.send({ type: 'join_event', eventId, clientId: clientIdOf(7) });
    const sync = await again.next('sync');
    expect(sync.lastSeq).toBe(3);
    expect(sync.epoch).not.toBe(epoch);
    again.send({ ...batch(3, [4], area.areaId), eventId });
    await again.next('ack');
    again.send({ ...batch(4, [4], area.areaId), eventId });
    await again.next('ack');
    const after = await admin.client.get(`/api/events/${eventId}/areas`);
    expect(after.body).toMatchObject({ areas: [{ currentOccupancy: 13, totalEntries: 12 }] });
  });

  test('people who were given back come back, and so do exits that are still floored', async () => {
    const { admin, event, area, door } = await counted();
    const { eventId } = event;
    vi.setSystemTime(Date.now() + HOUR_MS);
    const late = Date.now() - 10_000;
    for (const taps of [batch(4, [-14], area.areaId), batch(5, [3], area.areaId, late)]) {
      door.send({ ...taps, eventId });
      await door.next('ack');
    }
    const before = await rowsOf(eventId, ['areas']);
    const file = await exported(eventId);
    await deleted(admin, eventId);
    await imported(file, admin.email, true);
    expect(await rowsOf(eventId, ['areas'])).toEqual(before);
    const back = await openSocket(await loginWithCode(event.accessCode), `/api/events/${eventId}/socket?v=1`);
    back.send({ type: 'join_event', eventId, clientId: clientIdOf(8) });
    back.send({ ...batch(1, [4], area.areaId, late), eventId });
    await back.next('ack');
    const { body } = await admin.client.get(`/api/events/${eventId}/areas`);
    expect(body).toMatchObject({ areas: [{ currentOccupancy: 2, totalEntries: 15, totalExits: 16 }] });
  });

  test('an event is imported as a new event of another account, with its own ids and code, and no day is billed twice', async () => {
    const { admin, event, area } = await counted();
    const other = await signUp();
    const days = async () => (await env.DB.prepare('SELECT * FROM activity_days').all()).results;
    const recorded = await days();
    const letterhead = { organizer: 'Großer Verein', address: 'Am Kai 12' };
    await admin.client.call('PUT', `/api/events/${event.eventId}/letterhead`, { body: letterhead });
    const { eventId, event: copy } = await imported(await exported(event.eventId), other.email);
    expect(eventId).not.toBe(event.eventId);
    expect(copy).toMatchObject({ eventName: event.eventName });
    expect(copy.accessCode).not.toBe(event.accessCode);
    const { body } = await other.client.get(`/api/events/${eventId}/areas`);
    expect(body).toMatchObject({ areas: [{ currentOccupancy: 9, totalEntries: 8, totalExits: 2 }] });
    expect(JSON.stringify(await rowsOf(eventId, [...COUNTED, 'journal', 'meta', 'devices']))).not.toMatch(
      new RegExp(`${event.eventId}|${area.areaId}`),
    );
    await evictDurableObject(roomOf(eventId));
    await runDurableObjectAlarm(roomOf(eventId));
    expect(await days()).toEqual(recorded);
    expect((await other.client.get(`/api/events/${eventId}/report`)).body).toMatchObject({
      letterhead,
      venue: { ins: 8, outs: 2 },
    });
  });

  test('limits and the capacity plan come back, and those of a new event belong to its own areas', async () => {
    const { admin, event, area } = await counted();
    const path = `/api/events/${event.eventId}`;
    const limits = [{ kind: 'fire', capacity: 90, condition: 'Großes Zertifikat 7' }];
    await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { limits } });
    await admin.client.call('PUT', `${path}/venue`, { body: { ...VENUE, limits } });
    const { spaces, ...plan } = CAPACITY_PLAN;
    const body = { ...plan, spaces: spaces.map((space) => ({ ...space, areaId: area.areaId })) };
    await admin.client.call('PUT', `${path}/capacity-plan`, { body });
    const file = await exported(event.eventId);
    const { eventId, event: copy } = await imported(file, admin.email);
    expect(copy.venue).toEqual({ ...VENUE, capacity: 90, ownCapacity: 500, limits });
    const { body: list } = await admin.client.get(`/api/events/${eventId}/areas`);
    const [own] = z.parse(AreaListSchema, list).areas;
    expect(own).toMatchObject({ capacity: 90, limits });
    expect(own?.areaId).not.toBe(area.areaId);
    expect((await admin.client.get(`/api/events/${eventId}/capacity-plan`)).body).toMatchObject({
      plan: { spaces: [{ areaId: own?.areaId }], result: { areas: [{ areaId: own?.areaId, people: 300 }] } },
    });
  });

  test('an event with more rows than one answer holds is imported, and a part that is sent twice is stored once', async () => {
    const { admin, event } = await counted();
    await runInDurableObject(roomOf(event.eventId), (_room, { storage }) => {
      storage.sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4001)
         INSERT INTO devices SELECT printf('client-%012d', i + 100), 'device', NULL, 'both', 'admin:x', 0, 1, NULL FROM n`,
      );
    });
    const file = await exported(event.eventId);
    const eventId = await begin(file, admin.email);
    const size = 60_000;
    for (let offset = 0; offset < file.length; offset += size) {
      const part = file.slice(offset, offset + size);
      const received = offset + part.length;
      expect((await call('PUT', `import/${eventId}?offset=${offset}`, part)).body).toEqual({ received });
      expect((await call('PUT', `import/${eventId}?offset=${offset}`, part)).body).toEqual({ received });
      await evictDurableObject(roomOf(eventId));
    }
    expect((await call('POST', `import/${eventId}`)).status).toBe(200);
    // A repeated call finds the event and does nothing more.
    const journal = await rowsOf(eventId, ['journal']);
    expect((await call('POST', `import/${eventId}`)).status).toBe(200);
    expect(await rowsOf(eventId, ['journal'])).toEqual(journal);
    const { devices = [] } = await rowsOf(eventId, ['devices']);
    expect(devices).toHaveLength(4002);
  });

  test('a tap that is counted during an export is either complete in the file or absent', async () => {
    const { event, area, door, admin } = await counted();
    const answer = await client.fetch(`/api/operator/events/${event.eventId}/export`, { headers });
    door.send({ ...batch(4, [6], area.areaId), eventId: event.eventId });
    await door.next('ack');
    const { eventId } = await imported((await readAnswer(answer)).text, admin.email);
    const { body } = await admin.client.get(`/api/events/${eventId}/areas`);
    expect(body).toMatchObject({ areas: [{ currentOccupancy: 9, totalEntries: 8 }] });
  });
});

describe('an altered file is refused and leaves nothing', () => {
  const edit = (from: RegExp, to: string) => (file: string) => file.replace(from, to);
  test.each([
    ['a file with a changed count is refused', edit(/"occupancy":9/, '"occupancy":8'), 'changed'],
    ['a file without an end is refused', edit(/\{"type":"end".*\n/, ''), 'complete'],
    ['a file with data after the end is refused', (file: string) => `${file}{}\n`, 'after the end'],
    ['a file with a changed head is refused', edit(/"eventName":"/, '"eventName":"X'), 'announced'],
    ['a file with an unknown table is refused', edit(/"table":"clients"/, '"table":"sqlite_master"'), 'no table'],
    ['a file with an unknown column is refused', edit(/"last_seq"/, '"last_seq, x"'), 'cannot be read'],
  ])('%s', async (_what, change, reason) => {
    const { admin, event } = await counted();
    const file = await exported(event.eventId);
    const changed = change(file);
    expect(changed).not.toBe(file);
    const eventId = await begin(file, admin.email);
    const sent = await send(eventId, changed);
    const refused = sent.status === 200 ? await call('POST', `import/${eventId}`) : sent;
    expect(refused).toMatchObject({ status: 400, body: { error: expect.stringContaining(reason) } });
    await nothingIsLeft(eventId);
    expect((await call('POST', `import/${eventId}`)).status).toBe(404);
  });

  test.each([
    [
      'a file with counts that do not add up is refused even when its hash is right',
      'UPDATE areas SET ins = ins + 1, outs = outs + 1',
    ],
    [
      'a file with counts by category that do not add up is refused',
      "UPDATE areas SET categories = replace(categories, ',5,', ',6,')",
    ],
    ['a file with counts by category that cannot be read is refused', "UPDATE areas SET categories = '{}'"],
  ])('%s', async (_what, change) => {
    const { admin, event } = await counted();
    await runInDurableObject(roomOf(event.eventId), (_room, { storage }) => {
      storage.sql.exec(change);
    });
    const file = await exported(event.eventId);
    const eventId = await begin(file, admin.email);
    await send(eventId, file);
    expect(await call('POST', `import/${eventId}`)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('add up') },
    });
    await nothingIsLeft(eventId);
  });

  test.each<[what: string, changes: { areas?: object; [field: string]: unknown }, field: string]>([
    ['a line break in the name', { eventName: 'Fest\r\nBcc: a@b.example' }, 'eventName'],
    ['an access code that no event has', { accessCode: 'AAAA' }, 'accessCode'],
    ['a line break in the letterhead', { letterhead: { organizer: 'A\nB', address: '' } }, 'letterhead'],
    ['a venue above every capacity', { venue: { ...VENUE, capacity: 1e12 } }, 'venue'],
    ['a long name of an area', { areas: { areaName: 'x'.repeat(5_000) } }, 'areas[0].areaName'],
    ['a capacity below 0', { areas: { capacity: -5 } }, 'areas[0].capacity'],
    ['a limit without its condition', { areas: { limits: [{ kind: 'fire', capacity: 5, condition: '' }] } }, 'limits'],
  ])('a file with %s is refused, and the answer names the field', async (_what, { areas, ...changes }, field) => {
    const { admin, event } = await counted();
    const head = z.parse(z.looseObject({ areas: z.array(z.looseObject({})) }), headOf(await exported(event.eventId)));
    const changed = { ...head, ...changes, areas: head.areas.map((area) => ({ ...area, ...areas })) };
    expect(await call('POST', 'import', { email: admin.email, keepId: false, head: changed })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(field) },
    });
  });

  test.each<[what: string, from: RegExp, to: string, why: string]>([
    ['does not add up', /"change":5/, '"change":9', 'change times taps'],
    ['has no times for its taps', /"last_seq":1,"change":5/, '"last_seq":5,"change":1', 'the times of 1'],
  ])('a file with a row of the ledger that %s is refused', async (_what, from, to, why) => {
    const { admin, event } = await counted();
    const file = await exported(event.eventId);
    const eventId = await begin(file, admin.email);
    expect(await send(eventId, file.replace(from, to))).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(why) },
    });
    await nothingIsLeft(eventId);
  });

  test.each([
    ['a machine', /(?<=sourceId\\":\\")camera/, 'x'.repeat(60), 'sources.about'],
    ['an order', /chstens 500/, String.raw`\u202e`, 'orders.note'],
  ])('a file in whose rows %s says what no call takes is refused, and the answer names the field', async (...row) => {
    const [, from, to, field] = row;
    const { admin, event } = await counted();
    const file = await exported(event.eventId);
    const eventId = await begin(file, admin.email);
    const changed = file.replaceAll(/^.*"table":"(?:sources|orders)".*$/gm, (line) => line.replace(from, to));
    expect(await send(eventId, changed)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining(`${field}: `) },
    });
    await nothingIsLeft(eventId);
  });

  test('a file of a newer version, or of before version 1.0, is refused in words', async () => {
    const { admin, event } = await counted();
    const head = z.parse(z.looseObject({}), headOf(await exported(event.eventId)));
    for (const newer of [{ formatVersion: 3 }, { roomSchema: 99 }]) {
      const answer = await call('POST', 'import', { email: admin.email, keepId: false, head: { ...head, ...newer } });
      expect(answer).toMatchObject({ status: 400, body: { error: expect.stringContaining('newer version') } });
    }
    const before1 = { email: admin.email, keepId: false, head: { formatVersion: 1, roomSchema: 23 } };
    expect(await call('POST', 'import', before1)).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('before version 1.0') },
    });
  });

  test('an existing event is not overwritten, and an import needs an existing account', async () => {
    const { admin, event } = await counted();
    const head = headOf(await exported(event.eventId));
    const exists = await call('POST', 'import', { email: admin.email, keepId: true, head });
    expect(exists).toMatchObject({ status: 400, body: { error: expect.stringContaining('still exists') } });
    expect((await call('POST', 'import', { email: 'nobody@headroom.test', keepId: false, head })).status).toBe(404);
    expect((await call('GET', 'unknown/export')).status).toBe(404);
    expect((await admin.client.get(`/api/events/${event.eventId}/areas`)).status).toBe(200);
  });
});

test('an import accepts nothing for an account that is deleted meanwhile and leaves nothing behind', async () => {
  const { admin, event } = await counted();
  const other = await signUp();
  const file = await exported(event.eventId);
  const [half, whole] = [await begin(file, other.email), await begin(file, other.email)];
  await call('PUT', `import/${half}?offset=0`, file.slice(0, 900));
  await send(whole, file);
  await other.client.call('DELETE', '/api/users');
  const refused = { status: 404, body: { error: 'There is no such account.' } };
  expect(await call('PUT', `import/${half}?offset=900`, file.slice(900))).toMatchObject(refused);
  expect(await call('POST', `import/${whole}`)).toMatchObject(refused);
  for (const eventId of [half, whole]) await nothingIsLeft(eventId);
  expect((await admin.client.get(`/api/events/${event.eventId}/areas`)).status).toBe(200);
});

test('a room accepts nothing but the import until it is finished, and an abandoned import leaves nothing after an hour', async () => {
  const { admin, event } = await counted();
  const file = await exported(event.eventId);
  for (const give of ['up', 'no more'] as const) {
    const eventId = await begin(file, admin.email);
    await call('PUT', `import/${eventId}?offset=0`, file.slice(0, 900));
    const known = definition({ eventId });
    expect(await roomOf(eventId).listAreas(visitOf(known))).toEqual({ ok: false, code: 'unavailable' });
    await roomOf(eventId).applyDefinition(known, 'system');
    expect((await rowsOf(eventId, ['meta']))['meta']?.map((row) => row['key'])).not.toContain('event');
    if (give === 'up') expect((await call('DELETE', `import/${eventId}`)).body).toEqual({ success: true });
    else {
      vi.setSystemTime(Date.now() + HOUR_MS / 2);
      await runDurableObjectAlarm(roomOf(eventId));
      expect((await call('PUT', `import/${eventId}?offset=0`, '')).body).toEqual({ received: 900 });
      vi.setSystemTime(Date.now() + HOUR_MS);
      await runDurableObjectAlarm(roomOf(eventId));
    }
    await nothingIsLeft(eventId);
  }
});

test('the operator lists the events of all accounts, 500 at once, without deleted ones', async () => {
  const { admin, event } = await createVenue();
  const gone = await createEvent(admin, 'Gone');
  await admin.client.call('DELETE', `/api/events/${gone.eventId}`);
  const other = await signUp();
  const fill = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
    INSERT INTO events (event_id, owner_id, event_name, access_code, created_at)
    SELECT 'z' || i, (SELECT user_id FROM users WHERE email = ?), 'E', 'c' || i, 0 FROM n`;
  await env.DB.prepare(fill).bind(other.email).run();
  const list = async (query = '') =>
    z.parse(OperatorEventListSchema, (await client.call('GET', `/api/operator/events${query}`, { headers })).body);
  const first = await list();
  expect(first.events.length).toBe(500);
  expect(first.events[0]).toEqual({
    eventId: event.eventId,
    eventName: event.eventName,
    accountId: await accountOf(admin),
    email: admin.email,
    createdAt: expect.stringMatching(/^20.*Z$/),
  });
  expect(await list(`?after=${first.next}`)).toMatchObject({
    events: [{ eventName: 'E', email: other.email }],
    next: null,
  });
});

test("an operator's call does not exist when no token is set", async () => {
  delete env.OPERATOR_TOKEN;
  const answer = await call('GET', 'any/export');
  expect(answer).toMatchObject({ status: 404, body: { error: 'There is no such call.', code: 'not_found' } });
});

test("a wrong operator's token is refused, and after twenty attempts the right one has to wait", async () => {
  const { admin } = await createVenue();
  const stranger = createClient({ address: '192.0.2.9' });
  const ask = (authorization: string) =>
    stranger.call('GET', '/api/operator/events/any/export', { headers: { authorization } });
  for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, TOKEN, `bearer ${TOKEN}`]) {
    expect((await ask(authorization)).status, authorization).toBe(401);
  }
  for (let i = 5; i < 20; i += 1) expect((await ask('Bearer no')).status).toBe(401);
  const refused = await ask(`Bearer ${TOKEN}`);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await admin.client.get('/api/operator/events/any/export')).status).toBe(401);
});
