import { listDurableObjectIds, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { AreaListSchema } from '../../../src/shared/schemas/area';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { createArea, createEvent, createVenue, deleteAccount, signUp } from '../support/accounts';
import { type Client, createClient } from '../support/client';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

/** Tests when an event's room comes into being: with the first device that joins to count, and not before. */

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

const hasRoom = async (eventId: string): Promise<boolean> => {
  const id = env.ROOMS.idFromName(eventId).toString();
  return (await listDurableObjectIds(env.ROOMS)).some((one) => one.toString() === id);
};
const openedAt = (eventId: string) =>
  env.DB.prepare('SELECT opened_at FROM events WHERE event_id = ?').bind(eventId).first('opened_at');
const listOf = async (client: Client, eventId: string) =>
  z.parse(AreaListSchema, (await client.get(`/api/events/${eventId}/areas`)).body);

async function linkOf(admin: Client, eventId: string): Promise<string> {
  const { body } = await admin.post(`/api/events/${eventId}/display`);
  return `/api/displays/${z.parse(DisplayLinkSchema, body).displayToken}`;
}

test('an event is set up, shown and deleted without a room', async () => {
  const { admin, event, area, device } = await createVenue();
  const { client } = admin;
  const path = `/api/events/${event.eventId}`;
  const calls = [
    await client.call('PATCH', path, { body: { eventName: 'Winter Fest' } }),
    await client.call('PATCH', `/api/areas/${area.areaId}`, { body: { areaName: 'Hall', capacity: 7 } }),
    await client.get(`${path}/devices`),
    await client.get(`${path}/flow`),
    await client.get(`${path}/report`),
    await client.get(`${path}/reports`),
    await client.get('/api/users/export'),
    await createClient().get(await linkOf(client, event.eventId)),
  ];
  expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
  for (const visitor of [client, device]) {
    expect(await listOf(visitor, event.eventId)).toMatchObject({
      areas: [{ areaName: 'Hall', capacity: 7, currentOccupancy: 0, totalEntries: 0, version: 0 }],
      alerts: [],
      event: { eventName: 'Winter Fest' },
      countingAllowed: true,
      isOpened: false,
    });
  }
  expect((await client.post(`${path}/alerts/unknown/acknowledge`)).status).toBe(404);
  expect((await device.post('/api/auth/logout')).status).toBe(200);
  expect(await openedAt(event.eventId)).toBeNull();
  expect((await client.call('DELETE', path)).status).toBe(200);
  const row = env.DB.prepare('SELECT owner_id, purged_at FROM events WHERE event_id = ?').bind(event.eventId);
  await runDurableObjectAlarm(env.HUBS.get(env.HUBS.idFromName((await row.first<string>('owner_id')) ?? '')));
  expect(await row.first('purged_at')).not.toBeNull();
  expect(await hasRoom(event.eventId)).toBe(false);
});

test('a waiting dashboard and a display get a close code instead of a socket, until a device joins', async () => {
  const { admin, event, area, device } = await createVenue();
  const display = await linkOf(admin.client, event.eventId);
  const dashboard = await openSocket(admin.client, `/api/events/${event.eventId}/socket?v=1&waits=1`);
  expect(await dashboard.closedWith()).toBe(4425);
  const viewer = await openSocket(createClient(), `${display}/socket?v=1`);
  expect(await viewer.closedWith()).toBe(4425);
  expect(await hasRoom(event.eventId)).toBe(false);
  await join(device, event.eventId, clientIdOf(1));
  expect(await openedAt(event.eventId)).not.toBeNull();
  expect(await listOf(admin.client, event.eventId)).toMatchObject({ areas: [{ areaId: area.areaId }] });
  expect((await listOf(admin.client, event.eventId)).isOpened).toBeUndefined();
  const later = await openSocket(admin.client, `/api/events/${event.eventId}/socket?v=1&waits=1`);
  later.send({ type: 'join_event', eventId: event.eventId, clientId: clientIdOf(2) });
  await later.next('sync');
});

test.each([
  ['counting without a socket', 'POST', 'occupancy?v=1', { clientId: clientIdOf(1), seq: 1, sentAt: 0 }, [3]],
  ['a reset', 'POST', 'reset', undefined, [0]],
])('%s opens the event, and the room has all that was set up before', async (_what, method, call, body, counts) => {
  const { admin, event, area } = await createVenue();
  const second = await createArea(admin, event.eventId);
  await admin.client.call('DELETE', `/api/areas/${second.areaId}`);
  const at = Date.now();
  const taps = [{ areaId: area.areaId, change: 3, at }];
  const path = `/api/events/${event.eventId}/${call}`;
  const answer = await admin.client.call(method, path, { body: body && { ...body, sentAt: at, taps } });
  expect(answer.status).toBe(200);
  const { areas } = await listOf(admin.client, event.eventId);
  expect(areas.map(({ currentOccupancy }) => currentOccupancy)).toEqual(counts);
  const report = await admin.client.get(`/api/events/${event.eventId}/report`);
  expect(JSON.stringify(report.body)).toContain('area_added');
});

test('an event is not opened while D1 cannot note it, and its taps wait', async () => {
  const { event, area, device } = await createVenue();
  await env.DB.exec("CREATE TRIGGER refuse BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'no'); END");
  const at = Date.now();
  const body = { clientId: clientIdOf(1), seq: 1, sentAt: at, taps: [{ areaId: area.areaId, change: 1, at }] };
  const count = () => device.post(`/api/events/${event.eventId}/occupancy?v=1`, body);
  expect((await count()).status).toBe(503);
  expect(await hasRoom(event.eventId)).toBe(false);
  await env.DB.exec('DROP TRIGGER refuse');
  expect((await count()).status).toBe(200);
  expect((await listOf(device, event.eventId)).areas[0]?.currentOccupancy).toBe(1);
});

test('a deleted account with events that nobody opened leaves no room', async () => {
  const { client, ...rest } = await signUp();
  const event = await createEvent({ client, ...rest });
  await deleteAccount(client);
  expect(await hasRoom(event.eventId)).toBe(false);
});
