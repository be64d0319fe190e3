import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactAnswer, slotAnswer } from '../../../src/reports/answer/occupancy-at';
import { DayBuilder } from '../../../src/reports/days/build-days';
import { type DayFigures, EMPTY_OPENING, type OpeningState } from '../../../src/reports/figures';
import type { LedgerFact } from '../../../src/reports/facts';
import type { Build } from '../../../src/reports/plan';
import { HOUR_MS } from '../../../src/shared/durations';
import { ARRIVES_WITHIN_MS, UNDO_REACH_MS } from '../../../src/shared/protocol/limits';
import { IDS_PER_MS } from '../../../src/shared/reports/limits';
import { type BusinessDay, businessDay } from '../../../src/shared/rules/business-day';
import type { MomentSubject, OccupancyAt } from '../../../src/shared/schemas/report';
import { activeDays } from '../../support/build-report';
import { StraightCount } from '../../support/straight-count';
import { type History, histories } from './history';
import { at, CLOCK, daysOf, roomWith, type TestRoom } from './support';

type Answer = Pick<OccupancyAt, 'precision' | 'venue' | 'areas'>;

/** The days of the build that a room plans for a moment, if it has stored the days before with this state. */
function momentBuild({ room, clock, now }: History, moment: number, opening: OpeningState): Build {
  const day = businessDay(moment, clock);
  const active = activeDays(room.ledger, clock).filter(({ startsAt }) => startsAt <= moment);
  const open = active.filter(({ endsAt }) => endsAt > opening.at);
  const days: BusinessDay[] = open.some(({ startsAt }) => startsAt === day.startsAt) ? open : [...open, day];
  return {
    opening,
    days,
    now: moment,
    knownUntil: now,
    after: Math.max(0, (opening.at - UNDO_REACH_MS) * IDS_PER_MS - 1),
    upTo: (moment + ARRIVES_WITHIN_MS + 1) * IDS_PER_MS - 1,
    journal: room.journal.filter((fact) => fact.at >= opening.at),
  };
}

function answerOf(history: History, moment: number, opening = EMPTY_OPENING): Answer {
  const build = momentBuild(history, moment, opening);
  const builder = new DayBuilder(build);
  const rows = history.room.ledger.filter(({ id }) => id > build.after && id <= build.upTo);
  builder.add({ rows: rows.filter(({ occurredAt, undoes }) => occurredAt <= moment || undoes !== null), clients: [] });
  const figures = builder.finish().at(-1);
  if (figures === undefined) throw new Error('No figures');
  return exactAnswer(figures, builder.lateChanges());
}

/** The closed days before the moment, as a room stores them, with everything that is known at the end. */
const daysBefore = ({ room, clock, now }: History, moment: number): DayFigures[] => {
  const days = activeDays(room.ledger, clock).filter(({ endsAt }) => endsAt <= moment);
  const build = { opening: EMPTY_OPENING, days, now, after: 0, upTo: Infinity, journal: room.journal };
  const builder = new DayBuilder(build);
  builder.add({ rows: room.ledger, clients: [] });
  return builder.finish();
};

/**
 * The number that the room had at a moment: what its rows and its resets and recounts by then add up to. Of a run, the
 * ledger has only the time at which its first tap arrived: a later tap is taken to have arrived then, or when it was made.
 */
function heldBy({ ledger, taps, journal }: TestRoom, areaId: string, moment: number): number {
  const arrivedAt = ({ clientId, firstSeq, occurredAt, receivedAt }: LedgerFact): number => {
    const run = ledger.find(
      (row) =>
        row.clientId === clientId && row.areaId === areaId && row.firstSeq <= firstSeq && firstSeq <= row.lastSeq,
    );
    return Math.max(run?.receivedAt ?? receivedAt, occurredAt);
  };
  let people = 0;
  for (const row of taps) {
    if (row.areaId === areaId && arrivedAt(row) <= moment) people += row.ins - row.outs + row.floored + row.adjusted;
  }
  for (const fact of journal) {
    const isSet = fact.areaId === areaId && fact.kind.startsWith('occupancy_');
    if (isSet && fact.at <= moment) people += Number(fact.after) - Number(fact.before);
  }
  return people;
}

const moments = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: -1, max: 1 }));

/** A moment of the history: anything, or right before, at and after something that happened. */
function momentIn({ room, now }: History, [share, by]: [number, number]): number {
  const times = [
    ...room.taps.flatMap((row) => [row.occurredAt, row.receivedAt]),
    ...room.journal.map((fact) => fact.at),
  ];
  const sorted = times.toSorted((a, b) => a - b);
  const moment = (sorted[Math.floor(share * (sorted.length - 1))] ?? now) + by;
  return Math.min(now, moment);
}

const areasOf = ({ journal }: TestRoom, moment: number): string[] => {
  const there = new Set<string>();
  for (const { kind, areaId, at: when } of journal) {
    if (areaId === null || when > moment) continue;
    if (kind === 'area_added') there.add(areaId);
    if (kind === 'area_deleted') there.delete(areaId);
  }
  return [...there];
};

const number = ({ occupancy }: MomentSubject): number => occupancy ?? Number.NaN;

// The search for a smaller counterexample may take minutes.
test('the number at any moment is that of a straight count, and the known number is the one the room had', () => {
  fc.assert(
    fc.property(histories, moments, fc.boolean(), (history, place, isStored) => {
      const { room, clock } = history;
      const moment = momentIn(history, place);
      const stored = isStored ? daysBefore(history, moment).at(-1)?.closing : undefined;
      const answer = answerOf(history, moment, stored);
      const straight = new StraightCount(room.taps, room.journal, clock);
      const after = { at: moment, order: Infinity };
      const there = areasOf(room, moment);
      for (const area of answer.areas) {
        expect(number(area)).toBe(straight.peopleIn(area.areaId, after));
        expect(area.capacity ?? 0).toBe(straight.limitOf(area.areaId, moment));
        // A phone whose clock is behind can tap in an area before it was added.
        if (!there.includes(area.areaId)) continue;
        expect(area.knownThen).toBe(heldBy(room, area.areaId, moment));
        expect((area.knownThen ?? 0) + (area.late?.change ?? 0)).toBe(area.occupancy);
      }
      expect(answer.areas.map(({ areaId }) => areaId)).toEqual(expect.arrayContaining(there));
      expect(number(answer.venue)).toBe(straight.peopleIn(null, after));
      expect(answer.venue.capacity ?? 0).toBe(straight.limitOf(null, moment));
      const sum = answer.areas.reduce((people, { knownThen }) => people + (knownThen ?? 0), 0);
      expect(answer.venue.knownThen).toBe(sum);
    }),
    { numRuns: 100 },
  );
});

test('the five minutes of a stored day contain the number of each of their moments', () => {
  fc.assert(
    fc.property(histories, moments, (history, place) => {
      const moment = momentIn(history, place);
      const exact = answerOf(history, moment);
      const { room, clock, now } = history;
      const builder = new DayBuilder({
        opening: EMPTY_OPENING,
        days: activeDays(room.ledger, clock),
        now: now + 100 * 24 * HOUR_MS,
        after: 0,
        upTo: Infinity,
        journal: room.journal,
      });
      builder.add({ rows: room.ledger, clients: [] });
      const day = builder.finish().find(({ startsAt, endsAt }) => startsAt <= moment && moment < endsAt);
      if (day === undefined) return;
      const slots = slotAnswer(day, moment);
      const pairs = [
        [slots.venue, exact.venue] as const,
        ...slots.areas.map((area) => [area, exact.areas.find(({ areaId }) => areaId === area.areaId)] as const),
      ];
      for (const [{ lowest, highest, occupancy, capacity, knownThen }, known] of pairs) {
        if (known === undefined) continue;
        expect(number(known)).toBeGreaterThanOrEqual(lowest);
        expect(number(known)).toBeLessThanOrEqual(highest);
        expect([capacity, knownThen]).toEqual([known.capacity, null]);
        if (lowest === highest) expect(occupancy).toBe(known.occupancy);
        else expect(occupancy).toBeNull();
      }
    }),
    { numRuns: 100 },
  );
});

/** The answer of a room whose evening is counted by the Berlin clock. */
const asked = (room: TestRoom, moment: number, now = at(600)): Answer => answerOf({ room, clock: CLOCK, now }, moment);

test('a tap counts from its own moment on, and late taps are told apart', () => {
  const room = roomWith({ hall: 10, bar: 0 });
  room.tap(at(0), { change: 4 });
  room.tap(at(1), { client: 'phone', change: 3, receivedAt: at(30) });
  room.tap(at(2), { client: 'phone', change: -2, receivedAt: at(30) });
  expect(asked(room, at(0) - 1).venue).toMatchObject({ occupancy: 0, percent: null, knownThen: 0 });
  expect(asked(room, at(0)).areas).toMatchObject([
    { areaId: 'hall', occupancy: 4, lowest: 4, highest: 4, capacity: 10, percent: 40, knownThen: 4 },
    { areaId: 'bar', occupancy: 0, capacity: null, percent: null },
  ]);
  expect(asked(room, at(1)).venue).toMatchObject({ occupancy: 7, knownThen: 4, late: { ins: 3, outs: 0, change: 3 } });
  expect(asked(room, at(29)).venue).toMatchObject({ occupancy: 5, knownThen: 4, late: { ins: 3, outs: 2, change: 1 } });
  expect(asked(room, at(30)).venue).toMatchObject({ occupancy: 5, knownThen: 5, late: { ins: 0, outs: 0, change: 0 } });
});

test('late moves change two areas and not the venue', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  room.tap(at(0), { change: 4 });
  room.tap(at(1), { client: 'phone', change: -1, to: 'bar', receivedAt: at(9) });
  const { venue, areas } = asked(room, at(5));
  expect(venue).toMatchObject({ occupancy: 4, knownThen: 4, late: { ins: 0, outs: 0, change: 0 } });
  expect(areas).toMatchObject([
    { occupancy: 3, knownThen: 4, late: { ins: 0, outs: 1, change: -1 } },
    { occupancy: 1, knownThen: 0, late: { ins: 1, outs: 0, change: 1 } },
  ]);
});

test('the end of a closed day and the moment of its end agree', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  room.tap(at(0), { change: 4 });
  room.tap(at(3), { area: 'bar', change: 5 });
  room.deleteArea(at(5), 'bar');
  const [day] = daysOf(room);
  expect(asked(room, at(600)).venue.occupancy).toBe(day?.venue.closing);
  // A deleted area is not listed, and before it was deleted it is.
  expect(asked(room, at(600)).areas.map(({ areaId }) => areaId)).toEqual(['hall']);
  expect(asked(room, at(4)).areas.map(({ occupancy }) => occupancy)).toEqual([4, 5]);
});

test('a number above the capacity is never 100 %', () => {
  const room = roomWith({ hall: 3_000 });
  room.tap(at(0), { change: 2_999 });
  room.tap(at(1), { change: 1 });
  room.tap(at(2), { change: 1 });
  const shares = [0, 1, 2].map((minute) => asked(room, at(minute)).areas[0]?.percent);
  expect(shares).toEqual([99.9, 100, 100.1]);
});
