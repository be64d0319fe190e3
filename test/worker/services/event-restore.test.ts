import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { DAY_MS, HOUR_MS } from '../../../src/shared/durations';
import { EventRestoredSchema } from '../../../src/services/operator/schemas';
import { stopClock } from '../../support/clock';
import { createArea, createVenue } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { expectDocumented } from '../support/documented';
import { History } from '../support/history';
import { batch, clientIdOf } from '../support/room';
import { TOKEN } from '../support/event-files';
import { openSocket } from '../support/sockets';

const headers = { authorization: `Bearer ${TOKEN}` };
const operator = createClient();

beforeEach(() => {
  env.OPERATOR_TOKEN = TOKEN;
  stopClock();
  vi.spyOn(console, 'info').mockImplementation(() => {});
});

const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

async function restore(eventId: string, body: object) {
  const answer = await operator.call('POST', `/api/operator/events/${eventId}/restore`, { headers, body });
  expectDocumented('POST /api/operator/events/:eventId/restore', answer);
  return answer;
}

async function restored(eventId: string, body: object) {
  const answer = await restore(eventId, body);
  expect(answer.status, answer.text).toBe(200);
  return z.parse(EventRestoredSchema, answer.body);
}

async function joined(client: Client, eventId: string, clientId = clientIdOf(1)) {
  const device = await openSocket(client, `/api/events/${eventId}/socket?v=1`);
  device.send({ type: 'join_event', eventId, clientId });
  return { device, sync: await device.next('sync') };
}

async function areasOf(client: Client, eventId: string) {
  const { body } = await client.get(`/api/events/${eventId}/areas`);
  const AreasSchema = z.object({
    areas: z.array(z.object({ areaName: z.string(), currentOccupancy: z.int(), totalEntries: z.int() })),
  });
  return z.parse(AreasSchema, body).areas.map((area) => [area.areaName, area.currentOccupancy, area.totalEntries]);
}

const versions = (eventId: string) =>
  env.DB.prepare('SELECT revision, generation FROM events WHERE event_id = ?').bind(eventId).first();

const rowsOf = (eventId: string, query: string) =>
  runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(eventId)), (_room, { storage }) =>
    storage.sql.exec(query).toArray(),
  );

/** A device has counted 8 and a moment later 4 more. The moment to restore lies in between. */
async function counted() {
  const venue = await createVenue();
  const { event, area, device } = venue;
  const history = new History(event.eventId);
  const { device: door, sync } = await joined(device, event.eventId);
  const tap = async (seq: number, changes: number[], on = door) => {
    on.send({ ...batch(seq, changes, area.areaId), eventId: event.eventId });
    await on.next('ack');
  };
  await tap(1, [5, 3]);
  await history.mark();
  const moment = new Date(Date.now() + HOUR_MS / 2).toISOString();
  pass(HOUR_MS);
  await tap(3, [4]);
  return { ...venue, history, door, tap, moment, epoch: sync.epoch };
}

test('a restored room has the counts, ledger and journal of that moment and the present areas, and records the restore', async () => {
  const { admin, event, area, door, moment } = await counted();
  await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { areaName: 'Renamed since' } });
  await createArea(admin, event.eventId, 'Added since');
  const days = async () => (await env.DB.prepare('SELECT * FROM activity_days').all()).results;
  const recorded = await days();
  expect(recorded).toHaveLength(1);

  await restored(event.eventId, { at: moment });
  expect(await door.closedWith()).toBe(1001);
  expect(await areasOf(admin.client, event.eventId)).toEqual([
    ['Renamed since', 8, 8],
    ['Added since', 0, 0],
  ]);
  const journal = await rowsOf(event.eventId, 'SELECT actor, kind, after FROM journal ORDER BY id');
  expect(journal.filter(({ kind }) => kind === 'restored')).toEqual([
    { actor: 'operator', kind: 'restored', after: JSON.stringify(moment) },
  ]);
  const kinds = journal.map(({ kind }) => kind);
  expect(kinds.slice(kinds.indexOf('restored') + 1)).toEqual(['area_renamed', 'area_added', 'capacity_changed']);
  expect((await admin.client.get(`/api/events/${event.eventId}/report`)).body).toMatchObject({ venue: { ins: 8 } });
  expect(await days()).toEqual(recorded);
});

test('a restored room has a new epoch, in which unacknowledged taps count once and the rest is gone', async () => {
  const { event, device, epoch, moment, tap, admin } = await counted();
  await restored(event.eventId, { at: moment });
  expect(await rowsOf(event.eventId, "SELECT 1 FROM meta WHERE key = 'registered'")).toEqual([]);
  expect(await rowsOf(event.eventId, 'SELECT left_at IS NULL AS isThere FROM devices')).toEqual([{ isThere: 0 }]);
  const { sync } = await joined(device, event.eventId);
  expect(sync.lastSeq).toBe(2);
  expect(sync.epoch).not.toBe(epoch);
  // A device acts like this when it sees another epoch (test/web/realtime/channel.test.ts): another id, from 1.
  const again = await joined(device, event.eventId, clientIdOf(2));
  expect(again.sync).toMatchObject({ epoch: sync.epoch, lastSeq: 0 });
  await tap(1, [10], again.device);
  await tap(1, [10], again.device);
  expect(await areasOf(admin.client, event.eventId)).toEqual([['Main Stage', 18, 18]]);
  const later = await joined(device, event.eventId, clientIdOf(3));
  expect(later.sync.epoch).toBe(sync.epoch);
});

test('a restored room returns to its earlier state with the bookmark that the first call returned', async () => {
  const { event, admin, moment, device } = await counted();
  const { undoBookmark } = await restored(event.eventId, { at: moment });
  const { sync } = await joined(device, event.eventId);
  expect(await areasOf(admin.client, event.eventId)).toEqual([['Main Stage', 8, 8]]);
  expect((await restored(event.eventId, { bookmark: undoBookmark })).bookmark).toBe(undoBookmark);
  expect(await areasOf(admin.client, event.eventId)).toEqual([['Main Stage', 12, 12]]);
  expect((await joined(device, event.eventId)).sync.epoch).not.toBe(sync.epoch);
  const journal = await rowsOf(event.eventId, "SELECT after FROM journal WHERE kind = 'restored'");
  expect(journal).toEqual([{ after: null }]);
  expect(await versions(event.eventId)).toMatchObject({ generation: 2 });
});

test('the room of a deleted event is restored, too, when the database has its row again', async () => {
  const { event, admin, area, moment } = await counted();
  const row = await env.DB.prepare('SELECT revision FROM events').first('revision');
  await runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)), (room) => room.deleteEvent());
  expect((await admin.client.get(`/api/events/${event.eventId}/areas`)).status).toBe(404);
  expect(await env.DB.prepare('SELECT revision FROM events WHERE deleted_at IS NULL').first('revision')).toBe(row);
  await restored(event.eventId, { at: moment });
  expect(await areasOf(admin.client, event.eventId)).toEqual([[area.areaName, 8, 8]]);
});

test.each<[string, (now: number) => object, string]>([
  ['a time to come', (now) => ({ at: new Date(now + 1000).toISOString() }), 'still to come'],
  ['a moment more than 30 days ago', (now) => ({ at: new Date(now - 30 * DAY_MS - 1000).toISOString() }), '30 days'],
  ['a moment before the event', (now) => ({ at: new Date(now - 2 * DAY_MS).toISOString() }), 'did not exist'],
  ['a bookmark that is later than now', () => ({ bookmark: 'ffffffff' }), 'later than now'],
  ['a word instead of a time', () => ({ at: 'yesterday' }), 'Send either'],
  ['two moments at once', (now) => ({ at: new Date(now).toISOString(), bookmark: '00' }), 'Send either'],
])('a room is not restored to %s', async (_what, body, reason) => {
  const { event } = await counted();
  const before = await versions(event.eventId);
  pass(DAY_MS);
  expect(await restore(event.eventId, body(Date.now()))).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', error: expect.stringContaining(reason) },
  });
  expect(await versions(event.eventId)).toEqual(before);
  expect((await restore('unknown', { at: new Date().toISOString() })).status).toBe(404);
});

test('a room is not restored before its days are recorded, and after a failed restore it keeps counting in a new epoch', async () => {
  const { event, moment, history, admin, device, door, epoch } = await counted();
  const before = await versions(event.eventId);
  await runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(event.eventId)), (room) => {
    vi.spyOn(room['parts'].promptDeliveries, 'recordAll').mockResolvedValueOnce(false);
  });
  expect((await restore(event.eventId, { at: moment })).status).toBe(503);
  expect(await versions(event.eventId)).toEqual(before);

  history.failure = new Error('internal error');
  expect(await restore(event.eventId, { at: moment })).toMatchObject({
    status: 503,
    body: { error: 'The room cannot be restored: internal error' },
  });
  expect(await areasOf(admin.client, event.eventId)).toEqual([['Main Stage', 12, 12]]);
  expect(await door.closedWith()).toBe(1001);
  expect((await joined(device, event.eventId)).sync.epoch).not.toBe(epoch);
});
