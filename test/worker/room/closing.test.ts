import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  CLOSING_GRACE_MS,
  CLOSING_RETRY_MS,
  DAYS_PER_CLOSING,
  LEDGER_PAGE_ROWS,
  REVISE_AFTER_MS,
} from '../../../src/room/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/limits';
import { closings, enterRows, turnsOf, valueOf } from '../support/closings';
import { alarmAt, count, FRIDAY, FRIDAY_NIGHT, nightOut, SATURDAY, writesDuring } from '../support/days';
import { putDefinition } from '../support/definitions';
import {
  batch,
  batchOf,
  breakTable,
  clientIdOf,
  counts,
  definition,
  joinRoom,
  knownRoom,
  mendTable,
  poll,
  query,
  roomStub,
  VISIT,
} from '../support/room';

/** How a room closes a day into a report, and what makes a new revision of the report. */

const { figures, journal, plan, ring, ringUntil, rowsOf, stored } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});
afterEach(() => night.end());

const FRIDAY_ENDS = Date.parse('2040-06-16T06:00:00Z');
const CLOSED_AT = FRIDAY_ENDS + CLOSING_GRACE_MS;

test('a room without sockets wakes a minute after its day, and closes it', async () => {
  await count();
  await ringUntil(CLOSED_AT - 1);
  expect(await stored()).toEqual([]);
  expect(await alarmAt()).toBe(CLOSED_AT);
  await ring();
  expect(valueOf(await roomStub().listReports(VISIT))).toEqual([
    { day: FRIDAY, revision: 1, startsAt: FRIDAY_ENDS - DAY_MS, endsAt: FRIDAY_ENDS, closedAt: CLOSED_AT },
  ]);
  const friday = await figures(FRIDAY, 1);
  expect(friday).toMatchObject({ day: FRIDAY, until: FRIDAY_ENDS, venue: { ins: 1, closing: 1, peak: 1 } });
  expect(friday.closing.areas).toMatchObject([
    { areaId: 'main', areaName: 'Main Stage', capacity: 500, occupancy: 1, deletedAt: null },
    { areaId: 'bar', occupancy: 0 },
  ]);
  // The next alarm is for the deletion of the single taps.
  expect(await alarmAt()).toBe(CLOSED_AT + 90 * DAY_MS);
});

test('the next day begins with how the closed one has ended, and is built without it', async () => {
  await count();
  await ringUntil(CLOSED_AT + HOUR_MS);
  await count([Date.now()]);
  const { days, build } = await plan(FRIDAY, SATURDAY);
  expect(days).toMatchObject([
    { day: FRIDAY, stored: { revision: 1, closedAt: CLOSED_AT } },
    { day: SATURDAY, stored: null },
  ]);
  expect(build?.days).toMatchObject([{ day: SATURDAY }]);
  expect(build?.standing).toEqual((await figures(FRIDAY, 1)).closing);
  expect((await journal('steps', build?.steps ?? null)).facts).toEqual([]);
  // Friday's row is read, too, because an undo may refer to it.
  const ids = { after: build?.after ?? 0, upTo: build?.upTo ?? 0 };
  expect(valueOf(await roomStub().readLedger(VISIT, ids.after, ids.upTo)).rows).toHaveLength(2);
  await ringUntil(FRIDAY_ENDS + 2 * DAY_MS);
  expect(await stored()).toEqual([`${SATURDAY} 1`, `${FRIDAY} 1`]);
  expect((await figures(SATURDAY, 1)).venue).toMatchObject({ opening: 1, ins: 1, closing: 2 });
  expect(await counts()).toMatchObject({ main: [2, 2, 0] });
  expect((await plan(FRIDAY, SATURDAY)).build).toBeNull();
});

test('a tap that comes later makes a revision of its day and of those that begin otherwise now; the earlier stay', async () => {
  await count();
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count();
  await ringUntil(FRIDAY_ENDS + DAY_MS + CLOSING_GRACE_MS);
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
  // A late tap on a day without a report makes a first report of that day.
  await count([FRIDAY_NIGHT - DAY_MS]);
  await ringUntil(Date.now() + HOUR_MS);
  expect((await stored()).slice(0, 2)).toEqual([`${SATURDAY} 3`, `${SATURDAY} 2`]);
  expect((await stored()).slice(-2)).toEqual([`${FRIDAY} 1`, '2040-06-14 1']);
  expect((await figures(SATURDAY, 3)).venue).toMatchObject({ opening: 3, closing: 4 });
});

test('the first of the late taps writes down that days differ; more of them write no more, and put no alarm off', async () => {
  await count();
  await ringUntil(CLOSED_AT + HOUR_MS);
  const ringsAt = Date.now() + 1_000;
  const transactions = await runInDurableObject(roomStub(), async (_room, { storage }) => {
    await storage.setAlarm(ringsAt);
    return vi.spyOn(storage, 'transactionSync');
  });
  const marks = 'INSERT OR REPLACE';
  expect(await writesDuring(() => count([FRIDAY_NIGHT]))).toContain(marks);
  expect(transactions).toHaveBeenCalled();
  expect(await alarmAt()).toBe(ringsAt);
  await runDurableObjectAlarm(roomStub());
  const rings = await alarmAt();
  transactions.mockClear();
  night.at(Date.now() + 4_000);
  expect(await writesDuring(() => count([FRIDAY_NIGHT + MINUTE_MS]))).toEqual(['INSERT INTO log']);
  expect(transactions).not.toHaveBeenCalled();
  expect(await alarmAt()).toBe(rings);
  // An earlier tap makes more days differ.
  expect(await writesDuring(() => count([FRIDAY_NIGHT - MINUTE_MS]))).toContain(marks);
  expect(await alarmAt()).toBeLessThan(rings ?? 0);
});

test('a day that comes out the same, but for the name of a device, has no revision more', async () => {
  await count();
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count();
  await ringUntil(FRIDAY_ENDS + DAY_MS + CLOSING_GRACE_MS);
  await query(
    `INSERT INTO devices (client_id, device_id, name, direction, principal, joined_at)
     SELECT client_id, client_id, 'New name', 'both', principal, 0 FROM clients`,
  );
  // People who come late to Friday and leave again do not change Saturday.
  const taps = [
    { change: 1, at: FRIDAY_NIGHT + MINUTE_MS },
    { change: -1, at: FRIDAY_NIGHT + 2 * MINUTE_MS },
  ];
  expect(await poll(800, batchOf(1, taps))).toMatchObject({ ok: true });
  await ringUntil(Date.now() + HOUR_MS);
  expect(await stored()).toEqual([`${SATURDAY} 1`, `${FRIDAY} 2`, `${FRIDAY} 1`]);
  expect((await figures(FRIDAY, 2)).devices.map(({ deviceName }) => deviceName)).toContain('New name');
});

test('an undo after the day has ended takes its tap back there, however late the tap itself was', async () => {
  night.at(FRIDAY_ENDS - 10 * MINUTE_MS);
  const venue = async (revision: number) => (await figures(FRIDAY, revision)).venue;
  await poll(800, batch(1, [1, 1]));
  await ringUntil(CLOSED_AT);
  expect(await venue(1)).toMatchObject({ ins: 2, closing: 2 });
  night.at(FRIDAY_ENDS + 5 * MINUTE_MS);
  await poll(800, batchOf(3, [{ change: -1, undoes: 2 }]));
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
  await ringUntil(Date.now() + HOUR_MS);
  expect(await venue(2)).toMatchObject({ ins: 1, closing: 1 });
  await ringUntil(CLOSED_AT + DAY_MS);
  await poll(800, batch(4, [1], 'main', FRIDAY_NIGHT));
  await ringUntil(Date.now() + 20 * MINUTE_MS);
  expect(await venue(3)).toMatchObject({ ins: 2 });
  await poll(800, batchOf(5, [{ change: -1, undoes: 4 }]));
  await ringUntil(Date.now() + HOUR_MS);
  expect(await venue(4)).toMatchObject({ ins: 1 });
});

describe('while a day is being closed', () => {
  beforeEach(async () => {
    await count();
    await ringUntil(CLOSED_AT - 1);
    night.at(CLOSED_AT);
  });

  test('a tap of that day is counted, and comes with the next revision', async () => {
    await turnsOf('closing', () => count([FRIDAY_NIGHT]));
    await runDurableObjectAlarm(roomStub());
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    expect((await figures(FRIDAY, 1)).venue.ins).toBe(1);
    expect((await plan()).days).toMatchObject([{ day: FRIDAY, stored: null }]);
    await ringUntil(CLOSED_AT + HOUR_MS);
    expect(await stored()).toEqual([`${FRIDAY} 2`, `${FRIDAY} 1`]);
    expect((await figures(FRIDAY, 2)).venue.ins).toBe(2);
  });

  test('the event may be deleted: it is left as it is, and never woken again', async () => {
    await turnsOf('closing', () => roomStub().deleteEvent());
    await runDurableObjectAlarm(roomStub());
    expect(await rowsOf('reports')).toBe(0);
    await ringUntil(CLOSED_AT + HOUR_MS);
    expect(await alarmAt()).toBeNull();
  });

  test('the room may be erased: nothing of it comes back', async () => {
    await turnsOf('closing', async () => expect(await roomStub().erase()).toEqual({ ok: true, value: null }));
    await runDurableObjectAlarm(roomStub());
    expect([await rowsOf('reports'), await rowsOf('meta'), await rowsOf('ledger')]).toEqual([0, 0, 0]);
    expect(await alarmAt()).toBeNull();
  });

  test('what fails is logged, tried again later, and stops nobody from counting', async () => {
    await breakTable('reports');
    await runDurableObjectAlarm(roomStub());
    expect(night.logged.join()).toContain('room.close');
    expect(await alarmAt()).toBe(CLOSED_AT + CLOSING_RETRY_MS);
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
  const turns = await turnsOf('closing');
  await runDurableObjectAlarm(roomStub());
  expect((await figures(FRIDAY, 1)).venue.ins).toBe(rows + 1);
  // The turns are two parts of the survey, three pages, the counting, and the day.
  expect(turns.count).toBe(7);
});

test('a room of before there were reports catches up, some days at a time', async () => {
  const first = FRIDAY_NIGHT - 30 * DAY_MS;
  for (let n = 0; n < DAYS_PER_CLOSING + 3; n += 1) {
    night.at(first + n * DAY_MS);
    await count();
  }
  const days = DAYS_PER_CLOSING + 3;
  night.at(FRIDAY_NIGHT);
  expect(await stored()).toEqual([]);
  await runDurableObjectAlarm(roomStub());
  expect(await stored()).toHaveLength(DAYS_PER_CLOSING);
  await ringUntil(FRIDAY_NIGHT + HOUR_MS);
  expect(await stored()).toHaveLength(days);
  for (const [index, name] of (await stored()).toReversed().entries()) {
    const [day = ''] = name.split(' ');
    expect((await figures(day, 1)).venue).toMatchObject({ opening: index, ins: 1, closing: index + 1 });
  }
});

test('a lost alarm is set again when the room wakes', async () => {
  await count();
  await ringUntil(FRIDAY_NIGHT + HOUR_MS);
  await runInDurableObject(roomStub(), (_room, { storage }) => storage.deleteAlarm());
  await evictDurableObject(roomStub());
  await counts();
  expect(await alarmAt()).toBe(CLOSED_AT);
});

test('while sockets are looked after once a minute, the day is closed at its time', async () => {
  await putDefinition(definition());
  const { device } = await joinRoom(clientIdOf(803));
  await count();
  night.at(CLOSED_AT - 20_000);
  device.send({ type: 'request_sync' });
  await device.next('sync');
  await runDurableObjectAlarm(roomStub());
  expect(await alarmAt()).toBe(CLOSED_AT);
  night.at(CLOSED_AT);
  await runDurableObjectAlarm(roomStub());
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  expect(await poll(804, batch(1, [1]))).toMatchObject({ ok: true });
});
