import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
import { ADMIN, batch, clientIdOf, definition, joinRoom, roomStub, visitOf } from '../support/room';

/** When alerts are raised and over, who hears of them and who has seen them. */

beforeEach(() => {
  setClock();
  holdTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
});

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
  // So do those that only ask.
  expect(await roomStub().listAreas(visitOf(definition()))).toMatchObject({ ok: true, value: { alerts } });
  expect(await journal()).toEqual([
    { kind: 'alert_raised', actor: 'system', area_id: 'bar', before: null, after: '75', note: null },
  ]);
});

test('a higher threshold takes the place of the lower one; it is over once it falls well below', async () => {
  await room();
  const { device } = await joinRoom(clientIdOf(1));
  await count(60);
  await count(12);
  await device.until(() => (heard(device).bar === 90 ? true : undefined), '90 %');
  pass();
  await count(-4);
  await count(-1);
  await device.until(() => (heard(device).bar === 75 ? true : undefined), '75 % again');
  pass();
  await count(-11);
  expect(device.all('alerts_changed')).toHaveLength(3);
  await count(-1);
  await device.until(() => (device.all('alerts_changed').length === 4 ? true : undefined), 'the end');
  expect(heard(device)).toEqual({});
  expect((await journal()).map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ['alert_raised', null, '75'],
    ['alert_raised', '75', '90'],
    ['alert_cleared', '90', '75'],
    ['alert_cleared', '75', null],
  ]);
});

test('the venue has an alert of its own, against what it may hold; people beyond are counted all the same', async () => {
  await room(withVenue(VENUE));
  await count(40, 'main');
  expect(brief(await open())).toEqual({});
  await count(10);
  expect(await open()).toMatchObject([{ areaId: null, threshold: 50, occupancy: 50, capacity: 100 }]);
  await count(60, 'main');
  const alerts = await open();
  expect(brief(alerts)).toEqual({ venue: 100 });
  expect(alerts).toMatchObject([{ occupancy: 110 }]);
});

test('who has seen an alert is told to all; who comes second changes nothing', async () => {
  await room();
  const { device } = await joinRoom(clientIdOf(1), CODE, {
    deviceId: 'device-north-gate-01',
    deviceName: 'North gate',
  });
  await count(60);
  const [alert] = (await device.next('alerts_changed')).alerts;
  const alertId = alert?.alertId ?? '';
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
  // Higher is another alert; lower again is one that has been seen.
  await count(12);
  expect(await open()).toMatchObject([{ threshold: 90, acknowledgedAt: null, acknowledgedBy: null }]);
  const [higher] = await open();
  await acknowledge(higher?.alertId ?? '');
  pass();
  await count(-5);
  expect(await open()).toMatchObject([{ threshold: 75, acknowledgedAt: expect.any(String) }]);
});

test('an alert that is over can still be said to have been seen; one that never was is not found', async () => {
  await room();
  await count(60);
  const [alert] = await open();
  pass();
  await roomStub().resetArea(visitOf(definition()), 'bar', ADMIN);
  expect(await acknowledge(alert?.alertId ?? '')).toEqual({ ok: true, value: [] });
  expect(await acknowledge('no-such-alert')).toEqual({ ok: false, code: 'not_found' });
  expect((await journal()).map(({ kind }) => kind)).toEqual(['alert_raised', 'alert_cleared']);
});

test('nobody acknowledges in the name of another', async () => {
  await room();
  await joinRoom(clientIdOf(1), {}, { deviceId: 'device-of-the-admin', deviceName: 'Office' });
  await count(60);
  const [alert] = await open();
  expect(await acknowledge(alert?.alertId ?? '', clientIdOf(1), CODE.principal)).toMatchObject({
    value: [{ acknowledgedBy: null, acknowledgedAt: expect.any(String) }],
  });
});

test('resets, recounts, capacities, thresholds, areas that come and go: each is followed', async () => {
  await room(withVenue(VENUE));
  await count(70);
  expect(brief(await open())).toEqual({ bar: 75, venue: 50 });
  await set('bar', 90);
  expect(brief(await open())).toEqual({ bar: 100, venue: 90 });
  pass();
  await roomStub().resetArea(visitOf(definition()), 'bar', ADMIN);
  expect(brief(await open())).toEqual({});
  pass();
  await set('bar', 40);
  expect(brief(await open())).toEqual({ bar: 50 });
  const [main, bar] = definition().areas;
  if (main === undefined || bar === undefined) throw new Error('No areas');
  await follow({ ...withVenue({ ...VENUE, capacity: 60 }), areas: [main, { ...bar, capacity: 41 }] });
  expect(brief(await open())).toEqual({ bar: 90, venue: 100 });
  pass();
  await follow({
    ...withVenue({ ...VENUE, capacity: null, alertThresholds: [80] }),
    areas: [main, { ...bar, capacity: 41 }],
  });
  expect(brief(await open())).toEqual({ bar: 80 });
  // Nothing limits it any more, so there is nothing to wait for.
  await follow({ areas: [main, { ...bar, capacity: 0 }] });
  expect(brief(await open())).toEqual({});
  pass();
  await follow({ areas: [main, { ...bar, capacity: 41 }] });
  expect(brief(await open())).toEqual({ bar: 90 });
  const { device } = await joinRoom(clientIdOf(1));
  await follow({ areas: [main] });
  expect((await device.next('alerts_changed')).alerts).toEqual([]);
  expect(brief(await open())).toEqual({});
});

test('what could not be written is mended by the next check, and holds up nobody', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  await room();
  await rows("CREATE TRIGGER full BEFORE INSERT ON alerts BEGIN SELECT RAISE(ABORT, 'disk full'); END");
  await count(60);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  expect([await open(), await journal()]).toEqual([[], []]);
  await rows('DROP TRIGGER full');
  await count(1, 'main');
  expect(brief(await open())).toEqual({ bar: 75 });
});

test('of more devices than are served at once, and while one leaves, each hears last what is open now', async () => {
  await room();
  const devices: Device[] = [];
  for (let n = 1; n <= 60; n += 1) devices.push((await joinRoom(clientIdOf(n))).device);
  await runInDurableObject(roomStub(), async (hosted, ctx) => {
    const visit = visitOf(definition());
    const poll = (next: number, change: number) =>
      hosted.poll(visit, CODE.principal, { ...batch(next, [change], 'bar'), clientId: clientIdOf(99) });
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
  // A slice that is still on its way would come before the answer.
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
  const [alert] = await open();
  await rows(
    "UPDATE alerts SET cleared_at = 1; INSERT INTO alerts VALUES ('stale', 'main', 75, 400, 500, 1, NULL, NULL, NULL)",
  );
  const { device } = await joinRoom(clientIdOf(1));
  await evictDurableObject(roomStub());
  device.send({ type: 'request_sync' });
  expect((await device.next('alerts_changed')).alerts).toMatchObject([{ areaId: 'bar', threshold: 75, occupancy: 60 }]);
  expect((await open())[0]?.alertId).not.toBe(alert?.alertId);
});

test('a tap that changes no alert writes nothing for them', async () => {
  await room(withVenue(VENUE));
  await count(1);
  const changes = async () => Number((await rows('SELECT total_changes() AS n'))[0]?.['n']);
  const before = await changes();
  for (let tap = 0; tap < 5; tap++) await count(1);
  expect(await changes()).toBe(before + 5);
});
