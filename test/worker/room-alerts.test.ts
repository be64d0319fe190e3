import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { EventDefinition } from '../../src/lib/contract';
import { alertLevel } from '../../src/room/alert-level';
import { usableCapacity } from '../../src/shared/rules/venue-capacity';
import type { Alert } from '../../src/shared/schemas/alert';
import type { VenueSettings } from '../../src/shared/schemas/venue-settings';
import { closeDevices, type Device } from './support/device';
import { startAfresh } from './support/fresh';
import { ADMIN, batch, clientIdOf, definition, EVENT_ID, joinRoom, knownRoom, roomStub, visitOf } from './support/room';

/** When alerts are raised and over, who hears of them and who has seen them. Bar takes 80, Main Stage 500. */

afterEach(() => {
  vi.restoreAllMocks();
});

const CODE = { principal: `code:${EVENT_ID}` as const, sessionId: 'session-2' };
const VENUE: VenueSettings = {
  capacity: 120,
  staffAllowance: 20,
  safetyMarginPercent: 0,
  alertThresholds: [50, 75, 90, 100],
};

let revision = 1;
const follow = async (changes: Partial<EventDefinition>) => {
  revision += 1;
  await roomStub().follow(definition({ revision, ...changes }), ADMIN);
};
const withVenue = (venue: VenueSettings) => ({ event: { ...definition().event, venue } });

const brief = (alerts: readonly Alert[]) =>
  Object.fromEntries(alerts.map(({ areaId, threshold }) => [areaId ?? 'venue', threshold]));

/** Sums up what the device has heard last. */
const heard = (device: Device) => brief(device.all('alerts_changed').at(-1)?.alerts ?? []);

/** What a device that joins now is told. */
async function open(): Promise<readonly Alert[]> {
  const { device, sync } = await joinRoom();
  device.socket.close();
  return sync.alerts ?? [];
}

/** Counts, as somebody who polls. */
let seq = 0;
async function count(change: number, areaId = 'bar'): Promise<void> {
  seq += 1;
  const polled = await roomStub().poll(visitOf(definition()), CODE.principal, {
    ...batch(seq, [change], areaId),
    clientId: clientIdOf(99),
  });
  if (!polled.ok) throw new Error(polled.code);
}

const set = (areaId: string, occupancy: number) =>
  roomStub().recountArea(visitOf(definition()), areaId, { occupancy, reason: 'Looked' }, ADMIN);

const rows = (query: string) =>
  runInDurableObject(roomStub(), (_room, { storage }) => storage.sql.exec(query).toArray());
const journal = () =>
  rows("SELECT kind, actor, area_id, before, after, note FROM journal WHERE kind LIKE 'alert%' ORDER BY id");

async function acknowledge(
  alertId: string,
  clientId: string | null = null,
  principal: `code:${string}` | typeof ADMIN = ADMIN,
) {
  return await roomStub().acknowledgeAlert(visitOf(definition()), alertId, principal, clientId);
}

async function room(changes: Partial<EventDefinition> = {}): Promise<void> {
  revision = 1;
  seq = 0;
  await knownRoom(changes);
}

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
  await count(-4);
  await count(-1);
  await device.until(() => (heard(device).bar === 75 ? true : undefined), '75 % again');
  await count(-11);
  expect(device.all('alerts_changed')).toHaveLength(3);
  await count(-1);
  await device.until(() => (device.all('alerts_changed').length === 4 ? true : undefined), 'the end');
  expect(heard(device)).toEqual({});
  expect((await journal()).map(({ kind, before, after }) => [kind, before ?? after])).toEqual([
    ['alert_raised', '75'],
    ['alert_cleared', '75'],
    ['alert_raised', '90'],
    ['alert_cleared', '90'],
    ['alert_raised', '75'],
    ['alert_cleared', '75'],
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
  await count(-5);
  expect(await open()).toMatchObject([{ threshold: 75, acknowledgedAt: expect.any(String) }]);
});

test('an alert that is over can still be said to have been seen; one that never was is not found', async () => {
  await room();
  await count(60);
  const [alert] = await open();
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

test('resets, recounts, capacities, thresholds, areas that come and go: each is followed at once', async () => {
  await room(withVenue(VENUE));
  await count(70);
  expect(brief(await open())).toEqual({ bar: 75, venue: 50 });
  await set('bar', 90);
  expect(brief(await open())).toEqual({ bar: 100, venue: 90 });
  await roomStub().resetArea(visitOf(definition()), 'bar', ADMIN);
  expect(brief(await open())).toEqual({});
  await set('bar', 40);
  expect(brief(await open())).toEqual({ bar: 50 });
  const [main, bar] = definition().areas;
  if (main === undefined || bar === undefined) throw new Error('No areas');
  await follow({ ...withVenue({ ...VENUE, capacity: 60 }), areas: [main, { ...bar, capacity: 41 }] });
  expect(brief(await open())).toEqual({ bar: 90, venue: 100 });
  await follow({
    ...withVenue({ ...VENUE, capacity: null, alertThresholds: [80] }),
    areas: [main, { ...bar, capacity: 41 }],
  });
  expect(brief(await open())).toEqual({ bar: 80 });
  await follow({ areas: [main, { ...bar, capacity: 0 }] });
  expect(brief(await open())).toEqual({});
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
    await Promise.all([raised, poll(2, -60)]);
  });
  const lastName = (device: Device) => device.all('event_updated').at(-1)?.event.eventName;
  const hasHeardAll = (device: Device) => device.all('alerts_changed').length > 1 && lastName(device) === 'Late';
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
  expect(lastHeard.filter((last) => last !== 'left')).toEqual(Array.from({ length: 59 }, () => [{}, 'Late']));
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

const step = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      areaId: fc.constantFrom('main', 'bar'),
      change: fc.integer({ min: -40, max: 40 }).filter((n) => n !== 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set' as const),
      areaId: fc.constantFrom('main', 'bar'),
      occupancy: fc.nat(120),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), people: fc.integer({ min: 1, max: 30 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('capacity' as const), capacity: fc.constantFrom(null, 21, 90, 200) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('hibernate' as const) }) },
);

test('whatever is counted: an alert is open where, and only where, a threshold is reached and not left again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await closeDevices();
      await startAfresh();
      await room({
        areas: [
          { areaId: 'main', areaName: 'Main', capacity: 100 },
          { areaId: 'bar', areaName: 'Bar', capacity: 60 },
        ],
      });
      const people: Record<string, number> = { main: 0, bar: 0 };
      const unlimited: VenueSettings = { ...VENUE, capacity: null, alertThresholds: [75, 90, 100] };
      let venue = unlimited;
      const expected: Record<string, number | null> = {};
      const { device } = await joinRoom(clientIdOf(1));
      for (const action of steps) {
        if (action.do === 'count') {
          await count(action.change, action.areaId);
          people[action.areaId] = Math.max(0, (people[action.areaId] ?? 0) + action.change);
        } else if (action.do === 'set') {
          await set(action.areaId, action.occupancy);
          people[action.areaId] = action.occupancy;
        } else if (action.do === 'move') {
          seq += 1;
          const taps = [{ areaId: 'main', change: 0 - action.people, to: 'bar', at: Date.now() }];
          const moved = { ...batch(seq, []), taps, clientId: clientIdOf(99) };
          await roomStub().poll(visitOf(definition()), CODE.principal, moved);
          if ((people.main ?? 0) >= action.people) {
            people.main = (people.main ?? 0) - action.people;
            people.bar = (people.bar ?? 0) + action.people;
          }
        } else if (action.do === 'capacity') {
          venue = { ...unlimited, capacity: action.capacity };
          const areas = [
            { areaId: 'main', areaName: 'Main', capacity: 100 },
            { areaId: 'bar', areaName: 'Bar', capacity: 60 },
          ];
          await follow({ ...withVenue(venue), areas });
        } else await evictDurableObject(roomStub());
        const total = (people.main ?? 0) + (people.bar ?? 0);
        const usable = usableCapacity(venue);
        const subjects: [string, number, number | null][] = [
          ['main', people.main ?? 0, 100],
          ['bar', people.bar ?? 0, 60],
          ['venue', total, usable],
        ];
        for (const [name, occupancy, capacity] of subjects) {
          expected[name] =
            capacity === null
              ? null
              : alertLevel({ occupancy, capacity }, venue.alertThresholds, expected[name] ?? null);
        }
        device.send({ type: 'request_sync' });
        const { alerts = [] } = await device.next('sync');
        expect(brief(alerts)).toEqual(
          Object.fromEntries(Object.entries(expected).filter(([, level]) => level !== null)),
        );
      }
      const kinds = (await journal()).map(({ kind }) => kind);
      const raised = kinds.filter((kind) => kind === 'alert_raised').length;
      expect(raised - kinds.filter((kind) => kind === 'alert_cleared').length).toBe((await open()).length);
    }),
    { numRuns: 15 },
  );
}, 60_000);
