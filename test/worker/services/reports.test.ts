import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { EventRoom } from '../../../src/room/event-room';
import { FIGURES_PAGE_LENGTH } from '../../../src/room/reports/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { ReportSchema } from '../../../src/shared/schemas/report';
import { dayAfter, FRIDAY, FRIDAY_NIGHT, SATURDAY, SUNDAY, iso } from '../../support/moments';
import { stopClock } from '../../support/clock';
import { createArea, createVenue } from '../support/accounts';
import { tapper } from '../support/taps';

/** Tests reports over HTTP, of rooms in which people were counted. */

/** A moment as files have it. */
const inUtc = (day: string, time: string) => iso(day, time).replace('Z', '+00:00');

beforeEach(() => {
  stopClock(FRIDAY_NIGHT);
});

/** A night in UTC with a stage, a bar, and a polling device. */
async function nightOut() {
  const venue = await createVenue();
  const { admin, event, device } = venue;
  const path = `/api/events/${event.eventId}`;
  const utc = { timeZone: 'UTC', reportTime: '06:00', startDate: null, endDate: null };
  const bar = await createArea(admin, event.eventId, '=Bar, "west"', 10);
  await admin.client.call('PUT', `${path}/schedule`, { body: utc });
  return {
    ...venue,
    bar,
    get: async (query = '') => await admin.client.get(`${path}/report${query}`),
    report: async (query = '') => {
      const answer = await admin.client.get(`${path}/report${query}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      return z.parse(ReportSchema, answer.body);
    },
    file: async (query: string) => {
      const answer = await admin.client.fetch(`${path}/${query}`);
      expect(answer.status).toBe(200);
      return {
        headers: answer.headers,
        text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await answer.bytes()),
      };
    },
    stored: async () => (await admin.client.get(`${path}/reports`)).body,
    tap: tapper(device, event.eventId),
    close: async () => await runDurableObjectAlarm(env.ROOMS.get(env.ROOMS.idFromName(event.eventId))),
  };
}
type Night = Awaited<ReturnType<typeof nightOut>>;

/** Counts twelve people at the bar, of whom two move on to the stage and one leaves. */
async function count({ area, bar, tap }: Night) {
  vi.setSystemTime(FRIDAY_NIGHT + MINUTE_MS);
  await tap([{ areaId: bar.areaId, change: 12 }]);
  vi.setSystemTime(FRIDAY_NIGHT + 2 * MINUTE_MS);
  await tap([
    { areaId: bar.areaId, change: -1, to: area.areaId },
    { areaId: bar.areaId, change: -1, to: area.areaId },
  ]);
  vi.setSystemTime(FRIDAY_NIGHT + HOUR_MS);
  await tap([{ areaId: area.areaId, change: -1 }]);
}

const lines = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

test("a night's report and its CSV file contain the running day and intervals that sum to its totals", async () => {
  const night = await nightOut();
  await count(night);
  const report = await night.report();
  expect(report).toMatchObject({
    eventId: night.event.eventId,
    eventName: 'Summer Fest',
    timeZone: 'UTC',
    from: FRIDAY,
    to: FRIDAY,
    interval: 15,
    isFinal: false,
    generatedAt: iso(FRIDAY, '23:00'),
    days: [{ day: FRIDAY, revision: null, closedAt: null, ins: 12, outs: 1, peak: 12, closing: 11 }],
    venue: { ins: 12, outs: 1, net: 11, closing: 11 },
    areas: [
      { areaName: 'Main Stage', ins: 2, outs: 1, closing: 1 },
      { areaName: '=Bar, "west"', ins: 12, outs: 2, closing: 10, overCapacity: [{ peak: 12, capacity: 10 }] },
    ],
    alerts: [{ areaName: '=Bar, "west"', threshold: 100, endedAt: null }],
  });
  expect(report.journal.map(({ kind }) => kind)).not.toContain('alert_raised');
  expect(await night.report(`?from=${FRIDAY}&to=${FRIDAY}&interval=15`)).toEqual(report);

  for (const interval of [5, 60]) {
    const { venue, intervalStarts } = await night.report(`?interval=${interval}`);
    expect(intervalStarts).toHaveLength((17 * 60) / interval + 1);
    expect(venue.intervals.ins.reduce((sum, ins) => sum + ins, 0)).toBe(12);
    expect(venue.intervals.end.at(-1)).toBe(11);
  }

  const { headers, text } = await night.file('report?format=csv&interval=60');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename*=UTF-8''Summer%20Fest%20${FRIDAY}%20intervals.csv`,
  );
  expect(text.startsWith('\uFEFFbusiness_day,interval_start,')).toBe(true);
  const [, ...rows] = lines(text);
  expect(rows).toHaveLength(3 * 18);
  const at = rows.filter(([, start]) => start === inUtc(FRIDAY, '22:00'));
  expect(at.map((row) => row.join(','))).toEqual([
    `${FRIDAY},${inUtc(FRIDAY, '22:00')},${inUtc(FRIDAY, '23:00')},,Whole venue,12,0,0,12,12,,`,
    `${FRIDAY},${inUtc(FRIDAY, '22:00')},${inUtc(FRIDAY, '23:00')},${night.area.areaId},Main Stage,2,0,0,2,2,500,0.4`,
    `${FRIDAY},${inUtc(FRIDAY, '22:00')},${inUtc(FRIDAY, '23:00')},${night.bar.areaId},"'=Bar, ""west""",12,2,0,12,10,10,120`,
  ]);
});

test('a report covers 366 days by days and 31 by minutes, and a file of single taps covers 31', async () => {
  const night = await nightOut();
  await count(night);
  vi.setSystemTime(FRIDAY_NIGHT + 2 * DAY_MS);
  await night.close();
  await night.tap([{ areaId: night.bar.areaId, change: 3 }]);
  const year = `?from=${dayAfter(SUNDAY, -365)}&to=${SUNDAY}`;
  const report = await night.report(year);
  expect(report).toMatchObject({
    interval: 'day',
    days: [
      { day: FRIDAY, revision: 1 },
      { day: SUNDAY, revision: null },
    ],
  });
  expect(report.intervalStarts).toEqual([iso(FRIDAY, '06:00'), iso(SUNDAY, '06:00')]);
  expect(report.venue.intervals).toMatchObject({ ins: [12, 3], outs: [1, 0], max: [12, 14], end: [11, 14] });
  expect(await night.report(`${year}&interval=day`)).toEqual(report);
  const { text } = await night.file(`report${year}&format=csv`);
  expect(lines(text)[1]?.slice(0, 3)).toEqual([FRIDAY, inUtc(FRIDAY, '06:00'), inUtc(SATURDAY, '06:00')]);
  // A month may have days, too, with the same figures.
  const month = `?from=${dayAfter(SUNDAY, -30)}&to=${SUNDAY}`;
  const byDay = await night.report(`${month}&interval=day`);
  expect({ ...byDay, from: report.from, journal: report.journal }).toEqual(report);
  expect((await night.report(month)).interval).toBe(15);

  expect(lines((await night.file(`report/ledger?from=${dayAfter(SUNDAY, -30)}&to=${SUNDAY}`)).text)).toHaveLength(
    1 + 6 + 1,
  );
});

test('days stored without sums, which do not always fit, are reported by days from their slots', async () => {
  const night = await nightOut();
  await count(night);
  vi.setSystemTime(FRIDAY_NIGHT + DAY_MS);
  await night.close();
  const year = `?from=${dayAfter(SATURDAY, -365)}&to=${SATURDAY}`;
  const before = await night.report(year);
  const sums = await runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(night.event.eventId)), (_, { storage }) => {
    const rows = storage.sql.exec('SELECT sums FROM reports').toArray();
    storage.sql.exec('UPDATE reports SET sums = NULL');
    return rows;
  });
  expect(sums).toEqual([{ sums: expect.stringContaining('"slots":[[0,12,1,0,12,11]]') }]);
  expect(await night.report(year)).toEqual(before);
});

test('stored days are read in order, as many at once as one answer has room for', async () => {
  const night = await nightOut();
  await count(night);
  for (const day of [1, 2]) {
    vi.setSystemTime(FRIDAY_NIGHT + day * DAY_MS);
    await night.tap([{ areaId: night.bar.areaId, change: day }]);
  }
  vi.setSystemTime(FRIDAY_NIGHT + 3 * DAY_MS);
  await night.close();
  const query = `?from=${FRIDAY}&to=${SUNDAY}`;
  const pages = vi.spyOn(EventRoom.prototype, 'readFigures');
  const read = async () => {
    pages.mockClear();
    const report = await night.report(query);
    const sizes = await Promise.all(pages.mock.results.map(async ({ value }) => (await value).value.length));
    return { report, sizes };
  };
  const small = await read();
  expect(small.sizes).toEqual([3]);
  expect(small.report.days.map(({ ins }) => ins)).toEqual([12, 1, 2]);
  await runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(night.event.eventId)), (_, { storage }) => {
    // JSON may end with spaces.
    const spaces = `replace(hex(zeroblob(${FIGURES_PAGE_LENGTH / 2})), '0', ' ')`;
    storage.sql.exec(`UPDATE reports SET figures = figures || ${spaces}`);
  });
  expect(await read()).toEqual({ ...small, sizes: [1, 1, 1] });
});

test('a stored day is listed, reported from its stored figures, revised by late taps, and keeps its report without its taps', async () => {
  const day = `?from=${FRIDAY}&to=${FRIDAY}`;
  const span = { startsAt: iso(FRIDAY, '06:00'), endsAt: iso(SATURDAY, '06:00') };
  const [first, second] = [iso(SATURDAY, '10:00'), iso(SATURDAY, '11:00')];
  const night = await nightOut();
  await count(night);
  vi.setSystemTime(FRIDAY_NIGHT + 12 * HOUR_MS);
  await night.close();
  expect(await night.stored()).toEqual({ reports: [{ day: FRIDAY, revision: 1, closedAt: first, ...span }] });
  const reads = vi.spyOn(EventRoom.prototype, 'readLedger');
  expect(await night.report(day)).toMatchObject({
    isFinal: true,
    days: [{ day: FRIDAY, revision: 1, closedAt: first, isCompacted: false, ins: 12, closing: 11 }],
  });
  expect(reads).not.toHaveBeenCalled();

  // A phone sends its remaining taps. Until the day has another revision, its report is rebuilt.
  const at = FRIDAY_NIGHT + 90 * MINUTE_MS;
  await night.tap([{ areaId: night.area.areaId, change: 4, at }], 2);
  expect(await night.report(day)).toMatchObject({
    isFinal: false,
    days: [{ revision: null, ins: 16, closing: 15 }],
  });
  vi.setSystemTime(FRIDAY_NIGHT + 13 * HOUR_MS);
  await night.close();
  expect(await night.stored()).toEqual({
    reports: [
      { day: FRIDAY, revision: 2, closedAt: second, ...span },
      { day: FRIDAY, revision: 1, closedAt: first, ...span },
    ],
  });
  expect(await night.report(day)).toMatchObject({ days: [{ revision: 2, closedAt: second, ins: 16, closing: 15 }] });
  expect(await night.report(`${day}&revision=1`)).toMatchObject({
    isFinal: true,
    days: [{ revision: 1, closedAt: first, ins: 12, closing: 11 }],
    venue: { ins: 12 },
  });
  const file = await night.file(`report${day}&interval=60&revision=1&format=csv`);
  expect(file.text).not.toContain(',Whole venue,4,1,');
  expect(file.headers.get('content-disposition')).toContain(
    `''Summer%20Fest%20${FRIDAY}%20revision%201%20intervals.csv`,
  );
  expect((await night.file(`report${day}&interval=60&format=csv`)).text).toContain(',Whole venue,4,1,');
  expect(await night.get(`${day}&revision=3`)).toMatchObject({ status: 404, body: { code: 'not_found' } });

  await night.tap([{ areaId: night.bar.areaId, change: 1 }]);
  const [, ...taps] = lines((await night.file(`report/ledger${day}`)).text);
  expect(taps.map(([, businessDay]) => businessDay)).toEqual(Array.from({ length: 6 + 1 }, () => FRIDAY));
  expect(taps.at(-1)?.slice(2, 5)).toEqual([night.area.areaId, 'Main Stage', '4']);

  // A room reports deleted single taps in this way.
  await runInDurableObject(env.ROOMS.get(env.ROOMS.idFromName(night.event.eventId)), (_room, { storage }) => {
    storage.sql.exec("INSERT INTO meta (key, value) VALUES ('ledger_from', ?)", String(FRIDAY_NIGHT));
  });
  const address = `/api/events/${night.event.eventId}/report/ledger?from=${FRIDAY}&to=${SATURDAY}`;
  expect(await night.admin.client.get(address)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('The single taps of some of these days are not kept any more.') },
  });
  expect(await night.report(day)).toMatchObject({ days: [{ isCompacted: true, ins: 16 }] });
});

test('the ledger file has a line for each row with device time and server time and sums to the report', async () => {
  const night = await nightOut();
  await count(night);
  await night.tap([
    { areaId: night.bar.areaId, change: 4, at: Date.now() - 20 * MINUTE_MS },
    { areaId: night.bar.areaId, change: -4, undoes: 5 },
  ]);
  const { headers, text } = await night.file('report/ledger');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''Summer%20Fest%20${FRIDAY}%20taps.csv`);
  const [head = [], ...rows] = lines(text.replaceAll(`"'=Bar, ""west"""`, 'bar'));
  expect(head[0]).toBe('\uFEFFid');
  const column = (name: string) => rows.map((row) => row[head.indexOf(name)] ?? '');
  expect(column('area_name')).toEqual(['bar', 'bar', 'Main Stage', 'bar', 'Main Stage', 'Main Stage', 'bar', 'bar']);
  expect(column('other_area_name')).toEqual(['', 'Main Stage', 'bar', 'Main Stage', 'bar', '', '', '']);
  expect(column('occupancy')).toEqual(['12', '11', '1', '10', '2', '1', '14', '10']);
  expect(column('undoes')).toEqual(['', '', '', '', '', '', '', '5']);
  expect(new Set(column('business_day'))).toEqual(new Set([FRIDAY]));
  expect([column('device_time').at(6), column('server_time').at(6)]).toEqual([
    inUtc(FRIDAY, '22:40'),
    inUtc(FRIDAY, '23:00'),
  ]);
  const early = `report/ledger?from=${dayAfter(FRIDAY, -60)}&to=${dayAfter(FRIDAY, -30)}`;
  expect(lines((await night.file(early)).text)).toEqual([head]);
  const { areas, quality } = await night.report();
  expect(quality.ledgerRows).toBe(rows.length);
  const sum = (name: string) => column(name).reduce((total, cell) => total + Number(cell), 0);
  expect([sum('in'), sum('out')]).toEqual([
    areas.reduce((total, { ins }) => total + ins, 0),
    areas.reduce((total, { outs }) => total + outs, 0),
  ]);
});

test('the ledger is not read further after its reader has gone away', async () => {
  const night = await nightOut();
  await count(night);
  const reads = vi.spyOn(EventRoom.prototype, 'readLedger');
  await night.file('report/ledger');
  const read = await reads.mock.results[0]?.value;
  if (!read?.ok) throw new Error('Nothing was read');
  const page = read.value;
  // Returns the same page again and again: a ledger without an end.
  reads.mockReset().mockImplementation(async (_visit, after) => ({ ok: true, value: { ...page, next: after + 1 } }));
  const { body } = await night.admin.client.fetch(`/api/events/${night.event.eventId}/report/ledger`);
  const reader = body?.getReader();
  for (let piece = 0; piece < 10; piece += 1) expect((await reader?.read())?.done).toBe(false);
  const whileRead = reads.mock.calls.length;
  await reader?.cancel();
  await new Promise((resolve) => setTimeout(resolve, 100));
  const afterwards = reads.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 100));
  // The head needs no page, and one or two pages are on their way.
  expect(whileRead).toBeLessThanOrEqual(11);
  expect(afterwards).toBeLessThanOrEqual(whileRead + 1);
  expect(reads.mock.calls.length).toBe(afterwards);
});
