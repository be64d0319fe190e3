import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test } from 'vitest';
import { REPORT_GRACE_MS } from '../../src/room/reports/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import { LEDGER_RETENTION_MS } from '../../src/shared/reports/limits';
import { FRIDAY, FRIDAY_ENDS, FRIDAY_NIGHT } from '../support/moments';
import { alarmAt, count, nightOut } from '../worker/support/days';
import { closings } from '../worker/support/closings';
import { ADMIN, batch, breakTable, counts, knownRoom, ledgerRows, poll, roomStub, VISIT } from '../worker/support/room';

/** Tests that a room keeps single taps for months and reports for years. */

const { figures, journal, plan, ringUntil, rowsOf, stored } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});

const CLOSED_AT = FRIDAY_ENDS + REPORT_GRACE_MS;
/** Two years. Months are twelfths of an average year. */
const KEPT_MS = 2 * 365.25 * DAY_MS;

/** Returns the newest report and checks that it is that revision. */
async function newest(revision: number) {
  const [day, stands] = (await stored())[0]?.split(' ') ?? [];
  expect(stands).toBe(String(revision));
  return await figures(day ?? '', revision);
}

test('single taps are deleted ninety days after the report of their day, and the report says so', async () => {
  await count();
  await ringUntil(CLOSED_AT);
  const before = await figures(FRIDAY, 1);
  await ringUntil(CLOSED_AT + LEDGER_RETENTION_MS - 1);
  expect((await ledgerRows()).length).toBe(1);
  expect((await plan(FRIDAY)).ledgerFrom).toBe(0);
  await ringUntil(CLOSED_AT + LEDGER_RETENTION_MS);
  expect((await ledgerRows()).length).toBe(0);
  const { ledgerFrom, days, build } = await plan(FRIDAY);
  expect({ ledgerFrom, days, build }).toMatchObject({
    ledgerFrom: FRIDAY_ENDS,
    days: [{ day: FRIDAY, stored: { revision: 1 } }],
    build: null,
  });
  expect(await figures(FRIDAY, 1)).toEqual(before);
  expect(await counts()).toMatchObject({ main: [1, 1, 0] });
});

test('reports, journal and days are deleted after two years, and later days begin with the last occupancy', async () => {
  await count();
  await roomStub().recountArea(VISIT, 'bar', { occupancy: 5, reason: 'Looked' }, ADMIN);
  await ringUntil(FRIDAY_ENDS + KEPT_MS - 1);
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  expect(await rowsOf('journal')).toBe(5);
  await roomStub().recountArea(VISIT, 'bar', { occupancy: 7, reason: 'Again' }, ADMIN);
  await ringUntil(FRIDAY_ENDS + KEPT_MS);
  expect(await stored()).toEqual([]);
  expect([await rowsOf('days'), await rowsOf('journal'), (await ledgerRows()).length]).toEqual([0, 1, 0]);
  const gone = await plan(FRIDAY);
  expect(gone).toMatchObject({ days: [], build: null });
  expect((await journal('acts', gone.journal)).facts).toEqual([]);
  // The later entry is kept for years, because the next day needs it.
  expect(await alarmAt()).toBeNull();

  night.at(FRIDAY_ENDS + KEPT_MS + 13 * HOUR_MS);
  await count();
  const { build } = await plan();
  expect(build?.opening).toMatchObject({
    at: FRIDAY_ENDS,
    areas: [{ areaId: 'main', occupancy: 1 }, { occupancy: 5 }],
  });
  await ringUntil(Date.now() + DAY_MS);
  const next = await newest(1);
  expect(next.venue).toMatchObject({ opening: 8, ins: 1, closing: 9 });
  expect(next.areas.map(({ areaName, closing }) => [areaName, closing])).toEqual([
    ['Main Stage', 2],
    ['Bar', 7],
  ]);
  expect(await counts()).toMatchObject({ main: [2, 2, 0], bar: [7, 0, 0] });
});

test('the retention is set by the operator but is never shorter than the time in which taps may arrive late', async () => {
  env.RETENTION_MONTHS = '0.01';
  await count();
  await ringUntil(FRIDAY_ENDS + 8 * DAY_MS - 1);
  expect(await stored()).toEqual([`${FRIDAY} 1`]);
  await ringUntil(FRIDAY_ENDS + 8 * DAY_MS);
  expect(await stored()).toEqual([]);
  expect((await ledgerRows()).length).toBe(0);
});

test('late taps from before a later reset are kept for the next day, even when their own days are deleted', async () => {
  env.RETENTION_MONTHS = '1';
  await count();
  await ringUntil(FRIDAY_ENDS + 3 * HOUR_MS);
  await roomStub().resetArea(VISIT, 'main', ADMIN);
  night.at(FRIDAY_ENDS + 5 * HOUR_MS);
  await poll(810, batch(1, [1], 'main', FRIDAY_NIGHT + MINUTE_MS));
  expect(await counts()).toMatchObject({ main: [0, 2, 0] });
  await ringUntil(FRIDAY_NIGHT + 100 * DAY_MS);
  expect([await stored(), (await ledgerRows()).length]).toEqual([[], 1]);
  await count();
  await ringUntil(Date.now() + DAY_MS);
  expect((await newest(1)).venue).toMatchObject({ opening: 0, ins: 1, closing: 1 });
  expect(await counts()).toMatchObject({ main: [1, 3, 0] });
  await ringUntil(Date.now() + LEDGER_RETENTION_MS);
  expect((await ledgerRows()).length).toBe(0);
});

test('a day whose report could not be stored keeps everything that the report needs', async () => {
  await count();
  await breakTable('reports');
  night.at(FRIDAY_ENDS + KEPT_MS + DAY_MS);
  await runDurableObjectAlarm(roomStub());
  expect([await rowsOf('days'), await rowsOf('journal'), (await ledgerRows()).length]).toEqual([1, 4, 1]);
});
