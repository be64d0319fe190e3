import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { createArea, createEvent, createVenue, loginWithCode, PASSWORD, signUp } from '../support/accounts';
import { type Client, createClient, HTTP, readAnswer } from '../support/client';
import { acked, batch, clientIdOf } from '../support/room';
import { join, openSocket, UPGRADE } from '../support/sockets';

/**
 * Tests sockets and polling calls through the whole worker: who connects, and how messages from the room, the hub and
 * D1 arrive.
 */

const statusOf = async (client: Client, path: string, headers: Record<string, string> = UPGRADE) =>
  readAnswer(await client.fetch(path, { headers }));

test('an upgrade is refused as JSON: 401 for guests, 404 for the events of others, 403 for a foreign page', async () => {
  const { admin, event, device } = await createVenue();
  const other = await signUp();
  const foreignEvent = await createEvent(other);
  const path = `/api/events/${event.eventId}/socket`;
  expect(await statusOf(createClient(), path)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } });
  expect(await statusOf(other.client, path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect(await statusOf(device, `/api/events/${foreignEvent.eventId}/socket`)).toMatchObject({ status: 404 });
  expect(await statusOf(admin.client, '/api/events/no-such-event/socket')).toMatchObject({ status: 404 });
  for (const origin of ['https://evil.test', 'null', 'garbage']) {
    expect(await statusOf(admin.client, path, { ...UPGRADE, Origin: origin })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    });
  }
  expect(await statusOf(admin.client, path, {})).toMatchObject({ status: 400, body: { code: 'upgrade_required' } });
  expect(await statusOf(device, '/api/account/socket')).toMatchObject({ status: 403 });
  expect(await statusOf(createClient(), '/api/account/socket')).toMatchObject({ status: 401 });
  const own = await admin.client.fetch(path, { headers: { ...UPGRADE, Origin: HTTP } });
  expect(own.status).toBe(101);
  own.webSocket?.accept();
  own.webSocket?.close();
  // An unsupported protocol version is reported on the socket.
  for (const spoken of [path, '/api/account/socket']) {
    expect(await (await openSocket(admin.client, `${spoken}?v=999`)).closedWith()).toBe(4426);
  }
});

test('a logout closes the sockets of its session alone, and a new login with the same code keeps counting until the code is replaced', async () => {
  const { admin, event, area, device } = await createVenue();
  const taps = (seq: number) => ({ ...batch(seq, [1], area.areaId), eventId: event.eventId });
  const adminSocket = await join(admin.client, event.eventId, clientIdOf(1));
  const hubSocket = await openSocket(admin.client, '/api/account/socket');
  const door = await join(device, event.eventId, clientIdOf(2));
  await acked(door, taps(1));
  const other = await join(await loginWithCode(event.accessCode), event.eventId, clientIdOf(3));
  await device.post('/api/auth/logout');
  expect(await door.closedWith()).toBe(4401);
  await admin.client.post('/api/auth/logout');
  expect(await adminSocket.closedWith()).toBe(4401);
  expect(await hubSocket.closedWith()).toBe(4401);
  expect(await acked(other, taps(1))).toMatchObject({ seq: 1 });
  const phone = await loginWithCode(event.accessCode);
  const again = await join(phone, event.eventId, clientIdOf(2));
  expect(await acked(again, taps(2))).toMatchObject({ seq: 2 });
  // A replaced code ends the sessions of the old code.
  const owner = createClient();
  await owner.post('/api/auth/login', { username: admin.email, password: PASSWORD });
  expect((await owner.post(`/api/events/${event.eventId}/access-code`)).status).toBe(200);
  expect(await again.closedWith()).toBe(4401);
  expect(await statusOf(phone, `/api/events/${event.eventId}/socket`)).toMatchObject({ status: 401 });
});

test("changes of events reach the admin's other devices through the hub, and changes of areas through the room", async () => {
  const { admin, event, area } = await createVenue();
  const hub = await openSocket(admin.client, '/api/account/socket?v=1');
  hub.sendText('ping');
  await hub.until(() => hub.texts[0], 'pong');
  const created = await createEvent(admin, 'Second');
  expect(await hub.next('event_created')).toEqual({ type: 'event_created', event: created });
  const room = await join(admin.client, event.eventId);
  await admin.client.call('PATCH', `/api/events/${event.eventId}`, { body: { eventName: 'Renamed' } });
  for (const socket of [hub, room]) {
    expect(await socket.next('event_updated')).toMatchObject({
      event: { eventId: event.eventId, eventName: 'Renamed' },
    });
  }
  await createArea(admin, event.eventId, 'Balcony', 40);
  expect(await room.next('areas_changed')).toEqual({ type: 'areas_changed', eventId: event.eventId });
  await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { capacity: 0 } });
  await room.next('areas_changed');
  await admin.client.call('DELETE', `/api/events/${event.eventId}`);
  for (const socket of [hub, room]) {
    expect(await socket.next('event_deleted')).toEqual({ type: 'event_deleted', eventId: event.eventId });
  }
  expect(await room.closedWith()).toBe(4404);
});

describe('polling calls', () => {
  /** A device that polls, and the answers to its calls. */
  async function polling() {
    const venue = await createVenue();
    const { event, area, device } = venue;
    const path = `/api/events/${event.eventId}`;
    const list = async () => z.parse(AreaListSchema, (await device.get(`${path}/areas`)).body);
    const bodyOf = (seq: number) => ({ ...batch(seq, [3], area.areaId), clientId: clientIdOf(2) });
    const post = (body: unknown, query = '') => device.post(`${path}/occupancy${query}`, body);
    return { ...venue, path, list, bodyOf, post };
  }

  test('the polling call counts, may be repeated, reaches sockets and moves people between areas', async () => {
    const { admin, event, area, bodyOf, path, post } = await polling();
    const desk = await join(admin.client, event.eventId, clientIdOf(1));
    for (let i = 0; i < 2; i++) {
      expect(await post(bodyOf(1))).toMatchObject({
        status: 200,
        body: { ack: { seq: 1, version: 1 }, sync: { lastSeq: 1, areas: [{ currentOccupancy: 3 }] } },
      });
    }
    expect((await desk.next('occupancy_updated')).areas).toMatchObject([{ currentOccupancy: 3 }]);
    const stolen = await admin.client.post(`${path}/occupancy`, bodyOf(1));
    expect(stolen).toMatchObject({ status: 403, body: { code: 'client_id_taken' } });
    const { areaId: bar } = await createArea(admin, event.eventId, 'Bar');
    const move = { areaId: area.areaId, at: Date.now(), to: bar };
    const taps = [
      { ...move, change: -2 },
      { ...move, change: -1 },
      { ...move, change: 2, undoes: 2 },
    ];
    const { ack, sync } = z.parse(PollAnswerSchema, (await post({ ...bodyOf(2), taps }, '?v=1')).body);
    expect(ack).toEqual({ type: 'ack', seq: 4, version: 2 });
    const people = sync.areas.map(({ areaId, currentOccupancy }) => [areaId, currentOccupancy]);
    expect(Object.fromEntries(people)).toEqual({ [area.areaId]: 2, [bar]: 1 });
  });

  test('the polling call refuses an invalid batch or an unsupported version and counts nothing of it', async () => {
    const { bodyOf, list, post } = await polling();
    const good = bodyOf(1);
    for (const body of [{}, { ...good, taps: [] }, { ...good, taps: [...good.taps, {}] }]) {
      expect(await post(body)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    }
    for (const query of ['?v=2', '?v=8', '?v=', '?v=1.0', '?v=2&v=1']) {
      const error = 'This page is out of date. Please reload it.';
      expect(await post(good, query), query).toMatchObject({ status: 400, body: { error, code: 'reload_needed' } });
    }
    expect(await list()).toMatchObject({ areas: [{ totalEntries: 0 }] });
    for (const query of ['', '?v=1']) expect((await post(good, query)).status, query).toBe(200);
    expect(await list()).toMatchObject({ areas: [{ totalEntries: 3 }] });
  });

  test('the polling call reports changes of the event and a locked account, as the list of areas does', async () => {
    const { admin, event, area, bodyOf, list, path, post } = await polling();
    const sync = async (seq: number) => z.parse(PollAnswerSchema, (await post(bodyOf(seq), '?v=1')).body).sync;
    expect(await list()).toMatchObject({ event, countingAllowed: true, subscriptionStatus: 'trialing' });
    await admin.client.call('PATCH', path, { body: { eventName: 'Winter Fest' } });
    await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { capacity: 7 } });
    const changed = { event: { ...event, eventName: 'Winter Fest' }, areas: [{ capacity: 7 }] };
    expect(await list()).toMatchObject(changed);
    expect(await sync(1)).toMatchObject(changed);
    await env.DB.prepare("UPDATE users SET subscription_status = 'unpaid', revision = revision + 1").run();
    expect(await list()).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
    expect(await sync(2)).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid', lastSeq: 2 });
  });
});

test('a hub tells its devices once when a restored database changes many events', async () => {
  /** An admin with two events and a device at the hub, which has read the events once. */
  async function listening() {
    const admin = await signUp();
    for (const name of ['Upstairs', 'Downstairs']) await createEvent(admin, name);
    const byEmail = env.DB.prepare('SELECT user_id FROM users WHERE email = ?').bind(admin.email);
    const ownerId = await byEmail.first('user_id');
    const hub = env.HUBS.get(env.HUBS.idFromName(String(ownerId)));
    const device = await openSocket(admin.client, '/api/account/socket?v=1');
    const upkeep = () => runDurableObjectAlarm(hub);
    await upkeep();
    /** The types of all frames so far. When a later frame arrives, earlier ones have arrived. */
    const heard = async () => {
      await hub.setAccount({ revision: 1, status: 'active', trialEndsAt: 0 });
      await device.next('force_refresh');
      return device.frames.map(({ type }) => type).filter((type) => type !== 'force_refresh');
    };
    return { admin, ownerId, device, upkeep, heard };
  }
  const account = await listening();
  const other = await listening();
  // All revisions are raised, as by a restore.
  await env.DB.prepare("UPDATE events SET event_name = 'As it was', revision = revision + 1000000 WHERE owner_id = ?")
    .bind(account.ownerId)
    .run();
  await account.upkeep();
  await other.upkeep();
  await account.device.next('events_changed');
  const { body } = await account.admin.client.get('/api/events');
  expect(body).toMatchObject([{ eventName: 'As it was' }, { eventName: 'As it was' }]);
  await account.upkeep();
  expect(await account.heard()).toEqual(['events_changed']);
  expect(await other.heard()).toEqual([]);
  // Missing rows are announced as a change, because only a tombstone is a deletion.
  await env.DB.prepare('DELETE FROM events WHERE owner_id = ?').bind(other.ownerId).run();
  await other.upkeep();
  await other.device.next('events_changed');
  expect(await other.heard()).toEqual(['events_changed']);
});
