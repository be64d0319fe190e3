import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { app } from '../../../src/app';
import { onErrorLine } from '../../../src/lib/log';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { DisplayLinkSchema } from '../../../src/shared/schemas/display';
import { FlowSchema } from '../../../src/shared/schemas/flow';
import { createArea, createVenue, signUp } from '../support/accounts';
import { unreachableObjects } from '../support/broken';
import { type Client, createClient, HTTP, readAnswer } from '../support/client';
import { clientIdOf } from '../support/room';
import { join, openSocket } from '../support/sockets';

type Venue = Awaited<ReturnType<typeof createVenue>>;

const tapped = ({ area }: Venue, seq: number, change: number, clientId = clientIdOf(1)) => {
  const at = Date.now();
  return { clientId, seq, sentAt: at, taps: [{ areaId: area.areaId, change, at }] };
};
const poll = async (client: Client, { event }: Venue, body: unknown) => {
  const answer = await client.post(`/api/events/${event.eventId}/occupancy?v=2`, body);
  return z.parse(PollAnswerSchema, answer.body);
};

/** In the middle of a minute: none ends meanwhile. */
beforeEach(() => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now - (now % 60_000) + 30_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a recount sets what is there, keeps the totals, and reaches every device', async () => {
  const venue = await createVenue();
  const { admin, event, area, device } = venue;
  await poll(device, venue, tapped(venue, 1, 40));
  const door = await join(device, event.eventId, clientIdOf(2));
  const path = `/api/areas/${area.areaId}/recount`;
  const body = { occupancy: 37, reason: ' Fire drill ' };
  expect(await admin.client.call('PUT', path, { body })).toMatchObject({
    status: 200,
    body: { areaId: area.areaId, before: 40, after: 37, drift: -3 },
  });
  const [told] = (await door.next('occupancy_updated')).areas;
  expect(told).toMatchObject({ areaId: area.areaId, currentOccupancy: 37, totalEntries: 40, totalExits: 0 });
});

test('a transfer in a poll moves people, in both of its forms', async () => {
  const venue = await createVenue();
  const { admin, event, area, device } = venue;
  const { areaId: bar } = await createArea(admin, event.eventId, 'Bar');
  const { taps, ...batch } = tapped(venue, 1, 40);
  const [{ at } = { at: 0 }] = taps;
  const transfers = [
    { areaId: area.areaId, moves: -5, at, to: bar },
    { areaId: area.areaId, change: -2, at, to: bar },
    { areaId: area.areaId, moves: 5, at, to: bar, undoes: 2 },
  ];
  const { ack, sync } = await poll(device, venue, { ...batch, taps: [...taps, ...transfers] });
  expect(ack).toEqual({ type: 'ack', seq: 4, version: 1 });
  const people = sync.areas.map(({ areaId, currentOccupancy }) => [areaId, currentOccupancy]);
  expect(Object.fromEntries(people)).toEqual({ [area.areaId]: 38, [bar]: 2 });
});

test('devices are those of the business day, by name, with what they have counted', async () => {
  const venue = await createVenue();
  const { admin, event, area, device } = venue;
  const door = await openSocket(device, `/api/events/${event.eventId}/socket?v=2`);
  const deviceId = 'tablet-0000000001';
  door.send({ type: 'join_event', eventId: event.eventId, deviceId, deviceName: 'North gate', direction: 'in' });
  await door.next('sync');
  door.send({ type: 'update_occupancy', eventId: event.eventId, areaId: area.areaId, change: 4 });
  await door.next('ack');
  const { body } = await admin.client.get(`/api/events/${event.eventId}/devices`);
  const now = new Date().toISOString();
  const row = { deviceId, deviceName: 'North gate', direction: 'in', isAdmin: false, ins: 4, outs: 0, lastTapAt: now };
  expect(body).toEqual({ devices: [{ ...row, isOnline: true, offlineSince: null }] });
});

test('the flow has an hour of minutes, of the whole and of each area', async () => {
  const venue = await createVenue();
  await poll(venue.device, venue, tapped(venue, 1, 40));
  await poll(venue.device, venue, tapped(venue, 2, -15));
  const { body } = await venue.admin.client.get(`/api/events/${venue.event.eventId}/flow`);
  const { total, areas, lastMinuteAt } = z.parse(FlowSchema, body);
  expect(total).toHaveLength(60);
  expect(total.at(-1)).toEqual({ ins: 40, outs: 15, occupancy: 25 });
  expect(total.slice(0, -1)).toEqual(Array.from({ length: 59 }, () => ({ ins: 0, outs: 0, occupancy: 0 })));
  expect(areas).toEqual([{ areaId: venue.area.areaId, minutes: total }]);
  expect(Date.now() - Date.parse(lastMinuteAt)).toBe(30_000);
});

describe('an alert', () => {
  const alerted = async () => {
    const venue = await createVenue();
    const { sync } = await poll(venue.device, venue, tapped(venue, 1, 400));
    const path = `/api/events/${venue.event.eventId}/alerts/${sync.alerts?.[0]?.alertId}/acknowledge`;
    return { venue, sync, path };
  };

  test('is in the answer to the taps that raise it', async () => {
    const { venue, sync } = await alerted();
    expect(sync.alerts).toMatchObject([{ areaId: venue.area.areaId, threshold: 75, occupancy: 400, capacity: 500 }]);
  });

  test('is acknowledged by anyone who may count, once, under the name of the device', async () => {
    const { venue, path } = await alerted();
    const { admin, event, device } = venue;
    const desk = await join(admin.client, event.eventId, clientIdOf(3));
    const door = await openSocket(device, `/api/events/${event.eventId}/socket?v=2`);
    const clientId = clientIdOf(4);
    door.send({ type: 'join_event', eventId: event.eventId, clientId, deviceName: 'North gate' });
    await door.next('sync');
    const seen = { acknowledgedAt: new Date().toISOString(), acknowledgedBy: 'North gate' };
    expect(await device.post(path, { clientId })).toMatchObject({ status: 200, body: { alerts: [seen] } });
    expect((await desk.next('alerts_changed')).alerts).toMatchObject([seen]);
    expect(await admin.client.post(path)).toMatchObject({ status: 200, body: { alerts: [seen] } });
  });

  test('of another event is not there', async () => {
    const { path } = await alerted();
    const other = await createVenue();
    const elsewhere = path.replace(/events\/\w+/, `events/${other.event.eventId}`);
    expect(await other.device.post(elsewhere)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await other.device.post(path)).toMatchObject({ status: 404 });
  });
});

test('a display is read by whoever has its link, and tells no more than the public may know', async () => {
  const venue = await createVenue();
  const { admin, event, area, device } = venue;
  const settings = { capacity: 1000, staffAllowance: 40, safetyMarginPercent: 5, alertThresholds: [] };
  await admin.client.call('PUT', `/api/events/${event.eventId}/venue`, { body: settings });
  await poll(device, venue, tapped(venue, 1, 40));
  const { body } = await admin.client.post(`/api/events/${event.eventId}/display`);
  const { displayToken } = z.parse(DisplayLinkSchema, body);
  const display = {
    eventId: event.eventId,
    version: 1,
    eventName: event.eventName,
    total: { occupancy: 40, capacity: 910 },
    areas: [{ areaId: area.areaId, areaName: area.areaName, occupancy: 40, capacity: 500 }],
  };
  for (const client of [createClient(), device, admin.client, (await signUp()).client]) {
    expect(await client.get(`/api/displays/${displayToken}`)).toMatchObject({ status: 200 });
    expect((await client.get(`/api/displays/${displayToken}`)).body).toEqual(display);
  }
  const viewer = await openSocket(createClient(), `/api/displays/${displayToken}/socket?v=2`);
  viewer.send({ type: 'join_event', eventId: event.eventId });
  expect(await viewer.next('display')).toEqual({ type: 'display', ...display });
  expect(viewer.frames).toHaveLength(1);
});

test('a room that cannot be reached is asked for later, whatever was wanted of it', async () => {
  const { admin, event, area } = await createVenue();
  const { body } = await admin.client.post(`/api/events/${event.eventId}/display`);
  const { displayToken } = z.parse(DisplayLinkSchema, body);
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
  // The display's address holds its token.
  expect(logged).toHaveBeenCalledTimes(calls.length - 1);
  onErrorLine(null);
  logged.mockRestore();
});
