import { sqlOf } from '../../src/durable-object/sql-of';
import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../src/db/client';
import { recordDays } from '../../src/db/activity-days';
import { EventRoom } from '../../src/room/event-room';
import { deliveryBackoffMs } from '../../src/room/limits';
import { ActiveDays } from '../../src/room/storage/active-days';
import { DeliveryJob } from '../../src/room/delivery-job';
import { eventually } from '../support/eventually';
import { dayAfter, FRIDAY, FRIDAY_NIGHT } from '../support/moments';
import { alarmAt, count, markedDays, nightOut, poll, putD1InReach, recordedDays } from '../worker/support/days';
import { putDefinition } from '../worker/support/definitions';
import {
  clientIdOf,
  counts,
  definition,
  EVENT_ID,
  joinRoom,
  knownRoom,
  openDevice,
  query,
  roomStub,
  VISIT,
} from '../worker/support/room';

/** Tests that a room delivers active days to D1 and the hub at least once, even when the room is erased meanwhile. */

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});

const BILLED = { day: FRIDAY, countedAt: FRIDAY_NIGHT, billableAt: FRIDAY_NIGHT };
const OK = { ok: true, value: null };

test('taps count while D1 is out of reach, and the alarm delivers the day with growing waits', async () => {
  await putD1InReach(false);
  await count();
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: false }]);
  expect(night.asked).toEqual([]);
  expect(night.logged.join()).toContain(`"what":"room.deliver","eventId":"${EVENT_ID}"`);
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    const dueAt = (await alarmAt()) ?? 0;
    waits.push((dueAt - Date.now()) / 1000);
    night.at(dueAt);
    // The room may have slept in between.
    await evictDurableObject(roomStub());
    await runDurableObjectAlarm(roomStub());
  }
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
  // A deleted event also delivers its days.
  await roomStub().deleteEvent();
  await putD1InReach(true);
  night.at((await alarmAt()) ?? 0);
  await runDurableObjectAlarm(roomStub());
  expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: true }]);
  expect(await recordedDays()).toEqual([BILLED]);
  expect(night.asked).toEqual(['owner-1']);
  expect(await alarmAt()).toBeNull();
});

test('the alarm is set in the transaction of the tap, so a room that dies right after it still delivers the day', async () => {
  const alarms = await runInDurableObject(roomStub(), (_room, { storage }) => {
    const set: { at: unknown; isSameTurn: boolean }[] = [];
    const exec = storage.sql.exec.bind(storage.sql);
    const setAlarm = storage.setAlarm.bind(storage);
    let isSameTurn = false;
    vi.spyOn(storage.sql, 'exec').mockImplementation((statement, ...bindings) => {
      if (statement.includes('INSERT INTO days')) {
        isSameTurn = true;
        queueMicrotask(() => (isSameTurn = false));
      }
      return exec(statement, ...bindings);
    });
    vi.spyOn(storage, 'setAlarm').mockImplementation(async (at) => {
      set.push({ at, isSameTurn });
      await setAlarm(at);
    });
    return set;
  });
  await count();
  expect(alarms[0]).toEqual({ at: FRIDAY_NIGHT + deliveryBackoffMs(1), isSameTurn: true });
});

test('a hub that is out of reach is told later, and D1 has the day meanwhile', async () => {
  const mendHub = night.cutHub();
  await count();
  expect(await recordedDays()).toEqual([BILLED]);
  expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: false }]);
  mendHub();
  night.at((await alarmAt()) ?? 0);
  await runDurableObjectAlarm(roomStub());
  expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: true }]);
  expect(night.asked).toEqual(['owner-1']);
});

test('a repeated delivery changes nothing in D1, where the day may already be reported to Stripe', async () => {
  await count();
  await env.DB.exec('UPDATE activity_days SET attempted_at = 1, usage_at = 2, accepted_at = 3');
  const before = (await env.DB.prepare('SELECT * FROM activity_days').all()).results;
  await query('UPDATE days SET due_at = 0');
  await runDurableObjectAlarm(roomStub());
  expect((await env.DB.prepare('SELECT * FROM activity_days').all()).results).toEqual(before);
  expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: true }]);
  expect(night.asked).toEqual(['owner-1', 'owner-1']);
});

test.each([
  [7, 9, 5, 9],
  [3, null, 3, 8],
  [4, 9, 4, 9],
])('a stored day keeps the earliest tap and the first billable tap: %s and %s', async (at, billable, keptAt, kept) => {
  for (const [countedAt, billableAt] of [
    [5, null],
    [at, billable],
    [6, 8],
  ] as const) {
    await recordDays(openDatabase(env.DB), { eventId: 'e', ownerId: 'o' }, [{ day: FRIDAY, countedAt, billableAt }]);
  }
  expect(await recordedDays('e')).toEqual([{ day: FRIDAY, countedAt: keptAt, billableAt: kept }]);
});

test('the room delivers at most sixteen days at once, each once, and repeats days that changed during the delivery', async () => {
  const sent: { day: string; billableAt: number | null }[][] = [];
  const dayOf = (n: number) => ({ day: dayAfter(FRIDAY, n), countedAt: 1, billableAt: null });
  await runInDurableObject(roomStub(), async (_room, { storage }) => {
    const days = new ActiveDays(sqlOf(storage));
    const delivery = new DeliveryJob({
      name: 'delivery',
      logAs: 'room.deliver',
      outbox: days,
      now: () => Date.now(),
      room: () => EVENT_ID,
      send: async (some) => {
        if (sent.length === 0) days.put({ ...dayOf(0), billableAt: 2 }, 0);
        sent.push([...some]);
      },
    });
    for (let n = 0; n < 30; n += 1) days.put(dayOf(n), 0);
    await delivery.deliver();
    expect(days.dueAt).toBeUndefined();
  });
  expect(sent.map(({ length }) => length)).toEqual([16, 15]);
  const first = sent.flat().filter(({ day }) => day === FRIDAY);
  expect(first.map(({ billableAt }) => billableAt)).toEqual([null, 2]);
});

describe('a room whose event is permanently deleted', () => {
  /** The room's tables, except the one with the schema version. */
  const TABLES = 'meta areas clients ledger_blocks journal log days devices alerts reports'.split(' ');
  const counting = `SELECT ${TABLES.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`;
  const expectEmpty = async () =>
    expect(await query(counting)).toEqual([Object.fromEntries(TABLES.map((table) => [table, 0]))]);

  test('an erased room disconnects its devices, leaves only its days in D1, and works as a new room for an event that D1 knows', async () => {
    const { device } = await joinRoom(clientIdOf(901));
    night.cutHub();
    await count();
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await roomStub().erase()).toEqual(OK);
      await expectEmpty();
      expect(await alarmAt()).toBeNull();
      expect(await recordedDays()).toEqual([BILLED]);
    }
    expect(await device.next('event_deleted')).toMatchObject({ eventId: 'event-1' });
    expect(await device.closedWith()).toBe(4404);
    expect(await poll([FRIDAY_NIGHT])).toEqual({ ok: false, code: 'not_found' });
    await expect(openDevice()).rejects.toThrow('No socket: 404');
    await roomStub().setAccount({ revision: 9, status: 'active', trialEndsAt: 0 });
    await expectEmpty();
    await putDefinition(definition());
    await count();
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  });

  test('an erased room keeps its days while D1 is out of reach and is emptied only after D1 has them', async () => {
    await putD1InReach(false);
    await count();
    expect(await roomStub().erase()).toEqual({ ok: false, code: 'unavailable' });
    expect(await poll([FRIDAY_NIGHT])).toEqual({ ok: false, code: 'not_found' });
    await evictDurableObject(roomStub());
    await putD1InReach(true);
    // The alarm delivers the days even if nobody asks again.
    night.at((await alarmAt()) ?? 0);
    await runDurableObjectAlarm(roomStub());
    expect(await recordedDays()).toEqual([BILLED]);
    expect(night.asked).toEqual(['owner-1']);
    expect(await roomStub().erase()).toEqual(OK);
    await expectEmpty();
  });

  test('an erased room delivers the day of a tap just before and is not restored by a call in progress', async () => {
    const [tapped, erased] = await Promise.all([poll([FRIDAY_NIGHT]), roomStub().erase()]);
    expect([tapped.ok, erased]).toEqual([true, OK]);
    expect(await recordedDays()).toEqual([BILLED]);
    // Waits until the delivery in progress has finished.
    await eventually(() => expect(night.asked).toEqual(['owner-1']));
    await putDefinition(definition());
    // The room asks D1 for its event and is erased before the answer arrives.
    const visits = await runInDurableObject(roomStub(), async (room) => {
      if (!(room instanceof EventRoom)) throw new Error('Not a room');
      const listed = room.listAreas(VISIT);
      const again = room.erase();
      return [await listed, await again];
    });
    expect(visits).toEqual([{ ok: false, code: 'not_found' }, OK]);
    await expectEmpty();
  });
});
