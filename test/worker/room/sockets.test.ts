import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { AccountHub } from '../../../src/hub/account-hub';
import { onErrorLine } from '../../../src/lib/log';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { createArea, createEvent, createVenue, loginWithCode, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, createClient, HTTP, readAnswer } from '../support/client';
import type { Device } from '../support/device';
import { acked, batch, clientIdOf } from '../support/room';
import { join, openSocket, UPGRADE } from '../support/sockets';

/** Sockets and polls through the whole worker: who gets in, and how news from room, hub and D1 arrives. */

afterEach(() => {
  vi.restoreAllMocks();
  onErrorLine(null);
});

const statusOf = async (client: Client, path: string, headers: Record<string, string> = UPGRADE) =>
  readAnswer(await client.fetch(path, { headers }));

test('before the upgrade: 401 for guests, 404 for what is not theirs, 403 for a foreign page, as JSON', async () => {
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
});

test('a protocol version that is not spoken closes with 4426, at room and hub', async () => {
  const { admin, event } = await createVenue();
  for (const path of [`/api/events/${event.eventId}/socket`, '/api/account/socket']) {
    const outdated = await openSocket(admin.client, `${path}?v=999`);
    expect(await outdated.closedWith()).toBe(4426);
  }
});

test('door staff who come back ask D1 once, for their session and its event', async () => {
  const { event } = await createVenue();
  const queries: string[] = [];
  const counted = new Proxy(env.DB, {
    get: (database, name) => {
      if (name !== 'prepare') return Reflect.get(database, name, database);
      return (query: string) => {
        queries.push(query);
        return database.prepare(query);
      };
    },
  });
  const device = await loginWithCode(event.accessCode, createClient({ variables: { DB: counted } }));
  queries.length = 0;
  await openSocket(device, `/api/events/${event.eventId}/socket`);
  expect(queries).toHaveLength(1);
});

test('a new login by the same code may go on under its client id', async () => {
  const { event, area, device } = await createVenue();
  const taps = (seq: number) => ({ ...batch(seq, [1], area.areaId), eventId: event.eventId });
  await acked(await join(device, event.eventId), taps(1));
  const again = await join(await loginWithCode(event.accessCode), event.eventId);
  expect(await acked(again, taps(2))).toMatchObject({ seq: 2 });
});

test("logging out closes that session's sockets within a second, and no others", async () => {
  const { admin, event, device } = await createVenue();
  const adminSocket = await join(admin.client, event.eventId, clientIdOf(1));
  const hubSocket = await openSocket(admin.client, '/api/account/socket');
  const door = await join(device, event.eventId, clientIdOf(2));
  const other = await join(await loginWithCode(event.accessCode), event.eventId, clientIdOf(3));
  await device.post('/api/auth/logout');
  expect(await door.closedWith()).toBe(4401);
  await admin.client.post('/api/auth/logout');
  expect(await adminSocket.closedWith()).toBe(4401);
  expect(await hubSocket.closedWith()).toBe(4401);
  other.send({ type: 'request_sync' });
  await other.next('sync');
});

test('replacing the code ends the sessions of the old one', async () => {
  const { admin, event, device } = await createVenue();
  const desk = await join(admin.client, event.eventId, clientIdOf(1));
  const door = await join(device, event.eventId, clientIdOf(2));
  expect((await admin.client.post(`/api/events/${event.eventId}/access-code`)).status).toBe(200);
  expect(await door.closedWith()).toBe(4401);
  expect(await statusOf(device, `/api/events/${event.eventId}/socket`)).toMatchObject({ status: 401 });
  const { event: updated } = await desk.next('event_updated');
  expect(updated.accessCode).not.toBe(event.accessCode);
});

test("changes of events reach the admin's other devices through the hub, of areas through the room", async () => {
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

describe('polls', () => {
  /** A device that polls, and what its calls answer. */
  async function polling() {
    const venue = await createVenue();
    const { event, area, device } = venue;
    const path = `/api/events/${event.eventId}`;
    const list = async () => z.parse(AreaListSchema, (await device.get(`${path}/areas`)).body);
    const bodyOf = (seq: number) => ({ ...batch(seq, [3], area.areaId), clientId: clientIdOf(2) });
    const post = (body: unknown, query = '') => device.post(`${path}/occupancy${query}`, body);
    const sync = async (seq: number) => z.parse(PollAnswerSchema, (await post(bodyOf(seq), '?v=2')).body).sync;
    return { ...venue, path, list, bodyOf, post, sync };
  }

  test('the polling call counts, may be repeated, and reaches sockets', async () => {
    const { admin, event, bodyOf, path, post } = await polling();
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
  });

  test('the polling call moves people in both forms of a transfer', async () => {
    const { admin, event, area, bodyOf, post } = await polling();
    const { areaId: bar } = await createArea(admin, event.eventId, 'Bar');
    const at = Date.now();
    const transfers = [
      { areaId: area.areaId, moves: -2, at, to: bar },
      { areaId: area.areaId, change: -1, at, to: bar },
      { areaId: area.areaId, moves: 2, at, to: bar, undoes: 2 },
    ];
    const { body } = await post({ ...bodyOf(1), taps: [...bodyOf(1).taps, ...transfers] }, '?v=2');
    const { ack, sync } = z.parse(PollAnswerSchema, body);
    expect(ack).toEqual({ type: 'ack', seq: 4, version: 1 });
    const people = sync.areas.map(({ areaId, currentOccupancy }) => [areaId, currentOccupancy]);
    expect(Object.fromEntries(people)).toEqual({ [area.areaId]: 2, [bar]: 1 });
  });

  test('the polling call refuses what is no batch of taps or in a version that is not spoken, and counts nothing of it', async () => {
    const { bodyOf, list, post } = await polling();
    const good = bodyOf(1);
    const [tap] = good.taps;
    const wrong: readonly unknown[] = [
      {},
      { ...good, clientId: 'short' },
      { ...good, seq: 0 },
      { ...good, sentAt: -1 },
      { ...good, taps: [] },
      { ...good, taps: Array.from({ length: 201 }, () => tap) },
      { ...good, taps: [{ ...tap, change: 1001 }] },
      { ...good, taps: [tap, {}] },
    ];
    for (const body of wrong) {
      const error = 'Some of what was sent is not valid.';
      const refused = { status: 400, body: { error, code: 'invalid_input' } };
      expect(await post(body), JSON.stringify(body)).toMatchObject(refused);
    }
    for (const query of ['?v=4', '?v=', '?v=1.0', '?v=4&v=3']) {
      const error = 'This page is out of date. Please reload it.';
      expect(await post(good, query), query).toMatchObject({ status: 400, body: { error, code: 'reload_needed' } });
    }
    expect(await list()).toMatchObject({ areas: [{ totalEntries: 0 }] });
    for (const query of ['', '?v=1', '?v=2', '?v=3']) expect((await post(good, query)).status, query).toBe(200);
    expect(await list()).toMatchObject({ areas: [{ totalEntries: 3 }] });
  });

  test('the polling call says what the event has become, as do the list of areas and the sync of a device that was away', async () => {
    const { admin, event, area, device, list, path, sync } = await polling();
    expect(await list()).toMatchObject({ event });
    await admin.client.call('PATCH', path, { body: { eventName: 'Winter Fest' } });
    await admin.client.call('PATCH', `/api/areas/${area.areaId}`, { body: { capacity: 7 } });
    const changed = { event: { ...event, eventName: 'Winter Fest' }, areas: [{ capacity: 7 }] };
    expect(await list()).toMatchObject(changed);
    expect(await sync(1)).toMatchObject(changed);
    const { frames } = await join(device, event.eventId, clientIdOf(3));
    expect(frames[0]).toMatchObject({ type: 'sync', ...changed });
  });

  test('the polling call says that the account is locked, as the list of areas does', async () => {
    const { list, sync } = await polling();
    const becomes = (status: string) =>
      env.DB.prepare('UPDATE users SET subscription_status = ?, revision = revision + 1').bind(status).run();
    expect(await list()).toMatchObject({ countingAllowed: true, subscriptionStatus: 'trialing' });
    await becomes('unpaid');
    expect(await list()).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid' });
    expect(await sync(1)).toMatchObject({ countingAllowed: false, subscriptionStatus: 'unpaid', lastSeq: 1 });
    await becomes('active');
    expect(await list()).toMatchObject({ countingAllowed: true, subscriptionStatus: 'active' });
  });
});

test('a room that cannot be reached is asked for later, whatever was wanted of it', async () => {
  const { admin, event, area } = await createVenue();
  const { body } = await admin.client.post(`/api/events/${event.eventId}/display`);
  const { displayToken } = z.parse(z.object({ displayToken: z.string() }), body);
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  const heard = vi.fn<() => void>();
  onErrorLine(heard);
  const calls = [
    ['GET', `/api/events/${event.eventId}/devices`],
    ['GET', `/api/events/${event.eventId}/flow`],
    ['GET', `/api/displays/${displayToken}`],
    ['POST', `/api/events/${event.eventId}/alerts/a1/acknowledge`],
    ['PUT', `/api/areas/${area.areaId}/recount`, '{"occupancy":1,"reason":"x"}'],
  ] as const;
  for (const [method, path, sent = null] of calls) {
    const init = { method, headers: { cookie: admin.client.cookie() }, body: sent };
    const answer = await readAnswer(await app.request(HTTP + path, init, unreachableObjects()));
    expect(answer, path).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(Number(answer.headers.get('retry-after')), path).toBeGreaterThan(0);
  }
  expect(heard).toHaveBeenCalledTimes(calls.length);
  // No line is logged for the display, because its address holds the token.
  expect(logged).toHaveBeenCalledTimes(calls.length - 1);
});

describe('news that D1 has and the hub was not told', () => {
  /** An admin with two events and a device at the hub, which has read the events once. */
  async function listening() {
    const admin = await signUp();
    const events = [await createEvent(admin, 'Upstairs'), await createEvent(admin, 'Downstairs')];
    const ownerId = await env.DB.prepare('SELECT user_id FROM users WHERE email = ?')
      .bind(admin.email)
      .first('user_id');
    const hub = env.HUBS.get(env.HUBS.idFromName(String(ownerId)));
    const device = await openSocket(admin.client, '/api/account/socket?v=2');
    const upkeep = () => runDurableObjectAlarm(hub);
    await upkeep();
    return { admin, events, ownerId, hub, device, upkeep };
  }

  /** The types of all frames so far: when a later frame arrives, earlier ones have arrived. */
  async function heard({ hub }: { hub: DurableObjectStub<AccountHub> }, device: Device): Promise<string[]> {
    await hub.setAccount({ revision: 1, status: 'active', trialEndsAt: 0 });
    await device.next('force_refresh');
    return device.frames.map(({ type }) => type).filter((type) => type !== 'force_refresh');
  }

  /** Changes the rows and raises all revisions, as a restore does. */
  const restore = (ownerId: unknown, name: string) =>
    env.DB.prepare('UPDATE events SET event_name = ?, revision = revision + 1000000 WHERE owner_id = ?')
      .bind(name, ownerId)
      .run();

  test('a restored database, in which many events are others at once: the hub tells its devices, once', async () => {
    const account = await listening();
    const other = await listening();
    expect(account.device.frames).toEqual([]);
    await restore(account.ownerId, 'As it was');
    await account.upkeep();
    await other.upkeep();
    await account.device.next('events_changed');
    const { body } = await account.admin.client.get('/api/events');
    expect(body).toMatchObject([{ eventName: 'As it was' }, { eventName: 'As it was' }]);
    await account.upkeep();
    expect(await heard(account, account.device)).toEqual(['events_changed']);
    expect(await heard(other, other.device)).toEqual([]);
    // Missing rows are told as a change, because only a tombstone is a deletion.
    await env.DB.prepare('DELETE FROM events WHERE owner_id = ?').bind(other.ownerId).run();
    await other.upkeep();
    await other.device.next('events_changed');
    expect(await heard(other, other.device)).toEqual(['events_changed']);
  });

  test('what could not be told to the hub is told at its next upkeep', async () => {
    const account = await listening();
    vi.spyOn(console, 'error').mockImplementation(() => {});
    const publish = vi.spyOn(AccountHub.prototype, 'publish').mockRejectedValue(new Error('Network connection lost'));
    await createEvent(account.admin, 'Terrace');
    expect(publish).toHaveBeenCalled();
    publish.mockRestore();
    expect(await heard(account, account.device)).toEqual([]);
    await account.upkeep();
    await account.device.next('events_changed');
  });

  test('what the hub has told is told once', async () => {
    const { admin, events, ...account } = await listening();
    const path = `/api/events/${events[0]?.eventId}`;
    await createEvent(admin, 'Terrace');
    await admin.client.call('PATCH', path, { body: { eventName: 'Up there' } });
    await admin.client.call('PUT', `${path}/venue`, {
      body: { capacity: 500, staffAllowance: 20, safetyMarginPercent: 6, alertThresholds: [75, 90, 100] },
    });
    await admin.client.post(`${path}/access-code`);
    await admin.client.call('DELETE', `/api/events/${events[1]?.eventId}`);
    await account.upkeep();
    const updates = Array.from({ length: 3 }, () => 'event_updated');
    expect(await heard(account, account.device)).toEqual(['event_created', ...updates, 'event_deleted']);
  });

  test('while D1 does not answer the sockets stay, and the next upkeep looks again', async () => {
    const account = await listening();
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    await restore(account.ownerId, 'As it was');
    await runInDurableObject(account.hub, (hub: AccountHub) => {
      vi.spyOn(hub['ports'].db, 'select').mockImplementation(() => {
        throw new Error('D1_ERROR: no answer');
      });
    });
    await account.upkeep();
    expect(log.mock.calls.join()).toContain('hub.events');
    expect(await heard(account, account.device)).toEqual([]);
    vi.restoreAllMocks();
    await account.upkeep();
    await account.device.next('events_changed');
    expect(account.device.closed).toBeNull();
  });

  test('whoever comes to an empty hub has read the list anew: nothing of before is news', async () => {
    const { admin, ownerId, device, upkeep, ...account } = await listening();
    device.socket.close();
    await device.closedWith();
    await restore(ownerId, 'As it was');
    const next = await openSocket(admin.client, '/api/account/socket?v=2');
    await upkeep();
    expect(await heard(account, next)).toEqual([]);
  });
});
