import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { buildReport, type BuildReportOptions } from '../../../../src/shared/report/build-report';
import { makeReport } from '../../../../src/shared/report/make-report';
import { DayBuilder } from '../../../../src/shared/report/build-days';
import { type DayFigures, NOTHING_YET } from '../../../../src/shared/report/figures';
import { IntervalGrid } from '../../../../src/shared/report/interval-grid';
import { mergeSubject } from '../../../../src/shared/report/merge-subject';
import type { ReportPlan } from '../../../../src/shared/report/plan';
import { ReportSchema } from '../../../../src/shared/schemas/report';
import { HOUR_MS, MINUTE_MS } from '../../../../src/shared/limits';
import { businessDay } from '../../../../src/shared/rules/business-day';
import { onDevice, TestRoom } from './support';

const CLOCK = { timeZone: 'Europe/Berlin', reportTime: '06:00' };
const EVENING = Date.parse('2026-07-11T18:00:00+02:00');
const at = (minutes: number): number => EVENING + minutes * MINUTE_MS;
const iso = (time: number): string => new Date(time).toISOString();
const OPTIONS: BuildReportOptions = {
  eventId: 'event',
  eventName: 'Summer night',
  clock: CLOCK,
  from: '2026-07-11',
  to: '2026-07-12',
  interval: 60,
  now: at(48 * 60),
  clients: [],
};

function twoNights(): TestRoom {
  const room = new TestRoom();
  room.addArea(at(-60), 'hall', 5);
  room.addArea(at(-60), 'bar', 10);
  room.tap(at(0), { change: 6 });
  room.tap(at(10), { change: -2, to: 'bar' });
  room.tap(at(11), { change: 4 });
  room.tap(at(13 * 60), { change: 1, client: 'other' });
  room.deleteArea(at(14 * 60), 'bar');
  room.tap(at(15 * 60), { change: -5 });
  return room;
}

const reportOf = (room: TestRoom, changes: Partial<BuildReportOptions> = {}) =>
  buildReport(room.ledger, room.journal, { ...OPTIONS, ...changes });

/** What the days of a room come to, as they are stored. */
function daysOf(room: TestRoom): DayFigures[] {
  const days = [businessDay(at(0), CLOCK)];
  const build = { standing: NOTHING_YET, days, now: at(48 * 60), after: 0, upTo: Infinity, journal: room.journal };
  const builder = new DayBuilder(build);
  builder.add({ rows: room.ledger, clients: [] });
  return builder.finish();
}

const mergeVenue = (day: DayFigures) => mergeSubject([day], ({ venue }) => venue, new IntervalGrid([day], 60));

describe('a report over days', () => {
  test('adds them up, and goes on where the day before ended', () => {
    const report = reportOf(twoNights(), {
      clients: [onDevice('door', 'd1', 'Gate'), onDevice('other', 'd1', 'Gate')],
    });
    expect(z.parse(ReportSchema, report)).toEqual(report);
    expect(
      report.days.map(({ day, ins, outs, peak, closing, firstInterval, revision }) => [
        day,
        ins,
        outs,
        peak,
        closing,
        firstInterval,
        revision,
      ]),
    ).toEqual([
      ['2026-07-11', 10, 0, 10, 10, 0, null],
      ['2026-07-12', 1, 5, 11, 4, 24, null],
    ]);
    expect(report.venue).toMatchObject({
      ins: 11,
      outs: 5,
      net: 6,
      movedIn: 0,
      opening: 0,
      closing: 4,
      peak: 11,
      peakAt: iso(at(13 * 60)),
    });
    expect(
      report.areas.map(({ areaId, deletedAt, opening, closing }) => [areaId, deletedAt, opening, closing]),
    ).toEqual([
      ['hall', null, 0, 4],
      ['bar', iso(at(14 * 60)), 0, 0],
    ]);
    expect(report.areas[0]).toMatchObject({
      movedOut: 2,
      capacity: 5,
      capacities: [{ at: iso(at(-60)), capacity: 5 }],
    });
    expect(report.devices).toMatchObject([{ deviceId: 'd1', ins: 11, outs: 5, moves: 2, taps: 5 }]);
    expect(report.quality).toMatchObject({ taps: 5, ledgerRows: 6 });
  });

  test('has a period over capacity that lasts from one day into the next as one', () => {
    const { areas } = reportOf(twoNights());
    expect(areas[0]?.overCapacity).toEqual([
      { from: iso(at(0)), to: iso(at(10)), seconds: 600, peak: 6, capacity: 5 },
      { from: iso(at(11)), to: iso(at(15 * 60)), seconds: (15 * 60 - 11) * 60, peak: 9, capacity: 5 },
    ]);
    expect(areas[0]?.minutesAbove.above100).toBe(10 + 15 * 60 - 11);
    const running = reportOf(twoNights(), { now: at(14 * 60) });
    expect(running.areas[0]?.overCapacity.at(-1)).toEqual({
      from: iso(at(11)),
      to: null,
      seconds: (14 * 60 - 11) * 60,
      peak: 9,
      capacity: 5,
    });
  });

  test('leaves breaks of less than a minute in a period, and out of its time', () => {
    const room = new TestRoom();
    room.addArea(at(-60), 'hall', 5);
    room.tap(at(0), { change: 6 });
    room.tap(at(5), { change: -1 });
    room.tap(at(5.5), { change: 1 });
    room.tap(at(10), { change: -1 });
    room.tap(at(11), { change: 2 });
    room.tap(at(12.25), { change: -2 });
    const [hall] = reportOf(room).areas;
    expect(hall?.overCapacity).toEqual([
      { from: iso(at(0)), to: iso(at(10)), seconds: 570, peak: 6, capacity: 5 },
      { from: iso(at(11)), to: iso(at(12.25)), seconds: 75, peak: 7, capacity: 5 },
    ]);
    // 645 s, to a tenth of a minute.
    expect(hall?.minutesAbove.above100).toBe(10.8);
  });

  test('has periods that come to the time above the capacity, also of days that were stored without the time of each', () => {
    const [stored] = daysOf(twoNights());
    if (stored === undefined) throw new Error('No day');
    const over = [
      { from: at(0), to: at(3), peak: 6, capacity: 5 },
      { from: at(10), to: at(17), peak: 6, capacity: 5 },
    ];
    const { overCapacity } = mergeVenue({ ...stored, venue: { ...stored.venue, over, secondsAbove: [600, 590, 555] } });
    expect(overCapacity.map(({ seconds }) => seconds)).toEqual([167, 388]);
  });

  test('tells of a device by its last name, when it began and ended, and when it was silent on either day', () => {
    const room = new TestRoom();
    room.addArea(at(-60), 'hall', 5);
    for (const minute of [0, 90, 13 * 60, 15 * 60]) room.tap(at(minute), { client: minute < 100 ? 'old' : 'new' });
    const clients = [onDevice('old', 'd1', 'Gate'), onDevice('new', 'd1', 'North gate')];
    expect(reportOf(room, { clients }).devices).toMatchObject([
      {
        deviceName: 'North gate',
        firstTapAt: iso(at(0)),
        lastTapAt: iso(at(15 * 60)),
        silences: [
          { from: iso(at(0)), to: iso(at(90)) },
          { from: iso(at(13 * 60)), to: iso(at(15 * 60)) },
        ],
      },
    ]);
  });

  test('tells of a peak that was reached twice when it was reached first', () => {
    const room = new TestRoom();
    room.addArea(at(-60), 'hall', 5);
    for (const [index, minute] of [0, 1, 13 * 60].entries()) room.tap(at(minute), { change: index === 1 ? -2 : 2 });
    expect(reportOf(room).venue).toMatchObject({ peak: 2, peakAt: iso(at(0)) });
  });

  test('says what the capacity for guests is made up from', () => {
    const room = new TestRoom();
    const settings = { capacity: 100, staffAllowance: 10, safetyMarginPercent: 5, alertThresholds: [] };
    room.setVenue(at(-60), null, settings);
    room.addArea(at(-60), 'hall', 5);
    room.tap(at(0), { change: 1 });
    expect(reportOf(room)).toMatchObject({ venueSettings: settings, venue: { capacity: 85 } });
  });

  test('of later days opens with what was in before', () => {
    const report = reportOf(twoNights(), { from: '2026-07-12' });
    expect(report.days.map(({ day }) => day)).toEqual(['2026-07-12']);
    expect(report.venue).toMatchObject({ ins: 1, opening: 10, closing: 4 });
  });

  test('of days on which nothing was counted is empty, with what was changed', () => {
    const report = reportOf(twoNights(), { from: '2026-07-13', to: '2026-07-20' });
    expect(report).toMatchObject({ days: [], intervalStarts: [], areas: [], devices: [], journal: [], isFinal: false });
    expect(report.venue).toMatchObject({ ins: 0, opening: 0, closing: 0, peak: 0, peakAt: null, capacity: null });
  });
});

describe('intervals', () => {
  test.each([5, 15, 30, 60] as const)(
    'of %i minutes hold arrivals, extremes, what was left, and the limit',
    (interval) => {
      const room = new TestRoom();
      room.addArea(at(-60), 'hall', 0);
      room.tap(at(0), { change: 6 });
      room.tap(at(61), { change: 3 });
      room.tap(at(63), { change: -4 });
      room.setCapacity(at(90), 'hall', 20);
      const report = reportOf(room, { interval, to: '2026-07-11' });
      const [hall] = report.areas;
      expect(report.intervalStarts).toHaveLength((24 * 60) / interval);
      const index = report.intervalStarts.indexOf(iso(at(60)));
      const { ins, outs, min, max, end, capacity } = hall?.intervals ?? report.venue.intervals;
      expect([ins, outs, min, max, end].map((column) => column[index])).toEqual([3, 4, 5, 9, 5]);
      expect([min, max, end].map((column) => column.at(-1))).toEqual([5, 5, 5]);
      expect(capacity[index - 1]).toBeNull();
      const changed = report.intervalStarts.indexOf(iso(at(90)));
      if (interval < 60) expect([capacity[changed - 1], capacity[changed]]).toEqual([null, 20]);
      else expect(capacity[index]).toBe(20);
    },
  );

  test('of the running day go up to now, this very moment included', () => {
    const room = new TestRoom();
    room.addArea(at(-60), 'hall', 0);
    room.tap(at(60), { change: 6 });
    const { intervalStarts, venue } = reportOf(room, { now: at(60) });
    expect(intervalStarts.at(-1)).toBe(iso(at(60)));
    expect(venue.intervals.ins.at(-1)).toBe(6);
    expect(reportOf(room, { now: at(119) }).intervalStarts.at(-1)).toBe(iso(at(60)));
  });

  test.each([
    ['2026-03-28', 23],
    ['2026-10-24', 25],
  ])('of %s are as many as the day has hours where clocks change: %i', (day, hours) => {
    const room = new TestRoom();
    const noon = Date.parse(`${day}T12:00:00Z`);
    room.addArea(noon - 1, 'hall', 0);
    room.tap(noon);
    const report = reportOf(room, { from: day, to: day, now: noon + 48 * HOUR_MS });
    expect(report.intervalStarts).toHaveLength(hours);
    expect(report.venue.intervals.end.filter((people) => people === 1)).toHaveLength(
      report.intervalStarts.filter((start) => Date.parse(start) > noon - HOUR_MS).length,
    );
  });
});

describe('the journal', () => {
  test('has no alerts: they are told by themselves', () => {
    const room = twoNights();
    const [first] = room.journal;
    if (first === undefined) throw new Error('No journal');
    const alert = { ...first, actor: 'system', kind: 'alert_raised', areaId: 'hall', before: null, after: 100 };
    room.journal.push({ ...alert, id: 9e18, at: at(1) });
    const { journal, journalLeftOut, alerts, alertsLeftOut } = reportOf(room);
    expect(journal.map(({ kind }) => kind)).not.toContain('alert_raised');
    expect(journal).toHaveLength(5);
    expect([journalLeftOut, alertsLeftOut]).toEqual([0, 0]);
    expect(alerts).toEqual([
      {
        areaId: 'hall',
        areaName: 'hall',
        threshold: 100,
        raisedAt: iso(at(1)),
        endedAt: null,
        acknowledgedAt: null,
        acknowledgedBy: null,
        acknowledgedOn: null,
      },
    ]);
  });

  test('is told by the areas’ last names, and by what kind of actor', () => {
    const room = twoNights();
    const [first] = room.journal;
    if (first === undefined) throw new Error('No journal');
    room.journal.push({
      ...first,
      id: 9e18,
      at: at(20 * 60),
      actor: 'code:event',
      kind: 'area_renamed',
      areaId: 'hall',
      before: 'hall',
      after: 'Great hall',
    });
    room.journal.push({ ...first, id: 9e18, at: at(20 * 60), actor: 'system', kind: 'counting_locked', areaId: null });
    const { journal } = reportOf(room);
    expect(journal.map(({ actor, kind, areaName }) => [actor, kind, areaName])).toEqual([
      ['admin', 'area_added', 'Great hall'],
      ['admin', 'capacity_changed', 'Great hall'],
      ['admin', 'area_added', 'bar'],
      ['admin', 'capacity_changed', 'bar'],
      ['admin', 'area_deleted', 'bar'],
      ['accessCode', 'area_renamed', 'Great hall'],
      ['system', 'counting_locked', null],
    ]);
    expect(JSON.stringify(journal)).not.toContain('admin:');
  });

  test('of days without a tap names areas by itself', () => {
    const room = new TestRoom();
    room.addArea(at(0), 'hall', 5);
    room.deleteArea(at(1), 'hall');
    expect(reportOf(room).journal.map(({ areaName }) => areaName)).toEqual(['hall', 'hall', 'hall']);
    const [, , deleted] = room.journal;
    const report = buildReport([], deleted ? [deleted] : [], OPTIONS);
    expect(report.journal.map(({ areaName }) => areaName)).toEqual(['hall']);
  });
});

const NO_RECORD = { acts: [], actsLeftOut: 0, alerts: { records: [], leftOut: 0 } };

describe('whether a report is final', () => {
  const room = twoNights();
  const day = businessDay(at(0), CLOCK);
  const figures = daysOf(room);
  const plan: ReportPlan = {
    eventName: 'Summer night',
    ...CLOCK,
    today: '2026-07-13',
    from: '2026-07-11',
    to: '2026-07-11',
    days: [{ ...day, stored: { revision: 2, closedAt: day.endsAt + MINUTE_MS } }],
    build: null,
    journal: null,
    ledgerFrom: day.startsAt + 1,
    now: at(48 * 60),
  };
  const made = (changes: Partial<ReportPlan>) =>
    makeReport({
      eventId: 'event',
      plan: { ...plan, ...changes },
      figures,
      journal: NO_RECORD,
      interval: 15,
      areaIds: [],
    });

  test('says that all of its days are stored, and over', () => {
    const report = made({});
    expect(report.isFinal).toBe(true);
    expect(report.days).toMatchObject([{ revision: 2, closedAt: iso(day.endsAt + MINUTE_MS), isCompacted: true }]);
    expect(made({ to: '2026-07-12', today: '2026-07-12' }).isFinal).toBe(false);
    expect(made({ to: '2026-07-12' }).isFinal).toBe(true);
    expect(made({ days: [{ ...day, stored: null }], ledgerFrom: 0 })).toMatchObject({
      isFinal: false,
      days: [{ revision: null, closedAt: null, isCompacted: false }],
    });
  });
});
