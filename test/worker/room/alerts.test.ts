import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { ALERT_DWELL_MS } from '../../../src/room/limits';
import { PollAnswerSchema } from '../../../src/shared/protocol/down';
import { createVenue } from '../support/accounts';
import {
  acknowledge,
  brief,
  CODE,
  count,
  follow,
  heard,
  holdTimers,
  journal,
  open,
  pass,
  room,
  rows,
  set,
  setClock,
  VENUE,
  withVenue,
} from '../support/alerts';
import type { Device } from '../support/device';
import {
  ADMIN,
  batch,
  breakTable,
  clientIdOf,
  definition,
  joinRoom,
  mendTable,
  roomStub,
  VISIT,
} from '../support/room';
import { join, openSocket } from '../support/sockets';

/** When alerts are raised and over, who hears of them and who has seen them. */

let timers: ReturnType<typeof holdTimers>;
beforeEach(() => {
  setClock();
  timers = holdTimers();
});
afterEach(() => void vi.restoreAllMocks());

const kinds = async () => (await journal()).map(({ kind, before, after }) => [kind, before, after]);
const firstOpen = async () => (await open())[0]?.alertId ?? '';
const hears = (device: Device, alerts: Record<string, number>) =>
  device.until(() => JSON.stringify(heard(device)) === JSON.stringify(alerts) || undefined, JSON.stringify(alerts));

test('a threshold that is reached is told to every device, those that join later too, and is in the journal', async () => {
  await room();
  const { device, sync } = await joinRoom(clientIdOf(1));
  expect(sync.alerts).toEqual([]);
  device.send(batch(1, [59], 'bar'));
  device.send(batch(2, [1], 'bar'));
  const { alerts } = await device.next('alerts_changed');
  expect(alerts).toMatchObject([
    { areaId: 'bar', threshold: 75, occupancy: 60, capacity: 80, acknowledgedAt: null, acknowledgedBy: null },
  ]);
  expect(await open()).toEqual(alerts);
  // A device that only asks gets the same alerts.
  expect(await roomStub().listAreas(VISIT)).toMatchObject({ ok: true, value: { alerts } });
  expect(await journal()).toEqual([
    { kind: 'alert_raised', actor: 'system', area_id: 'bar', before: null, after: '75', note: null },
  ]);
});

test('a higher threshold takes the place of the lower one; it is over once it falls well below', async () => {
  await room();
  const { device } = await joinRoom(clientIdOf(1));
  await count(60);
  await count(12);
  await hears(device, { bar: 90 });
  pass();
  await count(-4);
  await count(-1);
  await hears(device, { bar: 75 });
  pass();
  await count(-11);
  expect(device.all('alerts_changed')).toHaveLength(3);
  await count(-1);
  await hears(device, {});
  expect(device.all('alerts_changed')).toHaveLength(4);
  expect(await rows('SELECT * FROM alerts WHERE cleared_at IS NULL')).toEqual([]);
  expect(await kinds()).toEqual([
    ['alert_raised', null, '75'],
    ['alert_raised', '75', '90'],
    ['alert_cleared', '90', '75'],
    ['alert_cleared', '75', null],
  ]);
});

test('resets, recounts, capacities, thresholds, areas that come and go: each is followed', async () => {
  await room(withVenue(VENUE));
  await count(49);
  expect(brief(await open())).toEqual({ bar: 50 });
  await count(21);
  expect(brief(await open())).toEqual({ bar: 75, venue: 50 });
  expect(await open()).toMatchObject([{ areaId: 'bar' }, { areaId: null, occupancy: 70, capacity: 100 }]);
  await set('bar', 90);
  expect(brief(await open())).toEqual({ bar: 100, venue: 90 });
  pass();
  await roomStub().resetArea(VISIT, 'bar', ADMIN);
  expect(brief(await open())).toEqual({});
  pass();
  await set('bar', 40);
  expect(brief(await open())).toEqual({ bar: 50 });
  const [main, bar] = definition().areas;
  if (main === undefined || bar === undefined) throw new Error('No areas');
  const areas = [main, { ...bar, capacity: 41 }];
  await follow({ ...withVenue({ ...VENUE, capacity: 60 }), areas });
  expect(brief(await open())).toEqual({ bar: 90, venue: 100 });
  pass();
  await follow({ ...withVenue({ ...VENUE, capacity: null, alertThresholds: [80] }), areas });
  expect(brief(await open())).toEqual({ bar: 80 });
  // Nothing limits the area any more, so its alert ends without a wait.
  await follow({ areas: [main, { ...bar, capacity: 0 }] });
  expect(brief(await open())).toEqual({});
  pass();
  await follow({ areas });
  expect(brief(await open())).toEqual({ bar: 90 });
  const { device } = await joinRoom(clientIdOf(1));
  await follow({ areas: [main] });
  expect((await device.next('alerts_changed')).alerts).toEqual([]);
  expect(brief(await open())).toEqual({});
});

test('what could not be written holds up nobody, and is tried again though nobody counts any more', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await room();
  await breakTable('alerts');
  await count(60);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  expect([await open(), await journal()]).toEqual([[], []]);
  await mendTable();
  await timers.goOff();
  expect(brief(await open())).toEqual({ bar: 75 });
});

test('of more devices than are served at once, and while one leaves, each hears last what is open now', async () => {
  await room();
  const devices: Device[] = [];
  for (let n = 1; n <= 60; n += 1) devices.push((await joinRoom(clientIdOf(n))).device);
  await runInDurableObject(roomStub(), async (hosted, ctx) => {
    const poll = (next: number, change: number) =>
      hosted.poll(VISIT, CODE.principal, { ...batch(next, [change], 'bar'), clientId: clientIdOf(99) });
    const isLeaving = (socket: WebSocket) => JSON.stringify(socket.deserializeAttachment()).includes(clientIdOf(4));
    const leaving = ctx.getWebSockets().find(isLeaving);
    const renamed = (eventName: string) => ({ ...definition().event, eventName });
    const raised = poll(1, 60);
    await hosted.follow(definition({ revision: 2, event: renamed('Early') }), ADMIN);
    if (leaving) hosted.webSocketClose(leaving, 1000, '');
    await hosted.follow(definition({ revision: 3, event: renamed('Late') }), ADMIN);
    await Promise.all([raised, poll(2, 20)]);
  });
  const lastName = (device: Device) => device.all('event_updated').at(-1)?.event.eventName;
  const hasHeardAll = (device: Device) => heard(device).bar === 100 && lastName(device) === 'Late';
  for (const device of devices) await device.until(() => device.closed ?? (hasHeardAll(device) || undefined), 'all');
  // A slice that is still on its way would arrive before the answer.
  const lastHeard = await Promise.all(
    devices.map(async (device) => {
      if (device.closed !== null) return 'left';
      device.send({ type: 'request_sync' });
      await device.next('sync');
      return [heard(device), lastName(device)];
    }),
  );
  expect(lastHeard.filter((last) => last !== 'left')).toEqual(Array.from({ length: 59 }, () => [{ bar: 100 }, 'Late']));
});

test('a room that wakes raises and clears what it missed', async () => {
  await room();
  await count(60);
  const alertId = await firstOpen();
  await rows(
    "UPDATE alerts SET cleared_at = 1; INSERT INTO alerts VALUES ('stale', 'main', 75, 400, 500, 1, NULL, NULL, NULL)",
  );
  const { device } = await joinRoom(clientIdOf(1));
  await evictDurableObject(roomStub());
  device.send({ type: 'request_sync' });
  expect((await device.next('alerts_changed')).alerts).toMatchObject([{ areaId: 'bar', threshold: 75, occupancy: 60 }]);
  expect(await firstOpen()).not.toBe(alertId);
});

test('a tap that changes no alert writes nothing for them', async () => {
  await room(withVenue(VENUE));
  await count(1);
  const changes = async () => Number((await rows('SELECT total_changes() AS n'))[0]?.['n']);
  const before = await changes();
  for (let tap = 0; tap < 5; tap++) await count(1);
  expect(await changes()).toBe(before + 5);
});

describe('acknowledgments', () => {
  test('an acknowledgment is told to all; who comes second changes nothing', async () => {
    await room();
    const as = { deviceId: 'device-north-gate-01', deviceName: 'North gate' };
    const { device } = await joinRoom(clientIdOf(1), CODE, as);
    await count(60);
    const alertId = (await device.next('alerts_changed')).alerts[0]?.alertId ?? '';
    const first = await acknowledge(alertId, clientIdOf(1), CODE.principal);
    expect(first).toMatchObject({ ok: true, value: [{ alertId, acknowledgedBy: 'North gate' }] });
    expect((await device.next('alerts_changed')).alerts).toMatchObject([{ acknowledgedBy: 'North gate' }]);
    expect(await acknowledge(alertId)).toEqual(first);
    await evictDurableObject(roomStub());
    expect(await acknowledge(alertId)).toEqual(first);
    expect((await journal()).at(-1)).toEqual({
      kind: 'alert_acknowledged',
      actor: CODE.principal,
      area_id: 'bar',
      before: null,
      after: '75',
      note: 'North gate',
    });
    // A higher threshold is another alert; the lower one counts as seen already.
    await count(12);
    expect(await open()).toMatchObject([{ threshold: 90, acknowledgedAt: null, acknowledgedBy: null }]);
    await acknowledge(await firstOpen());
    pass();
    await count(-5);
    expect(await open()).toMatchObject([{ threshold: 75, acknowledgedAt: expect.any(String) }]);
  });

  test('an alert that is over can be acknowledged, one that never was cannot; nobody does it in the name of another', async () => {
    await room();
    await joinRoom(clientIdOf(1), {}, { deviceId: 'device-of-the-admin', deviceName: 'Office' });
    await count(60);
    const alertId = await firstOpen();
    expect(await acknowledge(alertId, clientIdOf(1), CODE.principal)).toMatchObject({
      value: [{ acknowledgedBy: null, acknowledgedAt: expect.any(String) }],
    });
    pass();
    await roomStub().resetArea(VISIT, 'bar', ADMIN);
    expect(await acknowledge(alertId)).toEqual({ ok: true, value: [] });
    expect(await acknowledge('no-such-alert')).toEqual({ ok: false, code: 'not_found' });
    expect((await kinds()).map(([kind]) => kind)).toEqual(['alert_raised', 'alert_acknowledged', 'alert_cleared']);
  });

  test('an alert is acknowledged by anyone who may count, once, under the name of the device, and in no other event', async () => {
    const { admin, event, area, device } = await createVenue();
    const body = { ...batch(1, [400], area.areaId), clientId: clientIdOf(1) };
    const { body: answer } = await device.post(`/api/events/${event.eventId}/occupancy?v=2`, body);
    const { alerts } = z.parse(PollAnswerSchema, answer).sync;
    expect(alerts).toMatchObject([{ areaId: area.areaId, threshold: 75, occupancy: 400, capacity: 500 }]);
    const path = `/api/events/${event.eventId}/alerts/${alerts?.[0]?.alertId}/acknowledge`;

    const other = await createVenue();
    const elsewhere = path.replace(/events\/\w+/, `events/${other.event.eventId}`);
    expect(await other.device.post(elsewhere)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await other.device.post(path)).toMatchObject({ status: 404 });

    const desk = await join(admin.client, event.eventId, clientIdOf(3));
    const door = await openSocket(device, `/api/events/${event.eventId}/socket?v=2`);
    const clientId = clientIdOf(4);
    door.send({ type: 'join_event', eventId: event.eventId, clientId, deviceName: 'North gate' });
    await door.next('sync');
    const seen = { acknowledgedAt: expect.any(String), acknowledgedBy: 'North gate' };
    expect(await device.post(path, { clientId })).toMatchObject({ status: 200, body: { alerts: [seen] } });
    const told = (await desk.next('alerts_changed')).alerts;
    expect(told).toMatchObject([seen]);
    expect(await admin.client.post(path)).toMatchObject({ status: 200, body: { alerts: told } });
  });
});

describe('alerts that come and go', () => {
  /** For three seconds a thousand people go in and out in turn. */
  async function flap(): Promise<void> {
    for (let at = 0; at < 3_000; at += 100) {
      await count(at % 200 === 0 ? 1_000 : -1_000);
      pass(100);
    }
  }

  test('an alert in a crowd that leaps up and down for three seconds is told at once, and its last state within ten', async () => {
    await room(withVenue(VENUE));
    const { device } = await joinRoom(clientIdOf(1));
    await count(1_000);
    await hears(device, { bar: 100, venue: 100 });
    pass(100);
    await count(-1_000);
    await flap();
    expect(await kinds()).toEqual([
      ['alert_raised', null, '100'],
      ['alert_raised', null, '100'],
    ]);
    expect(device.all('alerts_changed')).toHaveLength(1);
    // Nobody counts any more.
    expect(await timers.goOff()).toBeLessThanOrEqual(ALERT_DWELL_MS);
    await hears(device, {});
    expect((await kinds()).slice(2)).toEqual([
      ['alert_cleared', '100', null],
      ['alert_cleared', '100', null],
    ]);
  });

  test('an alert that ends where it began stays open, and seen if it was: nothing more is told or written', async () => {
    await room();
    const { device } = await joinRoom(clientIdOf(1));
    await count(80);
    const alertId = await firstOpen();
    await acknowledge(alertId);
    await flap();
    await count(80);
    pass();
    await count(1);
    expect(await open()).toMatchObject([{ alertId, threshold: 100, acknowledgedAt: expect.any(String) }]);
    // The device hears that the alert is open, and that it was seen.
    expect(device.all('alerts_changed')).toHaveLength(2);
    expect(await kinds()).toHaveLength(2);
  });

  test('an alert that comes and goes for a minute has one entry in ten seconds at most; each higher threshold is told at once', async () => {
    await room();
    for (let second = 0; second < 60; second += 1) {
      for (const change of [61, 12, 8, -81]) await count(change);
      pass(1_000);
    }
    const entries = await rows("SELECT at, before, after FROM journal WHERE kind LIKE 'alert%' ORDER BY id");
    expect(entries.slice(0, 3).map(({ before, after }) => [before, after])).toEqual([
      [null, '75'],
      ['75', '90'],
      ['90', '100'],
    ]);
    for (const threshold of ['75', '90', '100']) {
      const times = entries
        .filter(({ before, after }) => (Number(after) > Number(before) ? after : before) === threshold)
        .map(({ at }) => Number(at));
      const gaps = times.slice(1).map((at, i) => at - (times[i] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(ALERT_DWELL_MS);
    }
  });

  test('a room that was restarted holds alerts back the same, and tells the last state when its time has come', async () => {
    await room();
    await count(80);
    pass(4_000);
    await count(-80);
    await evictDurableObject(roomStub());
    expect(brief(await open())).toEqual({ bar: 100 });
    pass(5_999);
    await evictDurableObject(roomStub());
    const { device } = await joinRoom(clientIdOf(1));
    await count(1, 'main');
    pass(1);
    await count(1, 'main');
    await hears(device, {});
    // A new rise is held back, too, even by a room that restarted after the alert ended.
    await evictDurableObject(roomStub());
    await count(80);
    expect(brief(await open())).toEqual({});
    await timers.goOff();
    expect(brief(await open())).toEqual({ bar: 100 });
  });
});
