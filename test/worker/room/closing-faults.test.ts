import { abortAllDurableObjects, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ARRIVES_WITHIN_MS, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/limits';
import { CLOSING_GRACE_MS, CLOSING_STEPS, REPORT_ROW_MAX_BYTES } from '../../../src/room/limits';
import { eventually } from '../../support/eventually';
import { closings, turnsOf } from '../support/closings';
import { count, FRIDAY, FRIDAY_NIGHT, nightOut, SATURDAY } from '../support/days';
import { ADMIN, batchOf, counts, knownRoom, poll, query, roomStub, VISIT } from '../support/room';

/** How a room closes days that are late, many or too large, days with recounts, and what happens if it dies meanwhile. */

const { figures, plan, ringUntil, stored } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  night.at(FRIDAY_NIGHT - 3 * DAY_MS);
  await knownRoom();
});
afterEach(() => night.end());

const FRIDAY_ENDS = Date.parse('2040-06-16T06:00:00Z');

const send = async (seq: number, change: number, at: number, undoes?: number) =>
  expect(await poll(801, batchOf(seq, [{ change, at, undoes }]))).toMatchObject({ ok: true });
const recount = (occupancy: number) =>
  roomStub().recountArea(VISIT, 'main', { occupancy, reason: 'Looked again' }, ADMIN);

describe('an undo that a recount has settled', () => {
  test('of a tap on a later day does not move the day that is revised', async () => {
    night.at(FRIDAY_NIGHT - DAY_MS);
    await count();
    await ringUntil(FRIDAY_NIGHT);
    await count();
    night.at(FRIDAY_NIGHT + MINUTE_MS);
    await recount(5);
    const saturday = FRIDAY_NIGHT + DAY_MS;
    await ringUntil(saturday);
    expect((await figures(FRIDAY, 1)).venue).toMatchObject({ closing: 5 });
    await send(1, 1, saturday);
    night.at(saturday + MINUTE_MS);
    await recount(9);
    night.at(saturday + 2 * MINUTE_MS);
    await send(2, -1, Date.now(), 1);
    night.at(saturday + 3 * MINUTE_MS);
    await count([FRIDAY_NIGHT + 2 * MINUTE_MS]);
    await ringUntil(saturday + HOUR_MS);
    expect((await figures(FRIDAY, 2)).venue).toMatchObject({ closing: 6 });
    await ringUntil(saturday + DAY_MS);
    const [occupancy] = (await counts())['main'] ?? [];
    expect((await figures(SATURDAY, 1)).venue).toMatchObject({ opening: 6, closing: occupancy });
  });

  test('of a tap from hours before the day is settled where it was, however late it arrives', async () => {
    night.at(FRIDAY_ENDS - 2 * HOUR_MS);
    await send(1, 1, Date.now());
    night.at(FRIDAY_ENDS - 90 * MINUTE_MS);
    await recount(3);
    await ringUntil(FRIDAY_ENDS + 30 * MINUTE_MS);
    await recount(0);
    night.at(FRIDAY_ENDS + HOUR_MS);
    await send(2, -1, FRIDAY_ENDS - 75 * MINUTE_MS, 1);
    night.at(FRIDAY_ENDS + 2 * HOUR_MS);
    await count();
    await ringUntil(FRIDAY_ENDS + DAY_MS + HOUR_MS);
    expect(await counts()).toMatchObject({ main: [1, 1, 0] });
    expect((await figures(SATURDAY, 1)).venue).toMatchObject({ closing: 1 });
  });
});

describe('days that were never closed', () => {
  /** Each day has one tap, the first has two. */
  beforeEach(async () => {
    for (const days of [0, 0, 15, 16, 20]) {
      night.at(FRIDAY_NIGHT + days * DAY_MS);
      await count();
    }
    night.at(FRIDAY_NIGHT + 21 * DAY_MS);
  });

  test('are built without what can be of later days alone', async () => {
    const { build } = await plan(FRIDAY);
    expect(build?.upTo).toBe((FRIDAY_ENDS + ARRIVES_WITHIN_MS + 1) * 1000 - 1);
    // If the clock was years ahead, a row's id does not tell when the row was received.
    await runInDurableObject(roomStub(), (room, { storage }) => {
      room['parts'].ledger.makeTablesFollow();
      storage.sql.exec('UPDATE ledger SET id = id + ?', 1000 * DAY_MS * 1000);
    });
    const ahead = (await plan(FRIDAY)).build;
    expect(ahead?.upTo).toBe((FRIDAY_NIGHT + 1020 * DAY_MS) * 1000);
  });

  test('are built one by one, with turns for taps in between', async () => {
    const turns = await turnsOf('closing');
    await runDurableObjectAlarm(roomStub());
    expect(await stored()).toHaveLength(4);
    // The closing pauses after one page and after each of four days.
    expect(turns.count).toBe(5);
  });

  test('come right when a tap of one is counted after it was stored, and before the next', async () => {
    const [fifteenth, sixteenth, last] = ['2040-06-30', '2040-07-01', '2040-07-05'] as const;
    await turnsOf(
      'closing',
      async () => {
        expect(await stored()).toEqual([`${fifteenth} 1`, `${FRIDAY} 1`]);
        await count([FRIDAY_NIGHT + 15 * DAY_MS + HOUR_MS]);
      },
      4,
    );
    await runDurableObjectAlarm(roomStub());
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
});

test('a closing of very many steps does some, and leaves the others to the next alarm', async () => {
  await count();
  const done = await runInDurableObject(roomStub(), async (room) => {
    const { closing } = room['parts'];
    let steps = 0;
    const endless = { next: () => ({ value: undefined, done: false as const, steps: (steps += 1) }) };
    closing['deps'].yieldTurn = async () => {};
    closing['work'] = { days: [], stored: 0, steps: endless };
    await closing.run();
    return { steps, dueAt: closing.dueAt };
  });
  expect(done).toEqual({ steps: CLOSING_STEPS, dueAt: Date.now() });
});

describe('a closing that is killed with its room', () => {
  /** Kills the room at that turn of its closing and wakes it again. */
  async function killedAt(turn: number): Promise<void> {
    const turns = await turnsOf('closing', () => new Promise(() => {}), turn);
    void runDurableObjectAlarm(roomStub()).catch(() => {});
    await eventually(() => expect(turns.count).toBe(turn));
    await abortAllDurableObjects();
    await roomStub().ping();
  }

  const attempt = () => runInDurableObject(roomStub(), (room) => room['parts'].ledger.reports.attempt);

  beforeEach(async () => {
    night.at(FRIDAY_NIGHT);
    await count();
    await ringUntil(FRIDAY_ENDS);
    night.at(FRIDAY_ENDS + MINUTE_MS);
  });

  test('is not tried again at once: each time the room waits longer, and counts meanwhile', async () => {
    for (const minutes of [10, 20, 40]) {
      const diedAt = Date.now();
      await killedAt(1);
      expect(await stored()).toEqual([]);
      await count([Date.now()]);
      await ringUntil(diedAt + minutes * MINUTE_MS - 1);
      expect(await stored()).toEqual([]);
      night.at(diedAt + minutes * MINUTE_MS);
    }
    await ringUntil(Date.now() + MINUTE_MS);
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    expect(await counts()).toMatchObject({ main: [4, 4, 0] });
    // After success no attempt is on record, so the next day is closed in its time.
    expect(await attempt()).toBeUndefined();
    await ringUntil(FRIDAY_ENDS + DAY_MS + MINUTE_MS);
    expect(await stored()).toEqual([`${SATURDAY} 1`, `${FRIDAY} 1`]);
  });

  test('was on the disk before it began to read', async () => {
    const turns = await turnsOf('closing');
    const attempts: unknown[] = [];
    const disk = Promise.withResolvers<undefined>();
    await runInDurableObject(roomStub(), (room) => {
      const { closing, ledger } = room['parts'];
      closing['deps'].synced = () => {
        attempts.push(ledger.reports.attempt);
        return disk.promise;
      };
    });
    const closed = runDurableObjectAlarm(roomStub());
    await eventually(() => expect(attempts).toMatchObject([{ attempts: 1 }]));
    expect(turns.count).toBe(0);
    disk.resolve(undefined);
    await closed;
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
  });

  test('leaves no revision behind that says the same again', async () => {
    night.at(FRIDAY_ENDS + DAY_MS);
    await count([FRIDAY_ENDS + HOUR_MS]);
    night.at(FRIDAY_ENDS + 2 * DAY_MS);
    await killedAt(1);
    expect(await attempt()).toMatchObject({ attempts: 1 });
    night.at(FRIDAY_ENDS + 2 * DAY_MS + HOUR_MS);
    // By then Friday is stored and Saturday is not, so the second attempt got somewhere.
    await killedAt(3);
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    expect(await attempt()).toMatchObject({ attempts: 1 });
    await ringUntil(FRIDAY_ENDS + 3 * DAY_MS);
    expect(await stored()).toEqual([`${SATURDAY} 1`, `${FRIDAY} 1`]);
  });
});

describe('a day that is too much for a row', () => {
  beforeEach(() => night.at(FRIDAY_NIGHT));

  const MADE_UP = 9_000;

  /** Enters thousands of clients, each with a copy of the one tap in the ledger. */
  const makeUpClients = () =>
    runInDurableObject(roomStub(), (room, { storage }) => {
      room['parts'].ledger.makeTablesFollow();
      storage.sql.exec(
        `WITH RECURSIVE made(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < ?)
       INSERT INTO ledger (id, client_id, area_id, first_seq, last_seq, change, ins, outs, floored, adjusted, occurred_at,
         received_at, occupancy)
       SELECT id + n, printf('%064d', n), area_id, 1, 1, change, ins, outs, floored, adjusted, occurred_at, received_at,
         occupancy + n FROM ledger, made`,
        MADE_UP,
      );
    });

  test('a day of more devices than a row holds is stored: those with the most taps, and all others as one', async () => {
    await count();
    await makeUpClients();
    await ringUntil(FRIDAY_ENDS + CLOSING_GRACE_MS);
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    const { devices, venue } = await figures(FRIDAY, 1);
    expect(venue.ins).toBe(MADE_UP + 1);
    expect(devices).toHaveLength(2_001);
    expect(devices.at(-1)).toMatchObject({ isOthers: true, ins: MADE_UP - 1_999 });
    const [row] = await query('SELECT length(figures) + length(closing) AS size FROM reports');
    expect(Number(row?.['size'])).toBeLessThan(REPORT_ROW_MAX_BYTES);
  });

  test('where the storage takes less than is known of it, less and less detail is stored', async () => {
    await count();
    await makeUpClients();
    await runInDurableObject(roomStub(), (room) => {
      const sql = room['parts'].ledger.reports['sql'];
      const exec = sql.exec.bind(sql);
      sql.exec = (statement, ...bindings) => {
        // This makes SQLite itself refuse the statement, as it does with a value beyond its limit.
        const isLarge = statement.startsWith('INSERT INTO reports') && bindings.join('').length > 20_000;
        return isLarge ? exec('SELECT zeroblob(2147483647)') : exec(statement, ...bindings);
      };
    });
    await runInDurableObject(roomStub(), async (room) => {
      night.at(FRIDAY_ENDS + CLOSING_GRACE_MS);
      await room['parts'].closing.run();
    });
    expect(await stored()).toEqual([`${FRIDAY} 1`]);
    const { devices, venue } = await figures(FRIDAY, 1);
    expect(devices).toHaveLength(51);
    expect(devices.reduce((ins, device) => ins + device.ins, 0)).toBe(venue.ins);
  });
});
