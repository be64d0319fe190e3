import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { createArea, createEvent, createVenue, loginWithCode, signUp } from '../support/accounts';
import { type Client, createClient, HTTP, readAnswer } from '../support/client';
import { batch, clientIdOf } from '../support/room';
import { join, openSocket, UPGRADE } from '../support/sockets';

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
  const upgrade = await device.fetch(`/api/events/${event.eventId}/socket`, { headers: UPGRADE });
  expect(upgrade.status).toBe(101);
  expect(queries).toHaveLength(1);
  upgrade.webSocket?.accept();
  upgrade.webSocket?.close();
});

test('an admin and a code user count together', async () => {
  const { admin, event, area, device } = await createVenue();
  const desk = await join(admin.client, event.eventId, clientIdOf(1));
  const door = await join(device, event.eventId, clientIdOf(2));
  door.send({ ...batch(1, [1, 1], area.areaId), eventId: event.eventId });
  expect(await door.next('ack')).toMatchObject({ seq: 2 });
  expect((await desk.next('occupancy_updated')).areas).toMatchObject([{ areaId: area.areaId, currentOccupancy: 2 }]);
  const listed = await device.get(`/api/events/${event.eventId}/areas`);
  expect(listed.body).toMatchObject({ areas: [{ areaId: area.areaId, currentOccupancy: 2, totalEntries: 2 }] });
});

test('a new login of the same account may go on under its client id', async () => {
  const { event, area, device } = await createVenue();
  const first = await join(device, event.eventId);
  first.send({ ...batch(1, [1], area.areaId), eventId: event.eventId });
  await first.next('ack');
  const again = await join(await loginWithCode(event.accessCode), event.eventId);
  again.send({ ...batch(2, [1], area.areaId), eventId: event.eventId });
  expect(await again.next('ack')).toMatchObject({ seq: 2 });
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
  const replaced = await admin.client.post(`/api/events/${event.eventId}/access-code`);
  expect(replaced.status).toBe(200);
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

test('a frame on the hub socket that is not the heartbeat is refused', async () => {
  const { admin } = await createVenue();
  const hub = await openSocket(admin.client, '/api/account/socket');
  hub.sendText('{"type":"request_sync"}');
  expect(await hub.next('error')).toMatchObject({ code: 'bad_frame' });
  expect(await hub.closedWith()).toBe(4400);
});

test('the polling call counts, is idempotent and reaches sockets', async () => {
  const { admin, event, area, device } = await createVenue();
  const desk = await join(admin.client, event.eventId, clientIdOf(1));
  const body = {
    clientId: clientIdOf(2),
    seq: 1,
    sentAt: Date.now(),
    taps: [{ areaId: area.areaId, change: 3, at: Date.now() }],
  };
  const path = `/api/events/${event.eventId}/occupancy`;
  for (let i = 0; i < 2; i++) {
    expect(await device.post(path, body)).toMatchObject({
      status: 200,
      body: { ack: { seq: 1, version: 1 }, sync: { lastSeq: 1, areas: [{ currentOccupancy: 3 }] } },
    });
  }
  expect((await desk.next('occupancy_updated')).areas).toMatchObject([{ currentOccupancy: 3 }]);
  expect(await admin.client.post(path, body)).toMatchObject({ status: 403, body: { code: 'client_id_taken' } });
});
