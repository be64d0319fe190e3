import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { beforeEach, describe, expect, test } from 'vitest';
import { REPORT_GRACE_MS, REVISE_AFTER_MS } from '../../src/room/reports/limits';
import { REPORT_RETRY_MS, REPORT_ROW_MAX_BYTES } from '../../src/room/storage/limits';
import { LEDGER_PAGE_ROWS } from '../../src/room/storage/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { eventually } from '../support/eventually';
import { dayAfter, FRIDAY, FRIDAY_ENDS, FRIDAY_NIGHT, SATURDAY } from '../support/moments';
import { closings, enterRows, turnsOf, valueOf } from '../worker/support/closings';
import { alarmAt, count, nightOut } from '../worker/support/days';
import { breakTable, counts, knownRoom, mendTable, query, roomStub, VISIT } from '../worker/support/room';

/**
 * Tests how a room stores the daily report, even when it is late or too large, and what causes a new revision of it
 * (docs/product.md, D6).
 */

const { figures, plan, ring, ringUntil, rowsOf, stored } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});

const CLOSED_AT = FRIDAY_ENDS + REPORT_GRACE_MS;

test('a room without sockets wakes a minute after its day and stores the daily report', async () => {
  await count();
  await ringUntil(CLOSED_AT - 1);
  expect(await stored()).toEqual([]);
  expect(await alarmAt()).toBe(CLOSED_AT);
  await ring();
  expect(valueOf(await roomStub().listReports(VISIT, { before: 'all', limit: -1 }))).toEqual([
    { day: FRIDAY, revision: 1, startsAt: FRIDAY_ENDS - DAY_MS, endsAt: FRIDAY_ENDS, closedAt: CLOSED_AT },
  ]);
  const friday = await figures(FRIDAY, 1);
  expect(friday).toMatchObject({ day: FRIDAY, until: FRIDAY_ENDS, venue: { ins: 1, closing: 1, peak: 1 } });
  expect(friday.closing.areas).toMatchObject([
    { areaId: 'main', areaName: 'Main Stage', capacity: 500, occupancy: 1, deletedAt: null },
    { areaId: 'bar', occupancy: 0 },
  ]);
  // The next alarm deletes the single taps.
  expect(await alarmAt()).toBe(CLOSED_AT + 90 * DAY_MS);
});

test('a late tap makes a new revision of its day and of later days that now begin differently, and earlier days stay', async () => {
  await count();
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count();
  await ringUntil(FRIDAY_ENDS + DAY_MS + REPORT_GRACE_MS);
  expect(await stored()).toEqual([`${SATURDAY} 1`, `${FRIDAY} 1`]);
  const lateAt = Date.now() + HOUR_MS;
  night.at(lateAt);
  await count([FRIDAY_NIGHT + MINUTE_MS]);
  // Until the new revision is stored, the report is built from the ledger.
  const { days, build } = await plan(FRIDAY, SATURDAY);
  expect(days.map((day) => day.stored)).toEqual([null, null]);
  expect(build?.days).toHaveLength(2);
  await ringUntil(lateAt + REVISE_AFTER_MS - 1);
  expect(await stored()).toHaveLength(2);
  expect(await alarmAt()).toBe(lateAt + REVISE_AFTER_MS);
  await ring();
  expect(await stored()).toEqual([`${SATURDAY} 2`, `${SATURDAY} 1`, `${FRIDAY} 2`, `${FRIDAY} 1`]);
  expect((await figures(FRIDAY, 1)).venue).toMatchObject({ ins: 1, closing: 1 });
  expect((await figures(FRIDAY, 2)).venue).toMatchObject({ ins: 2, closing: 2 });
  expect((await figures(SATURDAY, 2)).venue).toMatchObject({ opening: 2, ins: 1, closing: 3 });
  expect((await plan(FRIDAY, SATURDAY)).build).toBeNull();
  // A late tap on a day without a report creates the first report of that day.
  await count([FRIDAY_NIGHT - DAY_MS]);
  await ringUntil(Date.now() + HOUR_MS);
  expect((await stored()).slice(0, 2)).toEqual([`${SATURDAY} 3`, `${SATURDAY} 2`]);
  expect((await stored()).slice(-2)).toEqual([`${FRIDAY} 1`, `${dayAfter(FRIDAY, -1)} 1`]);
  expect((await figures(SATURDAY, 3)).venue).toMatchObject({ opening: 3, closing: 4 });
});

describe('while the report of a day is being built', () => {
  beforeEach(async () => {
    await count();
    await ringUntil(CLOSED_AT - 1);
    night.at(CLOSED_AT);
  });

  test('a tap of that day is counted and appears in the next revision', async () => {
    await turnsOf(() => count([FRIDAY_NIGHT]));
    await runDurableObjectAlarm(roomStub());
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    expect((await figures(FRIDAY, 1)).venue.ins).toBe(1);
    expect((await plan()).days).toMatchObject([{ day: FRIDAY, stored: null }]);
    await ringUntil(CLOSED_AT + HOUR_MS);
    expect(await stored()).toEqual([`${FRIDAY} 2`, `${FRIDAY} 1`]);
    expect((await figures(FRIDAY, 2)).venue.ins).toBe(2);
  });

  test('a deletion of the event is final: nothing comes back, and no alarm wakes the room again', async () => {
    await turnsOf(async () => {
      await roomStub().deleteEvent();
      expect(await roomStub().erase()).toEqual({ ok: true, value: null });
    });
    await runDurableObjectAlarm(roomStub());
    expect([await rowsOf('reports'), await rowsOf('meta'), await rowsOf('ledger_blocks')]).toEqual([0, 0, 0]);
    expect(await alarmAt()).toBeNull();
  });

  test('a failure is logged, retried later, and does not stop the counting', async () => {
    await breakTable('reports');
    await runDurableObjectAlarm(roomStub());
    expect(night.logged.join()).toContain('room.report');
    expect(await alarmAt()).toBe(CLOSED_AT + REPORT_RETRY_MS);
    await count([Date.now()]);
    await mendTable();
    await ringUntil(CLOSED_AT + HOUR_MS);
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
  });
});

test('a long day is read in parts, with turns for taps in between', async () => {
  await count();
  const rows = 3 * LEDGER_PAGE_ROWS;
  await enterRows(rows, FRIDAY_NIGHT);
  await ringUntil(CLOSED_AT - 1);
  night.at(CLOSED_AT);
  const turns = await turnsOf();
  await runDurableObjectAlarm(roomStub());
  expect((await figures(FRIDAY, 1)).venue.ins).toBe(rows + 1);
  // The turns are four parts of the survey, the same four again, the counting, and the day.
  expect(turns.count).toBe(10);
});

test('a lost alarm is set again when the room wakes', async () => {
  await count();
  await ringUntil(FRIDAY_NIGHT + HOUR_MS);
  await runInDurableObject(roomStub(), (_room, { storage }) => storage.deleteAlarm());
  await evictDurableObject(roomStub());
  await counts();
  expect(await alarmAt()).toBe(CLOSED_AT);
});

test('days without a report are built one by one, with turns for taps, and stay correct when a tap is counted meanwhile', async () => {
  // Each day has one tap, except the first day, which has two.
  for (const days of [0, 0, 15, 16, 20]) {
    night.at(FRIDAY_NIGHT + days * DAY_MS);
    await count();
  }
  night.at(FRIDAY_NIGHT + 21 * DAY_MS);
  const [fifteenth, sixteenth, last] = [dayAfter(FRIDAY, 15), dayAfter(FRIDAY, 16), dayAfter(FRIDAY, 20)] as const;
  // The job pauses after the survey, and for each of four days after its part of the ledger and after the day.
  const turns = await turnsOf(async () => {
    expect(await stored()).toEqual([`${fifteenth} 1`, `${FRIDAY} 1`]);
    await count([FRIDAY_NIGHT + 15 * DAY_MS + HOUR_MS]);
  }, 5);
  await runDurableObjectAlarm(roomStub());
  expect(turns.count).toBeGreaterThanOrEqual(9);
  expect(await stored()).toHaveLength(4);
  await ringUntil(FRIDAY_NIGHT + 22 * DAY_MS);
  expect((await stored()).filter((name) => name.endsWith(' 2'))).toEqual([
    `${last} 2`,
    `${sixteenth} 2`,
    `${fifteenth} 2`,
  ]);
  expect((await figures(last, 2)).venue).toMatchObject({ opening: 5, closing: 6 });
  expect(await counts()).toMatchObject({ main: [6, 6, 0] });
  expect((await plan()).build).toBeNull();
});

test('alarms that ring while a day is being closed do not close it again', async () => {
  await count();
  await ringUntil(CLOSED_AT - 1);
  night.at(CLOSED_AT);
  const ringAgain = () => runInDurableObject(roomStub(), (room) => room.alarm());
  const rings: Promise<void>[] = [];
  // The second turn comes after the day's figures.
  await turnsOf(async () => void rings.push(ringAgain(), ringAgain()), 2);
  await ringAgain();
  await Promise.all(rings);
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  expect(night.logged).toEqual([]);
});

test('a report job that dies with its room is not retried at once: the room waits longer each time and keeps counting', async () => {
  await count();
  await ringUntil(FRIDAY_ENDS);
  night.at(FRIDAY_ENDS + MINUTE_MS);
  for (const minutes of [10, 20, 40]) {
    const diedAt = Date.now();
    const turns = await turnsOf(() => new Promise(() => {}));
    void runDurableObjectAlarm(roomStub()).catch(() => {});
    await eventually(() => expect(turns.count).toBe(1));
    await abortAllDurableObjects();
    await roomStub().ping();
    expect(await stored()).toEqual([]);
    await count([Date.now()]);
    await ringUntil(diedAt + minutes * MINUTE_MS - 1);
    expect(await stored()).toEqual([]);
    night.at(diedAt + minutes * MINUTE_MS);
  }
  await ringUntil(Date.now() + MINUTE_MS);
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  expect(await counts()).toMatchObject({ main: [4, 4, 0] });
  // After a success no attempt is stored, so the next report is built on time.
  await ringUntil(FRIDAY_ENDS + DAY_MS + MINUTE_MS);
  expect(await stored()).toEqual([`${SATURDAY} 1`, `${FRIDAY} 1`]);
});

describe('a day that does not fit into a row', () => {
  const MADE_UP = 9_000;

  /** Enters a tap, and thousands of clients that each have a copy of it. */
  async function makeUpClients() {
    await count();
    await runInDurableObject(roomStub(), (room) => {
      room['parts'].store.writeLogToTables();
      const { ledger } = room['parts'].store;
      const [tap] = ledger.rows(0);
      if (tap === undefined) throw new Error('Nothing was counted');
      const copy = (n: number) => ({ ...tap, id: tap.id + n, clientId: String(n).padStart(64, '0') });
      ledger.append(Array.from({ length: MADE_UP }, (_, n) => copy(n + 1)));
    });
  }

  test('a day with more devices than fit into a row is stored with the busiest devices, and all others as one', async () => {
    await makeUpClients();
    await ringUntil(FRIDAY_ENDS + REPORT_GRACE_MS);
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    const { devices, venue } = await figures(FRIDAY, 1);
    expect(venue.ins).toBe(MADE_UP + 1);
    expect(devices).toHaveLength(2_001);
    expect(devices.at(-1)).toMatchObject({ isOthers: true, ins: MADE_UP - 1_999 });
    const [row] = await query('SELECT length(figures) + length(closing) AS size FROM reports');
    expect(Number(row?.['size'])).toBeLessThan(REPORT_ROW_MAX_BYTES);
  });

  test('a report loses detail step by step when the storage accepts less than its documented limit', async () => {
    await makeUpClients();
    await runInDurableObject(roomStub(), (room) => {
      const sql = room['parts'].store.reports['sql'];
      const exec = sql.exec.bind(sql);
      sql.exec = (statement, ...bindings) => {
        // SQLite itself refuses this statement, as it refuses a value beyond its limit.
        const isLarge = statement.startsWith('INSERT INTO reports') && bindings.join('').length > 20_000;
        return isLarge ? exec('SELECT zeroblob(2147483647)') : exec(statement, ...bindings);
      };
    });
    await runInDurableObject(roomStub(), async (room) => {
      night.at(FRIDAY_ENDS + REPORT_GRACE_MS);
      await room['parts'].dailyReports.run();
    });
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    const { devices, venue } = await figures(FRIDAY, 1);
    expect(devices).toHaveLength(51);
    expect(devices.reduce((ins, device) => ins + device.ins, 0)).toBe(venue.ins);
  });
});
