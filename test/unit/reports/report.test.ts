import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { ListLimit, OverList } from '../../../src/reports/answer/over-list';
import { RecountHistory } from '../../../src/reports/answer/recount-history';
import { ReportBuilder } from '../../../src/reports/answer/report-builder';
import type { ReportPlan } from '../../../src/reports/plan';
import { businessDay } from '../../../src/shared/rules/business-day';
import { limitedVenue } from '../../../src/shared/rules/limits/lowest';
import { NO_LETTERHEAD, ReportSchema } from '../../../src/shared/schemas/report';
import { at, CLOCK, firstDay, NOT_GIVEN, onDevice, roomWith } from './support';
import { reportOf, twoNights } from './two-nights';

const iso = (time: number): string => new Date(time).toISOString();

describe('a report over several days', () => {
  test('a report adds up its days, and each day continues where the previous one ended', () => {
    const clients = [onDevice('door', 'd1', 'Gate'), onDevice('other', 'd1', 'Gate')];
    const report = reportOf(twoNights(), { clients });
    expect(z.parse(ReportSchema, report)).toEqual(report);
    expect(report.days).toMatchObject([
      { day: '2026-07-11', ins: 10, outs: 0, peak: 10, closing: 10, firstInterval: 0, revision: null },
      { day: '2026-07-12', ins: 1, outs: 5, peak: 11, closing: 4, firstInterval: 24, revision: null },
    ]);
    const whole = { ins: 11, outs: 5, net: 6, movedIn: 0, opening: 0, closing: 4, peak: 11, peakAt: iso(at(13 * 60)) };
    expect(report.venue).toMatchObject(whole);
    const capacities = [{ at: iso(at(-60)), capacity: 5 }];
    expect(report.areas).toMatchObject([
      { areaId: 'hall', deletedAt: null, opening: 0, closing: 4, movedOut: 2, capacity: 5, capacities },
      { areaId: 'bar', deletedAt: iso(at(14 * 60)), opening: 0, closing: 0 },
    ]);
    expect(report.devices).toMatchObject([{ deviceId: 'd1', ins: 11, outs: 5, moves: 2, taps: 5 }]);
    expect(report.quality).toMatchObject({ taps: 5, ledgerRows: 6 });
    // A report that begins later opens with the occupancy from before its first day.
    const later = reportOf(twoNights(), { from: '2026-07-12' });
    expect(later.venue).toMatchObject({ ins: 1, opening: 10, closing: 4 });
    const empty = reportOf(twoNights(), { from: '2026-07-13', to: '2026-07-20' });
    expect(empty).toMatchObject({ days: [], intervalStarts: [], areas: [], venue: { ins: 0, peak: 0, peakAt: null } });
  });

  test('a report shows a period over capacity that lasts into the next day as one period, which may still be running', () => {
    const [hall] = reportOf(twoNights()).areas;
    const second = { from: iso(at(11)), peak: 9, capacity: 5 };
    expect(hall?.overCapacity).toEqual([
      { from: iso(at(0)), to: iso(at(10)), seconds: 600, peak: 6, capacity: 5 },
      { ...second, to: iso(at(15 * 60)), seconds: (15 * 60 - 11) * 60 },
    ]);
    const above = 10 + 15 * 60 - 11;
    expect(hall?.minutesAbove).toEqual({ above75: 36 * 60, above90: above, above100: above });
    const running = reportOf(twoNights(), { now: at(14 * 60) }).areas[0]?.overCapacity.at(-1);
    expect(running).toEqual({ ...second, to: null, seconds: (14 * 60 - 11) * 60 });
  });

  test('taps that the room counts before it learns of their area are above the area’s first capacity', () => {
    const room = roomWith({});
    room.addArea(at(1), 'hall', 4);
    room.setLimits(at(1), 'hall', [{ kind: 'license', capacity: 4, condition: '' }]);
    for (let tap = 0; tap < 5; tap += 1) room.tap(at(0) + tap);
    room.tap(at(0.5), { change: -1 });
    const [hall] = reportOf(room, { now: at(2) }).areas;
    const above = { from: iso(at(0) + 4), to: iso(at(0.5)), peak: 5, capacity: 4 };
    expect(hall).toMatchObject({ overCapacity: [above], limits: [{ periods: [above] }] });
  });

  test('a report keeps breaks of less than a minute in a period over capacity but leaves them out of its time', () => {
    const room = roomWith({ hall: 5 });
    for (const [minute, change] of [
      [0, 6],
      [5, -1],
      [6 - 1 / MINUTE_MS, 1],
      [10, -1],
      [11, 2],
      [12.25, -2],
    ] as const) {
      room.tap(at(minute), { change });
    }
    const [hall] = reportOf(room).areas;
    expect(hall?.overCapacity).toEqual([
      { from: iso(at(0)), to: iso(at(10)), seconds: 540, peak: 6, capacity: 5 },
      { from: iso(at(11)), to: iso(at(12.25)), seconds: 75, peak: 7, capacity: 5 },
    ]);
    expect(hall?.minutesAbove).toEqual({ above75: 12 * 60, above90: 12 * 60, above100: 615 / 60 });
  });
});

describe('limits of authorities', () => {
  const license = (capacity: number) =>
    ({ kind: 'license', capacity, condition: 'Condition 12: no more than so many' }) as const;
  const fire = (capacity: number) => ({ kind: 'fire', capacity, condition: 'Fire certificate 7' }) as const;

  test('a report has both limits of an area with the time above each, and the versions of a limit that changed', () => {
    const room = roomWith({ hall: 5 });
    room.setLimits(at(-5), 'hall', [license(8), fire(5)]);
    room.tap(at(0), { change: 6 });
    room.tap(at(10), { change: 3 });
    room.setLimits(at(20), 'hall', [fire(10)]);
    room.tap(at(30), { change: 2 });
    room.tap(at(35), { change: -11 });
    const [hall] = reportOf(room).areas;
    const none = {
      capacity: null,
      staff: 0,
      counted: null,
      condition: '',
      peak: 11,
      peakAt: iso(at(30)),
      secondsAbove: 0,
    };
    expect(hall?.limits).toEqual([
      {
        kind: 'license',
        history: [
          { at: iso(at(-5)), ...licenseVersion(8), peak: 9, peakAt: iso(at(10)), secondsAbove: 600 },
          { at: iso(at(20)), ...none },
        ],
        // 9 people from minute 10 until the limit was removed.
        secondsAbove: 600,
        periods: [{ from: iso(at(10)), to: iso(at(20)), seconds: 600, peak: 9, capacity: 8 }],
      },
      {
        kind: 'fire',
        history: [
          { at: iso(at(-5)), ...fireVersion(5), peak: 9, peakAt: iso(at(10)), secondsAbove: 1200 },
          { at: iso(at(20)), ...fireVersion(10), peak: 11, peakAt: iso(at(30)), secondsAbove: 300 },
        ],
        // 6 and 9 of 5 people for 20 minutes, and 11 of 10 for 5.
        secondsAbove: 1500,
        periods: [
          { from: iso(at(0)), to: iso(at(20)), seconds: 1200, peak: 9, capacity: 5 },
          { from: iso(at(30)), to: iso(at(35)), seconds: 300, peak: 11, capacity: 10 },
        ],
      },
    ]);
  });

  test('a limit of the venue counts everybody: the staff is taken off, and the safety margin is not', () => {
    const room = roomWith({ hall: 0 });
    const settings = { staffAllowance: 2, safetyMarginPercent: 50, alertThresholds: [] };
    room.setVenue(at(-5), null, limitedVenue({ ...settings, capacity: null, limits: [license(10)] }));
    room.tap(at(0), { change: 8 });
    room.tap(at(1), { change: 1 });
    room.tap(at(3), { change: -9 });
    const { venue } = reportOf(room);
    expect(venue.capacity, 'for guests').toBe(8);
    expect(venue.limits).toMatchObject([
      {
        history: [{ capacity: 10, staff: 2, counted: 8, peak: 9, peakAt: iso(at(1)), secondsAbove: 120 }],
        secondsAbove: 120,
        periods: [{ from: iso(at(1)), to: iso(at(3)), peak: 9, capacity: 8 }],
      },
    ]);
  });

  test('each version of a limit has the most people of its own time, with the staff of that time', () => {
    const room = roomWith({ hall: 0 });
    const settings = { safetyMarginPercent: 0, alertThresholds: [], capacity: null };
    const [early, late] = [
      limitedVenue({ ...settings, staffAllowance: 12, limits: [license(300)] }),
      limitedVenue({ ...settings, staffAllowance: 20, limits: [license(200)] }),
    ];
    room.setVenue(at(-5), null, early);
    room.tap(at(0), { change: 274 });
    room.tap(at(10), { change: -100 });
    // The crowd has gone when the limit falls. What counted before it is no part of it.
    room.setVenue(at(20), early, late);
    room.tap(at(30), { change: 7 });
    room.tap(at(40), { change: -181 });
    expect(reportOf(room).venue.limits?.[0]?.history).toMatchObject([
      { capacity: 300, staff: 12, peak: 274, peakAt: iso(at(0)), secondsAbove: 0 },
      { capacity: 200, staff: 20, peak: 181, peakAt: iso(at(30)), secondsAbove: 600 },
    ]);
  });

  test('with more staff than a limit allows, every guest is above it', () => {
    const room = roomWith({ hall: 0 });
    const settings = { safetyMarginPercent: 0, alertThresholds: [], capacity: null };
    room.setVenue(at(-5), null, limitedVenue({ ...settings, staffAllowance: 12, limits: [license(10)] }));
    room.tap(at(0), { change: 1 });
    room.tap(at(10), { change: 2 });
    room.tap(at(20), { change: -3 });
    room.tap(at(30), { change: 1 });
    expect(reportOf(room, { now: at(40) }).venue.limits).toMatchObject([
      {
        history: [{ counted: 0, peak: 3, secondsAbove: 1800 }],
        secondsAbove: 1800,
        periods: [
          { from: iso(at(0)), to: iso(at(20)), peak: 3, capacity: 0 },
          { from: iso(at(30)), to: null, peak: 1, capacity: 0 },
        ],
      },
    ]);
  });

  test('a period above a capacity that changes has people and a capacity of one moment', () => {
    const room = roomWith({ hall: 100 });
    room.tap(at(0), { change: 110 });
    room.setCapacity(at(10), 'hall', 150);
    room.tap(at(10.5), { change: 60 });
    room.tap(at(20), { change: -170 });
    // 170 of 150 is 113 %. There never were 170 of 100.
    expect(reportOf(room).areas[0]?.overCapacity).toMatchObject([{ from: iso(at(0)), peak: 170, capacity: 150 }]);
  });

  test('a limit that lasts over several days is one limit, and a period that still lasts has no end', () => {
    const room = roomWith({ hall: 0 });
    room.setLimits(at(-5), 'hall', [license(2)]);
    room.tap(at(0), { change: 3 });
    room.tap(at(13 * 60), { change: 1 });
    const [hall] = reportOf(room, { now: at(14 * 60) }).areas;
    expect(hall?.limits).toMatchObject([
      {
        history: [{ capacity: 2, peak: 4, peakAt: iso(at(13 * 60)), secondsAbove: 14 * 3600 }],
        secondsAbove: 14 * 3600,
        periods: [{ from: iso(at(0)), to: null, peak: 4 }],
      },
    ]);
  });

  test('a report without limits says nothing about them', () => {
    const report = reportOf(twoNights());
    expect([report.venue, ...report.areas].some((subject) => 'limits' in subject)).toBe(false);
  });

  const licenseVersion = (capacity: number) => ({
    capacity,
    staff: 0,
    counted: capacity,
    condition: license(capacity).condition,
  });
  const fireVersion = (capacity: number) => ({ ...licenseVersion(capacity), condition: fire(capacity).condition });
});

test('a report lists so many periods over capacity in the order of time, and says how many more there were', () => {
  const limit = new ListLimit(3);
  const [venue, hall] = [new OverList(limit), new OverList(limit)];
  const period = (from: number) => ({ from, to: from + MINUTE_MS, aboveMs: MINUTE_MS, peak: 2, capacity: 1 });
  for (let day = 0; day < 3; day++) {
    const startsAt = at(24 * 60 * day);
    for (const subject of [venue, hall]) {
      // The second period goes on in the next day.
      const over = [period(startsAt), period(startsAt + 24 * HOUR_MS - MINUTE_MS)];
      subject.add({ startsAt }, { over, seconds: 120 });
    }
  }
  const spans = (list: OverList) => list.finish(false).map(({ from, to }) => [from, to]);
  expect(spans(venue)).toEqual([
    [iso(at(0)), iso(at(1))],
    [iso(at(24 * 60 - 1)), iso(at(24 * 60 + 1))],
  ]);
  // Its second period is left out, together with the part of it in the next day.
  expect(spans(hall)).toEqual([[iso(at(0)), iso(at(1))]]);
  expect(limit.leftOut).toBe(2 * 4 - 3);
});

describe('the journal', () => {
  const entry = { actor: 'system', areaId: 'hall', before: null, after: null, note: null, ...NOT_GIVEN, id: 9e18 };

  test('the journal of a report contains no alerts, which have their own list', () => {
    const room = twoNights();
    room.journal.push({ ...entry, kind: 'alert_raised', after: 100, at: at(1) });
    const { journal, alerts } = reportOf(room);
    expect(journal).toHaveLength(5);
    expect(journal.map(({ kind }) => kind)).not.toContain('alert_raised');
    const nobody = { endedAt: null, acknowledgedAt: null, acknowledgedBy: null, acknowledgedOn: null, note: null };
    expect(alerts).toEqual([{ areaId: 'hall', areaName: 'hall', threshold: 100, raisedAt: iso(at(1)), ...nobody }]);
  });

  test('the journal of a report gives areas their last names and people their kind', () => {
    const room = twoNights();
    const renamed = { kind: 'area_renamed', actor: 'code:event', before: 'hall', after: 'Great hall' };
    room.journal.push({ ...entry, ...renamed, at: at(20 * 60) });
    room.journal.push({ ...entry, kind: 'counting_locked', areaId: null, at: at(20 * 60) });
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
});

test('a report is final once all of its days are stored and over', () => {
  const day = businessDay(at(0), CLOCK);
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
  const NONE = { records: [], leftOut: 0 };
  const made = (changes: Partial<ReportPlan>) => {
    const builder = new ReportBuilder({ eventId: 'event', plan: { ...plan, ...changes }, interval: 15 });
    builder.add(firstDay(twoNights()));
    const journal = { acts: [], actsLeftOut: 0, alerts: NONE, orders: NONE };
    return builder.finish({ journal, recounts: new RecountHistory(), areaIds: [], letterhead: NO_LETTERHEAD });
  };
  expect(made({})).toMatchObject({
    isFinal: true,
    days: [{ revision: 2, closedAt: iso(day.endsAt + MINUTE_MS), isCompacted: true }],
  });
  expect(made({ to: '2026-07-12', today: '2026-07-12' }).isFinal).toBe(false);
  expect(made({ to: '2026-07-12' }).isFinal).toBe(true);
  expect(made({ days: [{ ...day, stored: null }] })).toMatchObject({ isFinal: false, days: [{ revision: null }] });
});
