import { evictDurableObject } from 'cloudflare:test';
import { beforeEach, expect, test } from 'vitest';
import { JOURNAL_SCAN_ROWS_MAX, LEDGER_PAGE_ROWS } from '../../src/room/storage/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/shared/durations';
import type { LedgerPage, ReportPlan } from '../../src/reports/plan';
import { type DayFigures, EMPTY_OPENING } from '../../src/reports/figures';
import { RecountHistory } from '../../src/reports/answer/recount-history';
import { ReportBuilder } from '../../src/reports/answer/report-builder';
import { NO_LETTERHEAD, type Report } from '../../src/shared/schemas/report';
import { dayAfter, FRIDAY, FRIDAY_ENDS, FRIDAY_NIGHT, moment, SATURDAY, SUNDAY } from '../support/moments';
import { closings, enterRows, valueOf } from '../worker/support/closings';
import { count, nightOut, poll } from '../worker/support/days';
import { ADMIN, knownRoom, query, roomStub, VISIT } from '../worker/support/room';

/** Tests the answers of a room about its past: days, journal, ledger and flow. fuzz-room covers all other sequences. */

const { figures, journal, plan, ringUntil } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});

/** The report of a plan, from the figures of these days and without a journal. */
function reportOf(made: ReportPlan, ...days: DayFigures[]): Report {
  const none = { records: [], leftOut: 0 };
  const record = { acts: [], actsLeftOut: 0, alerts: none, orders: none };
  const builder = new ReportBuilder({ eventId: 'event-1', plan: made, interval: 60 });
  for (const day of days) builder.add(day);
  return builder.finish({ journal: record, recounts: new RecountHistory(), areaIds: [], letterhead: NO_LETTERHEAD });
}

const FRIDAY_SPAN = { startsAt: moment(FRIDAY, '06:00'), endsAt: FRIDAY_ENDS };
const SATURDAY_SPAN = { startsAt: FRIDAY_ENDS, endsAt: moment(SUNDAY, '06:00') };

test('the newest day is built from the days before it and everything counted, including taps that are only in the log', async () => {
  await count();
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count([Date.now() - 1_000, Date.now() - 900]);
  const { from, to, days, build } = await plan();
  expect([from, to]).toEqual([SATURDAY, SATURDAY]);
  expect(days).toEqual([{ day: SATURDAY, ...SATURDAY_SPAN, stored: null }]);
  expect(build).toMatchObject({ opening: EMPTY_OPENING, now: Date.now() });
  expect(build?.days).toEqual([
    { day: FRIDAY, ...FRIDAY_SPAN },
    { day: SATURDAY, ...SATURDAY_SPAN },
  ]);
  expect((await journal('steps', build?.steps ?? null)).kinds).toEqual([
    'area_added',
    'capacity_changed',
    'area_added',
    'capacity_changed',
  ]);
  const { rows } = valueOf(await roomStub().readLedger(VISIT, build?.after ?? Number.NaN, build?.upTo ?? Number.NaN));
  expect(rows.map(({ ins, occurredAt, occupancy }) => ({ ins, occurredAt, occupancy }))).toEqual([
    { ins: 1, occurredAt: FRIDAY_NIGHT, occupancy: 1 },
    { ins: 2, occurredAt: Date.now() - 1_000, occupancy: 3 },
  ]);
  expect((await plan(FRIDAY)).build?.days).toEqual([{ day: FRIDAY, ...FRIDAY_SPAN }]);
});

test('a change appears in the report of its day, even on a day without taps', async () => {
  night.at(FRIDAY_NIGHT + 2 * DAY_MS);
  await roomStub().recountArea(VISIT, 'main', { occupancy: 7, reason: 'Looked' }, ADMIN);
  const acts = async (from: string, to: string) => (await journal('acts', (await plan(from, to)).journal)).kinds;
  expect(await acts(FRIDAY, FRIDAY)).toHaveLength(4);
  expect(await acts(SATURDAY, SATURDAY)).toEqual([]);
  expect(await acts(SUNDAY, SUNDAY)).toEqual(['occupancy_recounted']);
  expect(await acts(SATURDAY, dayAfter(SATURDAY, 30))).toEqual(['occupancy_recounted']);
  expect(await acts(dayAfter(SUNDAY, 1), dayAfter(SUNDAY, 2))).toEqual([]);
  expect((await journal('acts', (await plan(SUNDAY)).journal)).facts).toMatchObject([
    { at: Date.now(), actor: ADMIN, areaId: 'main', before: 0, after: 7, note: 'Looked' },
  ]);
});

test('a changed clock appears in the journal, and the night before it is one day', async () => {
  await count();
  const changes = { revision: 2, timeZone: 'Europe/Berlin', reportTime: '12:00' };
  await knownRoom(changes);
  await evictDurableObject(roomStub());
  night.at(FRIDAY_NIGHT + 9 * HOUR_MS);
  await count([Date.now()], changes);
  const { journal: span, days, timeZone, reportTime } = await plan();
  expect((await journal('acts', span)).facts.at(-1)).toMatchObject({
    actor: ADMIN,
    kind: 'schedule_changed',
    before: 'UTC 06:00',
    after: 'Europe/Berlin 12:00',
  });
  expect([timeZone, reportTime]).toEqual(['Europe/Berlin', '12:00']);
  const endsAt = moment(SATURDAY, '10:00');
  expect(days).toEqual([{ day: FRIDAY, startsAt: FRIDAY_SPAN.startsAt, endsAt, stored: null }]);
});

test('a report is final when its days are over by the clock in force, not by a clock that is set for later', async () => {
  await count();
  const saturdayNight = FRIDAY_ENDS + 19 * HOUR_MS;
  await ringUntil(saturdayNight);
  await knownRoom({ revision: 2, reportTime: '00:00' });
  const report = async () => reportOf(await plan(FRIDAY, SATURDAY), await figures(FRIDAY, 1));
  // By the new clock it is Sunday, but Saturday lasts until six, and taps may still arrive.
  expect(await report()).toMatchObject({ reportTime: '00:00', isFinal: false, days: [{ day: FRIDAY }] });
  expect((await plan()).today).toBe(SATURDAY);
  night.at(SATURDAY_SPAN.endsAt);
  expect(await report()).toMatchObject({ isFinal: true });
});

test('a report names the days with counts before and after its own, and leaves out days without', async () => {
  await count();
  night.at(FRIDAY_NIGHT + 2 * DAY_MS);
  await count([Date.now()]);
  const around = async (from: string, to = from) => {
    const { earlierDay, laterDay } = reportOf(await plan(from, to));
    return [earlierDay, laterDay];
  };
  expect(await around(FRIDAY)).toEqual([undefined, SUNDAY]);
  expect(await around(SATURDAY)).toEqual([FRIDAY, SUNDAY]);
  expect(await around(SATURDAY, SUNDAY)).toEqual([FRIDAY, undefined]);
});

test('a long ledger is read in parts, each row once and in order, with its sender', async () => {
  const rows = 2 * LEDGER_PAGE_ROWS + 500;
  await enterRows(rows, 0);
  const pages: LedgerPage[] = [];
  for (let next: number | null = 0; next !== null; next = pages.at(-1)?.next ?? null) {
    pages.push(valueOf(await roomStub().readLedger(VISIT, next, rows * 1_000)));
  }
  expect(pages.map((page) => page.rows.length)).toEqual([LEDGER_PAGE_ROWS, LEDGER_PAGE_ROWS, 500]);
  const ids = pages.flatMap((page) => page.rows.map(({ id }) => id));
  expect(ids).toEqual(Array.from({ length: rows }, (_, i) => (i + 1) * 1_000));
  const some = valueOf(await roomStub().readLedger(VISIT, 2_500, 5_000));
  expect(some.rows.map(({ id }) => id)).toEqual([3_000, 4_000, 5_000]);
  expect(some.clients).toEqual([{ clientId: 'door', deviceId: 'door', deviceName: null, isAdmin: false }]);
});

test('a long journal is read in parts, each with the kinds that its reader needs', async () => {
  await count();
  const alerts = JOURNAL_SCAN_ROWS_MAX + LEDGER_PAGE_ROWS;
  await query(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
     INSERT INTO journal (id, at, actor, kind, area_id, before, after, note)
     SELECT ?2 * 1000 + 1000 + i, ?2, 'system', 'alert_raised', 'main', NULL, '75', NULL FROM n`,
    alerts,
    Date.now(),
  );
  night.at(FRIDAY_NIGHT + HOUR_MS);
  await roomStub().recountArea(VISIT, 'main', { occupancy: 7, reason: 'Looked' }, ADMIN);
  const made = await plan(FRIDAY);
  const STEPS = ['area_added', 'capacity_changed', 'area_added', 'capacity_changed', 'occupancy_recounted'];
  expect((await journal('steps', made.build?.steps ?? null)).kinds).toEqual(STEPS);
  expect((await journal('alerts', made.journal)).facts).toHaveLength(alerts);
  expect((await journal('acts', made.journal)).kinds).toEqual(STEPS);
});

test('flow counts taps in the minute in which the room got them, late taps apart, and includes minutes without taps', async () => {
  const last = async (minutes: number) =>
    valueOf(await roomStub().readFlow(VISIT))
      .venue.slice(0 - minutes)
      .map(({ ins, outs, occupancy, late }) => [ins, outs, occupancy, late?.ins ?? 0]);
  await poll([Date.now() - MINUTE_MS, Date.now() - 20 * MINUTE_MS]);
  night.at(FRIDAY_NIGHT + MINUTE_MS);
  await poll([Date.now()]);
  const minutes = [
    [0, 0, 0, 0],
    [2, 0, 2, 1],
    [1, 0, 3, 0],
  ];
  expect(await last(3)).toEqual(minutes);
  await evictDurableObject(roomStub());
  night.at(FRIDAY_NIGHT + 2 * MINUTE_MS);
  expect(await last(4)).toEqual([...minutes, [0, 0, 3, 0]]);
});
