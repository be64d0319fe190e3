import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/db/client';
import { recordDays } from '../../../src/db/activity-days';
import { EventRoom } from '../../../src/room/event-room';
import { UPKEEP_INTERVAL_MS } from '../../../src/lib/socket-age';
import { CLOSING_GRACE_MS, deliveryBackoffMs } from '../../../src/room/limits';
import { MarkedDays } from '../../../src/room/marked-days';
import { Outbox } from '../../../src/room/outbox';
import { DAY_MS } from '../../../src/shared/limits';
import { eventually } from '../../support/eventually';
import {
  alarmAt,
  count,
  FRIDAY,
  FRIDAY_NIGHT,
  markedDays,
  nightOut,
  poll,
  putD1InReach,
  recordedDays,
  SATURDAY,
} from '../support/days';
import { putDefinition } from '../support/definitions';
import {
  acked,
  batch,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  openDevice,
  query,
  roomStub,
  VISIT,
} from '../support/room';

/** How a room delivers marked days to D1 and the hub at least once, even if the room is erased meanwhile. */

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});
afterEach(() => night.end());

const BILLED = { day: FRIDAY, countedAt: FRIDAY_NIGHT, billableAt: FRIDAY_NIGHT };
const OK = { ok: true, value: null };

describe('while D1 is out of reach', () => {
  beforeEach(() => putD1InReach(false));

  test('taps count as ever, and the day is delivered by the alarm, later and later', async () => {
    await count();
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });
    expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: false }]);
    expect(night.asked).toEqual([]);
    expect(night.logged.join()).toContain('room.deliver');
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
    expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: false }]);
    await putD1InReach(true);
    night.at((await alarmAt()) ?? 0);
    await runDurableObjectAlarm(roomStub());
    expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: true }]);
    expect(await recordedDays()).toEqual([BILLED]);
    expect(night.asked).toEqual(['owner-1']);
    // The next alarm is for the end of the day.
    expect(await alarmAt()).toBe(Date.parse('2040-06-16T06:00:00Z') + CLOSING_GRACE_MS);
  });

  test('an alarm that rings for something else waits for the time of the next attempt, and is set for it', async () => {
    await putDefinition(definition());
    const { device } = await joinRoom(clientIdOf(900));
    await acked(device, batch(1, [1]));
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      night.at((await alarmAt()) ?? 0);
      // A frame keeps the device from being sent away as silent.
      device.send({ type: 'request_sync' });
      await device.next('sync');
      await runDurableObjectAlarm(roomStub());
    }
    const tries = () => night.logged.filter((line) => line.includes('room.deliver')).length;
    const before = tries();
    // The next attempt is minutes away, and the upkeep of the sockets comes once a minute.
    expect(await alarmAt()).toBe(Date.now() + UPKEEP_INTERVAL_MS);
    night.at(Date.now() + UPKEEP_INTERVAL_MS);
    await runDurableObjectAlarm(roomStub());
    expect(tries()).toBe(before);
    device.socket.close(1000);
    await device.closedWith();
    await runDurableObjectAlarm(roomStub());
    expect(await alarmAt()).toBeGreaterThan(Date.now() + UPKEEP_INTERVAL_MS);
    expect(tries()).toBe(before);
  });

  test('a room that restarts before it could deliver sets its alarm again, should that have been lost', async () => {
    await count();
    await runInDurableObject(roomStub(), (_room, { storage }) => storage.deleteAlarm());
    await evictDurableObject(roomStub());
    await putD1InReach(true);
    await counts();
    expect(await alarmAt()).toBe(FRIDAY_NIGHT + deliveryBackoffMs(1));
    night.at(FRIDAY_NIGHT + DAY_MS);
    await runDurableObjectAlarm(roomStub());
    expect(await recordedDays()).toEqual([BILLED]);
    expect(night.asked).toEqual(['owner-1']);
  });

  test('a new day is tried at once, with those that wait', async () => {
    await count();
    await putD1InReach(true);
    night.at(FRIDAY_NIGHT + DAY_MS);
    await count();
    expect((await recordedDays()).map(({ day }) => day)).toEqual([FRIDAY, SATURDAY]);
    expect(night.asked).toEqual(['owner-1']);
  });

  test('a deleted event delivers what it owes', async () => {
    await count();
    await roomStub().deleteEvent();
    await putD1InReach(true);
    night.at(FRIDAY_NIGHT + DAY_MS);
    await runDurableObjectAlarm(roomStub());
    expect(await recordedDays()).toEqual([BILLED]);
    expect(await alarmAt()).toBeNull();
  });
});

test('the alarm is set in the transaction of the tap: a room that dies right after it delivers all the same', async () => {
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

test('a hub that is out of reach is told later; D1 has the day meanwhile', async () => {
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

test('what is delivered again changes nothing in D1, where it may be settled by now', async () => {
  await count();
  await env.DB.exec('UPDATE activity_days SET attempted_at = 1, usage_at = 2, settled_at = 3');
  const before = (await env.DB.prepare('SELECT * FROM activity_days').all()).results;
  await query('UPDATE days SET due_at = 0');
  await runDurableObjectAlarm(roomStub());
  expect((await env.DB.prepare('SELECT * FROM activity_days').all()).results).toEqual(before);
  expect(await markedDays()).toEqual([{ ...BILLED, isDelivered: true }]);
  expect(night.asked).toEqual(['owner-1', 'owner-1']);
});

test('a record keeps the earliest tap, and what made it billable first', async () => {
  for (const [given, kept] of [
    [
      { countedAt: 5, billableAt: null },
      { countedAt: 5, billableAt: null },
    ],
    [
      { countedAt: 7, billableAt: 9 },
      { countedAt: 5, billableAt: 9 },
    ],
    [
      { countedAt: 3, billableAt: null },
      { countedAt: 3, billableAt: 9 },
    ],
    [
      { countedAt: 4, billableAt: 8 },
      { countedAt: 3, billableAt: 9 },
    ],
  ] as const) {
    await recordDays(openDatabase(env.DB), { eventId: 'e', ownerId: 'o' }, [{ day: FRIDAY, ...given }]);
    expect(await recordedDays('e')).toEqual([{ day: FRIDAY, ...kept }]);
  }
});

describe('the outbox', () => {
  /** Makes an outbox on the room's storage that calls `send` with the days to record. */
  const withOutbox = <T>(
    send: (days: readonly { day: string }[]) => Promise<void>,
    work: (outbox: Outbox, days: MarkedDays) => Promise<T>,
  ) =>
    runInDurableObject(roomStub(), async (_room, { storage }) => {
      const days = new MarkedDays({
        exec: (statement, ...bindings) => storage.sql.exec(statement, ...bindings).toArray(),
        transaction: (inner) => storage.transactionSync(inner),
      });
      const outbox = new Outbox({
        days,
        now: () => Date.now(),
        record: send,
        settle: async () => {},
        wakeAt: async () => {},
      });
      return await work(outbox, days);
    });
  const dayOf = (n: number) => `2040-01-${String(n + 1).padStart(2, '0')}`;

  test('delivers as many days as there are, at most sixteen at once, each once', async () => {
    const sent: string[][] = [];
    await withOutbox(
      async (days) => void sent.push(days.map(({ day }) => day)),
      async (outbox, days) => {
        for (let n = 0; n < 31; n += 1) days.put({ day: dayOf(n), countedAt: 1, billableAt: 1 }, 0);
        await Promise.all([outbox.deliver(), outbox.deliver()]);
      },
    );
    expect(sent.map(({ length }) => length)).toEqual([16, 15]);
    expect(new Set(sent.flat()).size).toBe(31);
  });

  test('delivers again what changed while it was under way', async () => {
    const sent: unknown[] = [];
    let changed = false;
    const day = { day: FRIDAY, countedAt: 1, billableAt: null };
    await withOutbox(
      async (days) => {
        sent.push(...days);
        if (sent.length === 1) await eventually(() => expect(changed).toBe(true));
      },
      async (outbox, days) => {
        days.put(day, 0);
        const delivering = outbox.deliver();
        days.put({ ...day, billableAt: 2 }, 0);
        changed = true;
        await delivering;
        expect(days.undelivered(1)).toEqual([]);
      },
    );
    expect(sent).toEqual([day, { ...day, billableAt: 2 }]);
  });
});

describe('a room whose event is gone for good', () => {
  /** The room's tables, except the one with the number of its schema. */
  const TABLES = ['meta', 'areas', 'clients', 'ledger', 'journal', 'log', 'days', 'devices', 'alerts', 'reports'];
  const counting = `SELECT ${TABLES.map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`).join(', ')}`;
  const expectEmpty = async () =>
    expect(await query(counting)).toEqual([Object.fromEntries(TABLES.map((table) => [table, 0]))]);

  test('leaves nothing but its days in D1; erased again it is as empty, though the hub does not answer', async () => {
    night.cutHub();
    await count();
    for (let twice = 0; twice < 2; twice += 1) {
      expect(await roomStub().erase()).toEqual(OK);
      await expectEmpty();
      expect(await alarmAt()).toBeNull();
      expect(await recordedDays()).toEqual([BILLED]);
    }
  });

  test('keeps its days while D1 is out of reach; what it owes is on record before it is empty', async () => {
    await putD1InReach(false);
    await count();
    expect(await roomStub().erase()).toEqual({ ok: false, code: 'unavailable' });
    expect(await poll([FRIDAY_NIGHT])).toEqual({ ok: false, code: 'not_found' });
    await evictDurableObject(roomStub());
    expect(await roomStub().erase()).toEqual({ ok: false, code: 'unavailable' });
    await putD1InReach(true);
    // The alarm delivers the days even if nobody asks again.
    night.at((await alarmAt()) ?? 0);
    await runDurableObjectAlarm(roomStub());
    expect(await recordedDays()).toEqual([BILLED]);
    expect(night.asked).toEqual(['owner-1']);
    expect(await roomStub().erase()).toEqual(OK);
    await expectEmpty();
  });

  test('tells who is connected, and sends them away', async () => {
    const { device } = await joinRoom(clientIdOf(901));
    const silent = await openDevice();
    await acked(device, batch(1, [1]));
    expect(await roomStub().erase()).toEqual(OK);
    for (const each of [device, silent]) {
      expect(await each.next('event_deleted')).toMatchObject({ eventId: 'event-1' });
      expect(await each.closedWith()).toBe(4404);
    }
    expect(await recordedDays()).toHaveLength(1);
  });

  test('sends a device that was not told in time away when it starts again', async () => {
    const { device } = await joinRoom(clientIdOf(902));
    await runInDurableObject(roomStub(), (_room, { storage }) => storage.deleteAll());
    await evictDurableObject(roomStub());
    await roomStub().endSessions(['another']);
    expect(await device.closedWith()).toBe(4404);
  });

  test('answers when it is empty, and is a room like any other to an event that D1 knows', async () => {
    await count();
    await roomStub().erase();
    expect(await roomStub().listAreas(VISIT)).toEqual({ ok: false, code: 'not_found' });
    expect(await poll([FRIDAY_NIGHT])).toEqual({ ok: false, code: 'not_found' });
    await expect(openDevice()).rejects.toThrow('No socket: 404');
    await roomStub().setAccount({ revision: 9, status: 'active', trialEndsAt: 0 });
    await roomStub().deleteEvent();
    await expectEmpty();
    await putDefinition(definition());
    await count();
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  });

  test('is not brought back by a visit that was under way', async () => {
    await roomStub().erase();
    await putDefinition(definition());
    // The room asks D1 for its event and is erased before the answer arrives.
    const visits = await runInDurableObject(roomStub(), async (room) => {
      if (!(room instanceof EventRoom)) throw new Error('Not a room');
      const listed = room.listAreas(VISIT);
      const erased = room.erase();
      return [await listed, await erased];
    });
    expect(visits).toEqual([{ ok: false, code: 'not_found' }, OK]);
    await expectEmpty();
  });

  test('is left empty by an upgrade that was under way', async () => {
    const opened = openDevice();
    expect(await roomStub().erase()).toEqual(OK);
    await opened.then(
      async (device) => expect(await device.closedWith()).toBe(4404),
      (error: unknown) => expect(String(error)).toContain('No socket: 404'),
    );
    await expectEmpty();
  });

  test('has the day of a tap on record that came just before', async () => {
    const [tapped, erased] = await Promise.all([poll([FRIDAY_NIGHT]), roomStub().erase()]);
    expect([tapped.ok, erased]).toEqual([true, OK]);
    expect(await recordedDays()).toEqual([BILLED]);
    // The delivery that was under way finishes.
    await eventually(() => expect(night.asked).toEqual(['owner-1']));
  });
});
