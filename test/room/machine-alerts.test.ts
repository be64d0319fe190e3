import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { AccountHub } from '../../src/hub/account-hub';
import { ALERT_NOTES_PER_HOUR } from '../../src/room/sockets/limits';
import type { Source } from '../../src/rpc/source-batch';
import { DAY_MS, MINUTE_MS } from '../../src/shared/durations';
import { stopClock } from '../support/clock';
import { FRIDAY, FRIDAY_ENDS, FRIDAY_NIGHT, iso } from '../support/moments';
import { valueOf } from '../worker/support/closings';
import {
  ADMIN,
  batch,
  breakTable,
  clientIdOf,
  joinRoom,
  knownRoom,
  mendTable,
  poll,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests when a machine that does not count is an alert. */

beforeEach(async () => {
  stopClock(FRIDAY_NIGHT);
  await knownRoom();
});

const NORTH: Source = { sourceId: 'north', door: 'North door', areaId: 'main' };
let seq = 0;
beforeEach(() => void (seq = 0));

/** The machine counts this many people who go in. */
async function count(people: number, about: Source = NORTH, key = `${about.sourceId}-${(seq += 1)}`) {
  valueOf(await roomStub().countFromSource(VISIT, { source: about, items: [{ key, in: people }] }, ADMIN));
}

/** The time passes, and the room's alarm rings. */
async function pass(ms: number) {
  vi.setSystemTime(Date.now() + ms);
  await runDurableObjectAlarm(roomStub());
}

const listed = async () => valueOf(await roomStub().listAlerts(VISIT, { after: null, limit: -1 })).machineAlerts;
const KINDS =
  "kind = 'source_silent' OR kind LIKE 'machine_alert%' OR kind IN ('source_heard', 'source_troubled', 'source_recovered')";
const kinds = async () => (await query(`SELECT kind FROM journal WHERE ${KINDS} ORDER BY id`)).map(({ kind }) => kind);

/** The machine sends people with a time of 30 days ago, which is refused. */
async function sendRefused(about: Source = NORTH) {
  const item = { key: `refused-${(seq += 1)}`, in: 1, at: Date.now() - 30 * DAY_MS };
  const { items } = valueOf(await roomStub().countFromSource(VISIT, { source: about, items: [item] }, ADMIN));
  expect(items).toMatchObject([{ status: 'refused', code: 'time_too_old' }]);
}
const SLOW = { kind: 'refused', code: 'time_too_old', clockOffsetMs: 30 * DAY_MS };
const north = async () =>
  valueOf(await roomStub().listDevices(VISIT)).find(({ deviceId }) => deviceId === 'source:north');

test('a machine that falls silent while people are inside is one alert, which ends when it is heard again', async () => {
  await count(100);
  await pass(14 * MINUTE_MS);
  expect(await listed()).toEqual([]);
  await pass(6 * MINUTE_MS);
  const [alert] = await listed();
  expect(alert).toMatchObject({
    sourceId: 'north',
    sourceName: 'North door',
    areaId: 'main',
    areaName: 'Main Stage',
    lastHeardAt: iso(FRIDAY, '22:00'),
    acknowledgedAt: null,
    endedAt: null,
  });
  await pass(20 * MINUTE_MS);
  expect(await listed()).toHaveLength(1);
  await count(1);
  expect(await listed()).toMatchObject([{ endedAt: iso(FRIDAY, '22:40') }]);
  expect(await kinds()).toEqual(['source_silent', 'source_heard']);
});

test('the alarm that finds a silent machine is set by the machine’s batches, and no batch writes a row for it', async () => {
  await count(100);
  const alarmAt = await runInDurableObject(roomStub(), (_, { storage }) => storage.getAlarm());
  expect(alarmAt).not.toBeNull();
  await evictDurableObject(roomStub());
  await pass(20 * MINUTE_MS);
  expect(await listed()).toHaveLength(1);
});

test('after closing, when hardly anybody is inside and nobody is counted, a silent machine is no alert', async () => {
  await count(20);
  await pass(30 * MINUTE_MS);
  expect(await listed()).toEqual([]);
  // The doors open again, and the machine is still off.
  await joinRoom(clientIdOf(1));
  await poll(1, batch(1, [1]));
  expect(await listed()).toMatchObject([{ sourceId: 'north' }]);
});

test('nobody is inside: no machine is silent, although no area has a capacity', async () => {
  await knownRoom({ revision: 2, areas: [{ areaId: 'main', areaName: 'Main Stage', capacity: 0 }] });
  await count(1);
  const left = { source: NORTH, items: [{ key: 'left', out: 1 }] };
  valueOf(await roomStub().countFromSource(VISIT, left, ADMIN));
  await pass(30 * MINUTE_MS);
  expect(await listed()).toEqual([]);
  await joinRoom(clientIdOf(1));
  await poll(1, batch(1, [1]));
  expect(await listed()).toMatchObject([{ sourceId: 'north' }]);
});

test('a machine that counts again after a lull is not silent, although its own people fill the place', async () => {
  await count(20);
  await pass(30 * MINUTE_MS);
  await count(200);
  expect(await listed()).toEqual([]);
  expect(await kinds()).toEqual([]);
});

test('taps from before the machine fell silent, which a phone brings late, do not make it one', async () => {
  await count(20);
  await pass(30 * MINUTE_MS);
  await joinRoom(clientIdOf(1));
  await poll(1, batch(1, [1], 'main', Date.now() - 40 * MINUTE_MS));
  expect(await listed()).toEqual([]);
});

test('a machine says itself after how many minutes it is silent', async () => {
  await count(100, { ...NORTH, silentAfterMinutes: 60 });
  await pass(45 * MINUTE_MS);
  expect(await listed()).toEqual([]);
  await pass(31 * MINUTE_MS);
  expect(await listed()).toHaveLength(1);
});

test('a machine that sends unchanged totals is heard, although the room sleeps in between', async () => {
  const about: Source = { ...NORTH, silentAfterMinutes: 1 };
  await count(100, about);
  for (let i = 0; i < 8; i += 1) {
    vi.setSystemTime(Date.now() + 30_000);
    const items = [{ inTotal: 5, outTotal: 0, at: iso(FRIDAY, '22:00') }];
    valueOf(await roomStub().countFromSource(VISIT, { source: about, items }, ADMIN));
    await evictDurableObject(roomStub());
    await runDurableObjectAlarm(roomStub());
  }
  expect(await listed()).toEqual([]);
});

test('an alert is acknowledged once, with the name of the device, and can get a note', async () => {
  await count(100);
  await pass(20 * MINUTE_MS);
  const [alert] = await listed();
  await joinRoom(clientIdOf(1), {}, { deviceId: 'desk-000000000001', deviceName: 'Desk' });
  const acknowledge = (note?: string) =>
    roomStub().acknowledgeAlert(VISIT, alert?.alertId ?? '', ADMIN, clientIdOf(1), note, 'session');
  valueOf(await acknowledge());
  valueOf(await acknowledge('Power was off'));
  expect(await listed()).toMatchObject([{ acknowledgedBy: 'Desk', note: 'Power was off' }]);
  expect(await kinds()).toEqual(['source_silent', 'machine_alert_acknowledged', 'machine_alert_noted']);
});

test('a session may write as many notes on it as on other alerts', async () => {
  await count(100);
  await pass(20 * MINUTE_MS);
  const [alert] = await listed();
  const write = (note: string, sessionId: string) =>
    roomStub().acknowledgeAlert(VISIT, alert?.alertId ?? '', ADMIN, null, note, sessionId);
  for (let i = 0; i < ALERT_NOTES_PER_HOUR; i += 1) valueOf(await write(`Note ${i}`, 'one'));
  expect(await write('One more', 'one')).toMatchObject({ ok: false, code: 'too_fast' });
  valueOf(await write('One more', 'another'));
});

test('with the business day, an alert is over: nobody needs the machine any more', async () => {
  await count(100);
  await pass(20 * MINUTE_MS);
  expect(await listed()).toMatchObject([{ endedAt: null }]);
  vi.setSystemTime(FRIDAY_ENDS + 2 * MINUTE_MS);
  await runDurableObjectAlarm(roomStub());
  expect(await listed()).toMatchObject([{ endedAt: expect.any(String) }]);
  expect(await kinds()).toEqual(['source_silent', 'machine_alert_ended']);
});

test('the account’s hub is told of a machine alert, of its acknowledgment and of its end, again after a failure', async () => {
  const tell = vi.spyOn(AccountHub.prototype, 'announceAlerts').mockRejectedValueOnce(new Error('not reachable'));
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await count(100);
  await pass(20 * MINUTE_MS);
  await pass(20 * MINUTE_MS);
  const [alert] = await listed();
  valueOf(await roomStub().acknowledgeAlert(VISIT, alert?.alertId ?? '', ADMIN, null, undefined, 'session'));
  await pass(0);
  expect(tell).toHaveBeenCalledTimes(3);
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('room.alert_states'));
  await count(1);
  await pass(0);
  const told = tell.mock.calls.map(([, event, [state]]) => [event.eventName, state?.alertId, state?.about]);
  expect(new Set(told.map((one) => JSON.stringify(one))).size).toBe(1);
  expect(told[0]).toEqual([
    'Open Air',
    alert?.alertId,
    {
      type: 'machine',
      sourceId: 'north',
      sourceName: 'North door',
      heardAt: FRIDAY_NIGHT,
      trouble: { kind: 'silent' },
    },
  ]);
  const states = tell.mock.calls.map(([, , [state]]) => [state?.acknowledgedAt !== null, state?.clearedAt !== null]);
  expect(states).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, true],
  ]);
});

test('the alert is open after the room has slept, and two machines are two alerts', async () => {
  await count(100);
  await count(1, { sourceId: 'south', sourceName: 'South camera' });
  await pass(20 * MINUTE_MS);
  await evictDurableObject(roomStub());
  const names = (await listed()).map(({ sourceName, areaId }) => `${sourceName} ${areaId}`);
  expect(names.toSorted()).toEqual(['North door main', 'South camera null']);
  await count(1);
  expect((await listed()).filter(({ endedAt }) => endedAt === null)).toMatchObject([{ sourceId: 'south' }]);
});

test('a storage that takes no alert delays no batch, and the next alarm raises it', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  await count(100);
  await breakTable('machine_alerts');
  await pass(20 * MINUTE_MS);
  await count(1, { sourceId: 'south', areaId: 'main' });
  expect(await listed()).toEqual([]);
  expect(log).toHaveBeenCalledWith(expect.stringContaining('disk full'));
  await mendTable();
  await pass(5 * MINUTE_MS);
  expect(await listed()).toMatchObject([{ sourceId: 'north' }]);
});

describe('a machine of which everything is refused', () => {
  test('is an alert after five minutes, though nobody is inside and nobody else counts, until something is taken', async () => {
    await count(0);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await sendRefused();
      expect([await listed(), (await north())?.isOnline]).toEqual([[], true]);
      await pass(MINUTE_MS);
    }
    await sendRefused();
    expect(await listed()).toMatchObject([
      { sourceName: 'North door', trouble: SLOW, lastHeardAt: iso(FRIDAY, '22:00'), endedAt: null },
    ]);
    const since = iso(FRIDAY, '22:00');
    expect(await north()).toMatchObject({ isOnline: false, offlineSince: since, source: { trouble: SLOW } });
    await pass(MINUTE_MS);
    await sendRefused();
    expect(await listed()).toHaveLength(1);
    await count(1);
    expect(await listed()).toMatchObject([{ endedAt: iso(FRIDAY, '22:06') }]);
    expect((await north())?.isOnline).toBe(true);
    expect((await north())?.source).not.toHaveProperty('trouble');
    expect(await kinds()).toEqual(['source_troubled', 'source_recovered']);
    expect((await query("SELECT before FROM journal WHERE kind = 'source_troubled'"))[0]).toEqual({
      before: JSON.stringify(SLOW),
    });
  });

  test('is found by the alarm if it calls seldom, although the room sleeps, after the minutes that it says', async () => {
    await sendRefused({ ...NORTH, refusedAfterMinutes: 2 });
    await evictDurableObject(roomStub());
    await pass(2 * MINUTE_MS);
    expect(await listed()).toMatchObject([{ trouble: SLOW }]);
  });

  test('is none if something is taken in between, or was taken before', async () => {
    for (let minutes = 0; minutes < 9; minutes += 1) {
      if (minutes === 4) await count(1, NORTH, 'once');
      else if (minutes === 8) await count(1, NORTH, 'once');
      else await sendRefused();
      await pass(MINUTE_MS);
    }
    expect(await listed()).toEqual([]);
  });

  test('stays the alert that it is silent until it is heard for five minutes, and is one alert at a time', async () => {
    await count(100);
    await pass(20 * MINUTE_MS);
    for (let minutes = 0; minutes < 5; minutes += 1) {
      await sendRefused();
      expect(await listed()).toMatchObject([{ trouble: { kind: 'silent' }, endedAt: null }]);
      await pass(MINUTE_MS);
    }
    expect(await listed()).toMatchObject([{ trouble: SLOW, endedAt: null }, { trouble: { kind: 'silent' } }]);
    await pass(20 * MINUTE_MS);
    const open = (await listed()).filter(({ endedAt }) => endedAt === null);
    expect(open).toMatchObject([{ trouble: { kind: 'silent' } }]);
    await count(1);
    expect((await listed()).filter(({ endedAt }) => endedAt === null)).toEqual([]);
    // The second time is counted in the entry of the first one: it was in the same hour.
    expect(await kinds()).toEqual(['source_silent', 'source_troubled', 'source_heard']);
  });

  test('is told to the hub apart from a silent machine, with the reason', async () => {
    const tell = vi.spyOn(AccountHub.prototype, 'announceAlerts');
    await sendRefused();
    await pass(5 * MINUTE_MS);
    expect(tell.mock.calls.map(([, , [state]]) => state?.about)).toEqual([
      { type: 'machine', sourceId: 'north', sourceName: 'North door', heardAt: FRIDAY_NIGHT, trouble: SLOW },
    ]);
  });
});
