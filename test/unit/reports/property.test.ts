import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { IDS_PER_MS } from '../../../src/shared/reports/limits';
import { DANGER_ABOVE_PERCENT, WARNING_ABOVE_PERCENT } from '../../../src/shared/schemas/limits';
import { buildDays, DayBuilder } from '../../../src/reports/days/build-days';
import { daySums } from '../../../src/reports/days/day-sums';
import { activeDays, buildReport, type BuildReportOptions } from '../../support/build-report';
import { capacityAt } from '../../../src/shared/sealed/capacity-at';
import type { LedgerFact } from '../../../src/reports/facts';
import { type DayFigures, EMPTY_OPENING } from '../../../src/reports/figures';
import type { Build, LedgerPage } from '../../../src/reports/plan';
import {
  REPORT_INTERVALS,
  type Report,
  type ReportInterval,
  type ReportSubject,
} from '../../../src/shared/schemas/report';
import { LIMIT_KINDS } from '../../../src/shared/schemas/venue-settings';
import { StraightCount } from '../../support/straight-count';
import { type History, histories } from './history';
import { onDevice } from './support';

const CLIENTS = [onDevice('a', 'one'), onDevice('b', 'one'), onDevice('c', 'two')];
const interval = fc.constantFrom(...REPORT_INTERVALS);

function reportOf(
  { room, clock, now }: History,
  length: ReportInterval = 15,
  changes: Pick<BuildReportOptions, 'changeDay'> = {},
): Report {
  const days = { clock, from: '2026-01-01', to: '2026-12-31', now };
  const options = { ...days, eventId: 'event', eventName: 'Event', interval: length, clients: CLIENTS, ...changes };
  return buildReport(room.ledger, room.journal, options);
}

const buildOf = ({ room, clock, now }: History): Build => ({
  opening: EMPTY_OPENING,
  days: activeDays(room.ledger, clock),
  now,
  after: 0,
  upTo: Number.MAX_SAFE_INTEGER,
  journal: room.journal,
});

function daysOf(build: Build, rows: LedgerFact[]): DayFigures[] {
  const builder = new DayBuilder(build);
  builder.add({ rows, clients: CLIENTS });
  return builder.finish();
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
const subjects = ({ venue, areas }: Report): [string | null, ReportSubject][] => [
  [null, venue],
  ...areas.map((area): [string, ReportSubject] => [area.areaId, area]),
];
const straightCount = ({ room, clock }: History) => new StraightCount(room.taps, room.journal, clock);

// The search for a smaller counterexample may take minutes.
describe('generated histories of devices, admins and networks', () => {
  test("totals are sums of the ledger, and each day ends with the room's occupancy", () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { room } = history;
        const { venue, areas, devices, quality, days } = reportOf(history);
        const ledger = room.ledger;
        const arrivals = ledger.filter(({ otherAreaId }) => otherAreaId === null);
        expect(venue).toMatchObject({
          ins: sum(arrivals.map(({ ins }) => ins)),
          outs: sum(arrivals.map(({ outs }) => outs)),
          floored: sum(ledger.map(({ floored }) => floored)),
        });
        for (const { areaId, ins, outs, floored, closing } of areas) {
          const state = room.areas.get(areaId);
          expect({ ins, outs, floored }).toEqual({ ins: state?.ins, outs: state?.outs, floored: state?.floored });
          // The report does not contain changes after its last day.
          const isChangedLater = room.journal.some(({ at }) => at >= Date.parse(days.at(-1)?.endsAt ?? ''));
          if (!isChangedLater) expect(closing).toBe(state?.deletedAt === null ? state.occupancy : 0);
        }
        expect(sum(devices.map(({ ins }) => ins))).toBe(venue.ins);
        expect(sum(devices.map(({ outs }) => outs))).toBe(venue.outs);
        expect(sum(devices.map(({ moves }) => moves))).toBe(sum(areas.map(({ movedIn }) => movedIn)));
        expect(sum(devices.map(({ taps }) => taps))).toBe(quality.taps);
        expect(quality.ledgerRows).toBe(ledger.length);
        // The two rows of a transfer are one tap.
        expect(quality.taps).toBe(new Set(room.taps.map(({ clientId, firstSeq }) => `${clientId} ${firstSeq}`)).size);
        const givenBack = ledger.filter(({ change }) => change === 0);
        expect(quality.givenBack ?? 0).toBe(0 - sum(givenBack.map(({ floored }) => floored)));
      }),
      { numRuns: 300 },
    );
  });

  test('extremes and times above capacity are equal to those of a straight count', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const straight = straightCount(history);
        for (const day of daysOf(buildOf(history), history.room.ledger)) {
          const { startsAt, until } = day;
          for (const figures of [{ ...day.venue, areaId: null }, ...day.areas]) {
            const shares = [WARNING_ABOVE_PERCENT, DANGER_ABOVE_PERCENT, 100];
            const end = until < day.endsAt ? until + 1 : until;
            const counted = straight.over(figures.areaId, startsAt, end, shares, until);
            expect(figures).toMatchObject({
              opening: counted.opening,
              closing: counted.closing,
              peak: counted.highest,
              secondsBelowZero: Math.round(counted.belowZeroMs / 1000),
              secondsAbove: counted.aboveMs.map((ms) => Math.round(ms / 1000)),
            });
          }
        }
      }),
      { numRuns: 100 },
    );
  });

  test('the figures by category are equal to those of a straight count, and unknown before the first category', () => {
    fc.assert(
      fc.property(histories, interval, (history, length) => {
        const straight = straightCount(history);
        const { at: first } = straight.firstCategories;
        const report = reportOf(history, length);
        const days = daysOf(buildOf(history), history.room.ledger);
        for (const [areaId, { categories = [] }] of subjects(report)) {
          const named = sum(categories.map(({ ins }) => ins));
          for (const { categoryId, ins, outs, share, intervals } of categories) {
            const ofDays = days.map((day) => straight.category(areaId, categoryId, day.startsAt, day.endsAt));
            expect([ins, outs]).toEqual([sum(ofDays.map((day) => day.ins)), sum(ofDays.map((day) => day.outs))]);
            expect([sum(intervals.ins), sum(intervals.outs)]).toEqual([ins, outs]);
            expect(share).toBe(named === 0 ? 0 : Math.round((1000 * ins) / named) / 10);
            for (const [i, inside] of intervals.occupancy.entries()) {
              const day = days.findLast(({ startsAt }) => startsAt <= Date.parse(report.intervalStarts[i] ?? ''));
              const from = Date.parse(report.intervalStarts[i] ?? '');
              const end = length === 'day' ? (day?.endsAt ?? 0) : Math.min(from + length * MINUTE_MS, day?.endsAt ?? 0);
              const moment = { at: Math.min(end, history.now + 1), order: -1 };
              if (moment.at > first) expect(inside).toBe(straight.peopleOf(areaId, categoryId, moment));
              else if (inside !== null) expect([inside, straight.peopleIn(areaId, moment)]).toEqual([0, 0]);
            }
          }
        }
        for (const day of days) {
          for (const of of [{ ...day.venue, areaId: null }, ...day.areas]) {
            for (const { categoryId, slots: _slots, ...figures } of of.categories?.list ?? []) {
              const { opening, ...counted } = straight.category(of.areaId, categoryId, day.startsAt, day.endsAt);
              expect(figures).toMatchObject(
                day.until < day.endsAt ? { ins: counted.ins, outs: counted.outs } : counted,
              );
              if (day.startsAt > first) expect(figures.opening).toBe(opening);
            }
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test('the time above each limit of an authority is equal to that of a count tap by tap', () => {
    let compared = 0;
    fc.assert(
      fc.property(histories, (history) => {
        const straight = straightCount(history);
        for (const day of daysOf(buildOf(history), history.room.ledger)) {
          for (const figures of [{ ...day.venue, areaId: null }, ...day.areas]) {
            for (const kind of LIMIT_KINDS) {
              const limit = figures.limits?.find((one) => one.kind === kind);
              const ms = straight.aboveLimitMs(figures.areaId, kind, day.startsAt, day.until);
              expect(limit?.secondsAbove ?? 0).toBe(Math.round(ms / 1000));
              if (ms > 0) compared += 1;
              for (const [i, version] of (limit?.history ?? []).entries()) {
                const next = limit?.history[i + 1]?.at;
                const end = next ?? day.until;
                expect(version.aboveMs).toBe(straight.aboveLimitMs(figures.areaId, kind, version.at, end));
                const last = next ?? (day.until < day.endsAt ? day.until + 1 : day.until);
                const { highest } = straight.over(figures.areaId, version.at, last, [], end);
                expect(version.peak).toBe(Math.max(0, highest));
              }
            }
          }
        }
        const report = reportOf(history);
        for (const [areaId, { limits = [] }] of subjects(report)) {
          for (const { kind, secondsAbove, periods, history: versions } of limits) {
            expect(sum(periods.map(({ seconds }) => seconds))).toBe(secondsAbove);
            for (const { at, counted } of versions) {
              // The first version of a day may be older than the day.
              const limit = straight.authorityLimitOf(areaId, kind, Date.parse(at));
              expect(counted ?? Infinity).toBe(limit);
            }
          }
        }
      }),
      { numRuns: 150 },
    );
    expect(compared, 'how many limits were exceeded').toBeGreaterThan(20);
  });

  test('the time above a category’s capacity, and the time in which it is unknown, are equal to a count tap by tap', () => {
    const compared = { above: 0, unknown: 0 };
    fc.assert(
      fc.property(histories, (history) => {
        const straight = straightCount(history);
        for (const day of daysOf(buildOf(history), history.room.ledger)) {
          for (const category of ['adult', 'child']) {
            const limit = day.venue.categoryLimits?.find(({ categoryId }) => categoryId === category);
            const { aboveMs, unknownMs } = straight.aboveCategoryMs(category, day.startsAt, day.until);
            expect(limit?.secondsAbove ?? 0).toBe(Math.round(aboveMs / 1000));
            expect(limit?.secondsUnknown ?? 0).toBe(Math.round(unknownMs / 1000));
            for (const { at, capacity } of limit?.capacities ?? []) {
              expect(capacity ?? 0).toBe(straight.categoryCapacityOf(category, at));
            }
            if (aboveMs > 0) compared.above += 1;
            if (unknownMs > 0) compared.unknown += 1;
          }
        }
        for (const { secondsAbove, periods } of reportOf(history).categoryLimits ?? []) {
          expect(sum(periods.map(({ seconds }) => seconds))).toBe(secondsAbove);
        }
      }),
      { numRuns: 200 },
    );
    expect(Math.min(compared.above, compared.unknown), JSON.stringify(compared)).toBeGreaterThan(20);
  });

  test('minutes above the capacity are whole seconds, and those of all periods together', () => {
    fc.assert(
      fc.property(histories, (history) => {
        for (const [, { minutesAbove, overCapacity }] of subjects(reportOf(history))) {
          const seconds = minutesAbove.above100 * 60;
          expect(Math.abs(seconds - Math.round(seconds))).toBeLessThan(0.4);
          expect(Math.round(seconds)).toBe(sum(overCapacity.map((period) => period.seconds)));
        }
      }),
      { numRuns: 300 },
    );
  });

  test('a report by days has the figures of each day, from its sums as well as from its slots', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const report = reportOf(history, 'day', { changeDay: daySums });
        expect(report).toEqual(reportOf(history, 'day'));
        // Everything but the intervals is equal to that of a report by minutes.
        const { venue, areas } = reportOf(history, 60);
        const plain = ({ intervals: _intervals, categories, ...subject }: ReportSubject) => ({
          ...subject,
          categories: categories?.map(({ intervals: _ofCategory, ...category }) => category),
        });
        expect(subjects(report).map(([, subject]) => plain(subject))).toEqual([venue, ...areas].map(plain));
        const days = daysOf(buildOf(history), history.room.ledger);
        expect(report.intervalStarts).toEqual(report.days.map(({ startsAt }) => startsAt));
        for (const [areaId, { intervals }] of subjects(report)) {
          const figures = days.map((day) =>
            areaId === null ? day.venue : day.areas.find((area) => area.areaId === areaId),
          );
          expect(intervals.ins).toEqual(figures.map((day) => day?.ins ?? 0));
          expect(intervals.outs).toEqual(figures.map((day) => day?.outs ?? 0));
          expect(intervals.max).toEqual(figures.map((day) => day?.peak ?? 0));
          expect(intervals.end).toEqual(figures.map((day) => day?.closing ?? 0));
          expect(intervals.capacity).toEqual(
            figures.map((day) => (day && capacityAt(day.capacities, day.peakAt ?? 0)) || null),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  test('intervals of any length add up to the totals and are equal to those of a straight count', () => {
    fc.assert(
      fc.property(histories, interval, (history, length) => {
        const straight = straightCount(history);
        const report = reportOf(history, length);
        for (const [areaId, { intervals, ...subject }] of subjects(report)) {
          const firstAt = areaId === null ? 0 : (straight.momentsOf(areaId)[0]?.at ?? 0);
          expect(sum(intervals.ins)).toBe(subject.ins);
          expect(sum(intervals.outs)).toBe(subject.outs);
          expect(Math.max(0, ...intervals.max)).toBe(Math.max(0, subject.peak));
          expect(intervals.end.at(-1) ?? 0).toBe(subject.closing);
          for (const day of report.days) {
            const [startsAt, endsAt] = [Date.parse(day.startsAt), Date.parse(day.endsAt)];
            const isGone = (history.room.areas.get(areaId ?? '')?.deletedAt ?? startsAt) < startsAt;
            for (const [at, start] of report.intervalStarts.entries()) {
              const from = Date.parse(start);
              if (from < startsAt || from >= endsAt) continue;
              const to = length === 'day' ? endsAt : Math.min(from + length * MINUTE_MS, endsAt);
              const counted = straight.over(areaId, from, Math.min(to, history.now + 1), []);
              const { lowest, highest, highestAt, closing } = counted;
              expect([intervals.min[at], intervals.max[at], intervals.end[at]]).toEqual([lowest, highest, closing]);
              // An area has no capacity before there was something of it.
              const then = highest > 0 && highestAt > from ? highestAt : Math.min(Math.max(from, firstAt), to - 1);
              const limit = then < firstAt ? 0 : straight.limitOf(areaId, then);
              if (!isGone) expect(intervals.capacity[at] ?? 0).toBe(limit);
            }
          }
        }
        expect(report.intervalStarts).toEqual([...new Set(report.intervalStarts)].toSorted());
      }),
      { numRuns: 30 },
    );
  });

  test('days computed one by one, from pages of any size, are equal to days computed at once', async () => {
    await fc.assert(
      fc.asyncProperty(histories, fc.integer({ min: 1, max: 9 }), async (history, size) => {
        const { ledger, journal } = history.room;
        const build = buildOf(history);
        const atOnce = daysOf(build, ledger);
        let opening = EMPTY_OPENING;
        for (const [index, day] of build.days.entries()) {
          // An undo reaches back twelve hours at most.
          const after = (opening.at - 12 * HOUR_MS) * IDS_PER_MS;
          const since = journal.filter(({ at }) => at >= opening.at);
          const rows = ledger.filter(({ id }) => id > after);
          const made = daysOf({ ...build, days: [day], opening, after, journal: since }, rows);
          expect(made).toEqual([atOnce[index]]);
          opening = made[0]?.closing ?? opening;
        }
        async function* pages(): AsyncIterable<LedgerPage> {
          for (let first = 0; first < ledger.length; first += size) {
            const rows = ledger.slice(first, first + size);
            const sent = new Set(rows.map(({ clientId }) => clientId));
            const next = first + size < ledger.length ? (rows.at(-1)?.id ?? null) : null;
            yield { rows, clients: CLIENTS.filter(({ clientId }) => sent.has(clientId)), next };
          }
        }
        let pauses = 0;
        expect(await buildDays(build, pages(), async () => void (pauses += 1))).toEqual(atOnce);
        expect(pauses).toBe(atOnce.length);
      }),
      { numRuns: 300 },
    );
  });
});
