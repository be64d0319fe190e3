import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CLOSING_GRACE_MS, REPORT_ROW_MAX_BYTES } from '../../../src/room/limits';
import { closings } from '../support/closings';
import { count, FRIDAY, nightOut } from '../support/days';
import { knownRoom, roomStub } from '../support/room';

/** What becomes of a day that is too much for a row. */

const { figures, ringUntil, stored } = closings((at) => night.at(at));
const CLOSED_AT = Date.parse('2040-06-16T06:00:00Z') + CLOSING_GRACE_MS;

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});
afterEach(() => {
  vi.restoreAllMocks();
  night.end();
});

const MADE_UP = 9_000;

/** As many clients as somebody makes up, each with the one tap that the room has in its ledger. */
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

const sizes = () =>
  runInDurableObject(roomStub(), (_room, { storage }) =>
    storage.sql.exec('SELECT length(figures) + length(closing) AS size FROM reports').toArray(),
  );

test('a day of more devices than a row holds is stored: those with the most taps, and all others as one', async () => {
  await count();
  await makeUpClients();
  await ringUntil(CLOSED_AT);
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  const { devices, venue } = await figures(FRIDAY, 1);
  expect(venue.ins).toBe(MADE_UP + 1);
  expect(devices).toHaveLength(2_001);
  expect(devices.at(-1)).toMatchObject({ isOthers: true, ins: MADE_UP - 1_999 });
  expect(Number((await sizes())[0]?.['size'])).toBeLessThan(REPORT_ROW_MAX_BYTES);
});

test('where the storage takes less than is known of it, less and less detail is stored', async () => {
  await count();
  await makeUpClients();
  await runInDurableObject(roomStub(), (room) => {
    const sql = room['parts'].ledger.reports['sql'];
    const exec = sql.exec.bind(sql);
    sql.exec = (query, ...bindings) => {
      // SQLite's own refusal, as of a value that is larger than any limit.
      const isLarge = query.startsWith('INSERT INTO reports') && bindings.join('').length > 20_000;
      return isLarge ? exec('SELECT zeroblob(2147483647)') : exec(query, ...bindings);
    };
  });
  await runInDurableObject(roomStub(), async (room) => {
    night.at(CLOSED_AT);
    await room['parts'].closing.run();
  });
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  const { devices, venue } = await figures(FRIDAY, 1);
  expect(devices).toHaveLength(51);
  expect(devices.reduce((ins, device) => ins + device.ins, 0)).toBe(venue.ins);
});
