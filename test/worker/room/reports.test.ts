import { runInDurableObject } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { JOURNAL_SCAN_ROWS, LEDGER_PAGE_ROWS } from '../../../src/room/limits';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import type { LedgerFact } from '../../../src/shared/report/facts';
import type { LedgerPage } from '../../../src/shared/report/plan';
import { NOTHING_YET } from '../../../src/shared/report/figures';
import { makeReport } from '../../../src/shared/report/make-report';
import { closings, valueOf } from '../support/closings';
import { count, FRIDAY, FRIDAY_NIGHT, nightOut, SATURDAY } from '../support/days';
import { ADMIN, batch, clientIdOf, definition, joinRoom, knownRoom, roomStub, visitOf } from '../support/room';

/** What a room says of its past: days, journal, ledger. */

const { figures, journal, plan, ringUntil } = closings((at) => night.at(at));

let night: ReturnType<typeof nightOut>;
beforeEach(async () => {
  night = nightOut();
  await knownRoom();
});
afterEach(() => night.end());

const visit = visitOf(definition());
const SPAN = {
  [FRIDAY]: { startsAt: Date.parse('2040-06-15T06:00:00Z'), endsAt: Date.parse('2040-06-16T06:00:00Z') },
  [SATURDAY]: { startsAt: Date.parse('2040-06-16T06:00:00Z'), endsAt: Date.parse('2040-06-17T06:00:00Z') },
};

/** All rows between two ids, and how many came at once. */
async function ledger(after: number, upTo: number) {
  const rows: LedgerFact[] = [];
  const sizes: number[] = [];
  for (let next: number | null = after; next !== null;) {
    const page: LedgerPage = valueOf(await roomStub().readLedger(visit, next, upTo));
    rows.push(...page.rows);
    sizes.push(page.rows.length);
    next = page.next;
  }
  return { rows, sizes };
}

test('a room in which nothing was counted has a report of today without days', async () => {
  expect(await plan()).toMatchObject({
    eventName: 'Open Air',
    timeZone: 'UTC',
    reportTime: '06:00',
    from: FRIDAY,
    to: FRIDAY,
    days: [],
    build: null,
    ledgerFrom: 0,
    now: FRIDAY_NIGHT,
  });
  expect(valueOf(await roomStub().listReports(visit))).toEqual([]);
});

test('the newest day is built with those before it, from all that was counted: also what is in the log alone', async () => {
  await count();
  night.at(FRIDAY_NIGHT + DAY_MS);
  await count([Date.now() - 1_000, Date.now() - 900]);
  const { from, to, days, build } = await plan();
  expect([from, to]).toEqual([SATURDAY, SATURDAY]);
  expect(days).toEqual([{ day: SATURDAY, ...SPAN[SATURDAY], stored: null }]);
  expect(build).toMatchObject({ standing: NOTHING_YET, now: Date.now() });
  expect(build?.days).toEqual([
    { day: FRIDAY, ...SPAN[FRIDAY] },
    { day: SATURDAY, ...SPAN[SATURDAY] },
  ]);
  expect((await journal('steps', build?.steps ?? null)).kinds).toEqual([
    'area_added',
    'capacity_changed',
    'area_added',
    'capacity_changed',
  ]);
  const { rows } = await ledger(build?.after ?? Number.NaN, build?.upTo ?? Number.NaN);
  expect(rows.map(({ ins, occurredAt, occupancy }) => ({ ins, occurredAt, occupancy }))).toEqual([
    { ins: 1, occurredAt: FRIDAY_NIGHT, occupancy: 1 },
    { ins: 2, occurredAt: Date.now() - 1_000, occupancy: 3 },
  ]);
  expect((await plan(FRIDAY)).build?.days).toEqual([{ day: FRIDAY, ...SPAN[FRIDAY] }]);
});

test('what was changed stands in the report of its day, also on one on which nothing was counted', async () => {
  night.at(FRIDAY_NIGHT + 2 * DAY_MS);
  await roomStub().recountArea(visit, 'main', { occupancy: 7, reason: 'Looked' }, ADMIN);
  const acts = async (from: string, to: string) => (await journal('acts', (await plan(from, to)).journal)).kinds;
  expect(await acts(FRIDAY, FRIDAY)).toHaveLength(4);
  expect(await acts(SATURDAY, SATURDAY)).toEqual([]);
  expect(await acts('2040-06-17', '2040-06-17')).toEqual(['occupancy_recounted']);
  expect(await acts(SATURDAY, '2040-07-16')).toEqual(['occupancy_recounted']);
  expect(await acts('2040-06-18', '2040-06-19')).toEqual([]);
  expect((await journal('acts', (await plan('2040-06-17')).journal)).facts).toMatchObject([
    { at: Date.now(), actor: ADMIN, areaId: 'main', before: 0, after: 7, note: 'Looked' },
  ]);
});

test.each([
  ['2040-06-16', '2040-06-15'],
  ['2040-06-15', '2040-07-16'],
  ['yesterday', 'today'],
  ['', ''],
])('from %s to %s is no report', async (from, to) => {
  expect(await roomStub().planReport(visit, { from, to })).toEqual({ ok: false, code: 'invalid_input' });
});

test.each([
  ['2040-06-15', '2040-07-15'],
  ['0001-01-01', '0001-01-01'],
  ['1970-12-31', '1971-01-01'],
  ['9999-12-31', '9999-12-31'],
])('from %s to %s is one', async (from, to) => {
  expect(await plan(from, to)).toMatchObject({ from, to, days: [], build: null });
});

test('a changed clock stands in the journal, and the night before it is one day', async () => {
  await count();
  const changes = { revision: 2, timeZone: 'Europe/Berlin', reportTime: '12:00' };
  await knownRoom(changes);
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
  const endsAt = Date.parse('2040-06-16T10:00:00Z');
  expect(days).toEqual([{ day: FRIDAY, startsAt: SPAN[FRIDAY].startsAt, endsAt, stored: null }]);
});

test('a report is final when its days are over by the clock that still holds, not by one that is set for later', async () => {
  await count();
  const saturdayNight = SPAN[FRIDAY].endsAt + 19 * HOUR_MS;
  await ringUntil(saturdayNight);
  await knownRoom({ revision: 2, reportTime: '00:00' });
  const report = async () => {
    const made = await plan(FRIDAY, SATURDAY);
    const record = { acts: [], actsLeftOut: 0, alerts: { records: [], leftOut: 0 } };
    const options = { eventId: 'event-1', figures: [await figures(FRIDAY, 1)], journal: record, areaIds: [] } as const;
    return makeReport({ ...options, plan: made, interval: 60 });
  };
  // By the clock that was set, it is Sunday; until six it is Saturday, on which someone may still come in.
  expect(await report()).toMatchObject({ reportTime: '00:00', isFinal: false, days: [{ day: FRIDAY }] });
  expect((await plan()).today).toBe(SATURDAY);
  night.at(SPAN[SATURDAY].endsAt);
  expect(await report()).toMatchObject({ isFinal: true });
});

test('a long ledger comes in parts, each row once and in order, with who sent it', async () => {
  const rows = 2 * LEDGER_PAGE_ROWS + 500;
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO ledger (id, client_id, area_id, first_seq, last_seq, change, ins, outs, floored, adjusted, occurred_at,
         received_at, occupancy) SELECT i * 10, 'client-' || CAST(i % 3 AS TEXT), 'main', i, i, 1, 1, 0, 0, 0, i, i, i FROM n`,
    );
  });
  const all = await ledger(0, rows * 10);
  expect(all.sizes).toEqual([LEDGER_PAGE_ROWS, LEDGER_PAGE_ROWS, 500]);
  expect(all.rows.map(({ id }) => id)).toEqual(Array.from({ length: rows }, (_, i) => (i + 1) * 10));
  const some = await ledger(25, 50);
  expect(some.rows.map(({ id }) => id)).toEqual([30, 40, 50]);
  const { clients } = valueOf(await roomStub().readLedger(visit, 0, 20));
  expect(clients).toEqual([
    { clientId: 'client-1', deviceId: 'client-1', deviceName: null, isAdmin: false },
    { clientId: 'client-2', deviceId: 'client-2', deviceName: null, isAdmin: false },
  ]);
});

test('a plan is as short as ever beside a long journal: that comes in parts, each kind for those who need it', async () => {
  await count();
  const alerts = JOURNAL_SCAN_ROWS + 2 * LEDGER_PAGE_ROWS + 500;
  await runInDurableObject(roomStub(), (_room, { storage }) => {
    storage.sql.exec(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${alerts})
       INSERT INTO journal (id, at, actor, kind, area_id, before, after, note)
       SELECT ${Date.now() * 1_000 + 1_000} + i, ${Date.now()}, 'system',
         CASE i % 2 WHEN 0 THEN 'alert_cleared' ELSE 'alert_raised' END, 'main', NULL, '75', NULL FROM n`,
    );
  });
  night.at(FRIDAY_NIGHT + HOUR_MS);
  await roomStub().recountArea(visit, 'main', { occupancy: 7, reason: 'Looked' }, ADMIN);
  const made = await plan(FRIDAY);
  expect(JSON.stringify(made).length).toBeLessThan(2_000);
  const STEPS = ['area_added', 'capacity_changed', 'area_added', 'capacity_changed', 'occupancy_recounted'];
  const steps = await journal('steps', made.build?.steps ?? null);
  expect(steps.kinds).toEqual(STEPS);
  // What it is looked for among is bounded, too.
  expect(steps.sizes).toEqual([4, 1]);
  const told = await journal('alerts', made.journal);
  expect(told.facts).toHaveLength(alerts);
  expect(Math.max(...told.sizes)).toBe(LEDGER_PAGE_ROWS);
  expect((await journal('acts', made.journal)).kinds).toEqual(STEPS);
});

test('a device is known by the name that it gave itself, one that has only polled by its client id', async () => {
  const as = { deviceId: 'device-0000000001', deviceName: 'North door', direction: 'in' } as const;
  const { device } = await joinRoom(clientIdOf(700), { principal: 'code:event-1' }, as);
  device.send(batch(1, [1]));
  await device.next('ack');
  await count();
  const { build } = await plan();
  const { clients } = valueOf(await roomStub().readLedger(visit, 0, build?.upTo ?? 0));
  expect(clients).toEqual([
    { clientId: clientIdOf(700), deviceId: as.deviceId, deviceName: 'North door', isAdmin: false },
    { clientId: expect.any(String), deviceId: clients[1]?.clientId, deviceName: null, isAdmin: true },
  ]);
});

test('there are no figures of a day that is not closed', async () => {
  await count();
  expect(await roomStub().readFigures(visit, FRIDAY, 1)).toEqual({ ok: false, code: 'not_found' });
});

test('an event that is gone has no reports', async () => {
  await count();
  await roomStub().deleteEvent();
  const gone = { ok: false, code: 'not_found' };
  expect(await roomStub().planReport(visit, null)).toEqual(gone);
  expect(await roomStub().readLedger(visit, 0, 1)).toEqual(gone);
  expect(await roomStub().readFigures(visit, FRIDAY, 1)).toEqual(gone);
  expect(await roomStub().listReports(visit)).toEqual(gone);
});
