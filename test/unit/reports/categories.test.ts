import { describe, expect, test } from 'vitest';
import type { CategoryFigures, SubjectFigures } from '../../../src/reports/figures';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { type BuildReportOptions, buildReport } from '../../support/build-report';
import { areaOf, at, DAY_END, firstDay, roomWith, type TestRoom } from './support';

// These examples explain the rules. property.test.ts compares all rules with a straight count.

/** A room with the categories adult and child, in which nobody was counted yet. */
function namingRoom(areas: Readonly<Record<string, number>> = { hall: 10 }) {
  const room = roomWith(areas);
  room.setCategories(at(-30), 'adult', 'child');
  return room;
}

/** A report over two days. */
const REPORT: BuildReportOptions = {
  eventId: 'event',
  eventName: 'Event',
  clock: { timeZone: 'Europe/Berlin', reportTime: '06:00' },
  interval: 'day',
  clients: [],
  from: '2026-07-11',
  to: '2026-07-12',
  now: DAY_END + 2 * HOUR_MS,
};

const shortOf = ({ categories }: SubjectFigures) =>
  Object.fromEntries(
    (categories?.list ?? []).map(({ categoryId, ins, outs, opening, closing }) => [
      categoryId,
      [ins, outs, opening, closing],
    ]),
  );
const slotsOf = ({ categories }: SubjectFigures, id: string): CategoryFigures['slots'] | undefined =>
  categories?.list.find(({ categoryId }) => categoryId === id)?.slots;

test('a day without categories has no figures of them', () => {
  const room = roomWith();
  room.tap(at(0));
  const day = firstDay(room);
  expect(
    [day.venue, areaOf(day), day.closing.areas[0]].filter((one) => one && ('categories' in one || 'tally' in one)),
  ).toEqual([]);
});

test('each category has its sums and the people inside at the end of each slot', () => {
  const room = namingRoom({ hall: 10, bar: 10 });
  room.tap(at(0), { category: 'adult', change: 4 });
  room.tap(at(1), { category: 'child', change: 2 });
  room.tap(at(10), { category: 'adult', change: -1, to: 'bar' });
  const gone = room.tap(at(20), { category: 'child', change: -2 });
  room.undo(at(21), gone, { category: 'adult', change: -2 });
  const day = firstDay(room);
  expect(shortOf(areaOf(day))).toEqual({ adult: [4, 1, 0, 3], child: [2, 0, 0, 2] });
  expect(shortOf(areaOf(day, 'bar'))).toEqual({ adult: [1, 0, 0, 1] });
  // The venue's sums leave the transfer out.
  expect(shortOf(day.venue)).toEqual({ adult: [4, 0, 0, 4], child: [2, 0, 0, 2] });
  expect(slotsOf(areaOf(day), 'adult')).toEqual([
    [144, 4, 0, 4],
    [146, 0, 1, 3],
  ]);
  expect(slotsOf(areaOf(day), 'child')).toEqual([
    [144, 2, 0, 2],
    [148, 0, 0, 2],
  ]);
});

describe('the people inside are unknown', () => {
  test('from a tap without a category until a reset or its undo, also for a category that comes later', () => {
    const room = namingRoom();
    room.tap(at(0), { category: 'adult', change: 4 });
    const unnamed = room.tap(at(10));
    room.undo(at(20), unnamed);
    room.tap(at(30), { change: -1 });
    room.recount(at(40), 'hall', 0);
    room.tap(at(50), { category: 'child' });
    const hall = areaOf(firstDay(room));
    const insideOf = (id: string) => slotsOf(hall, id)?.map(([slot, , , inside]) => [slot, inside]);
    expect(insideOf('adult')).toEqual([
      [144, 4],
      [146, null],
      [148, 4],
      [150, null],
      [152, 0],
    ]);
    expect(insideOf('child')).toEqual([
      [146, null],
      [148, 0],
      [150, null],
      [152, 0],
      [154, 1],
    ]);
    expect(shortOf(hall)).toEqual({ adult: [4, 0, 0, 0], child: [1, 0, 0, 1] });
  });

  test('after a recount that does not name the categories', () => {
    const room = namingRoom({ hall: 10, bar: 10 });
    room.tap(at(0), { category: 'adult', change: 4 });
    room.tap(at(1), { area: 'bar', category: 'child' });
    room.recount(at(10), 'hall', 5);
    room.recount(at(20), 'bar', 3, { adult: 2, child: 1 });
    const day = firstDay(room);
    expect(shortOf(areaOf(day))).toEqual({ adult: [4, 0, 0, null] });
    expect(shortOf(areaOf(day, 'bar'))).toEqual({ adult: [0, 0, 0, 2], child: [1, 0, 0, 1] });
    expect(shortOf(day.venue)).toMatchObject({ adult: [4, 0, 0, null], child: [1, 0, 0, null] });
  });

  test('of those who came before the first category, and until then', () => {
    const room = roomWith({ hall: 10, bar: 10 });
    room.tap(at(0), { change: 4 });
    room.setCategories(at(10), 'adult');
    room.tap(at(20), { category: 'adult' });
    room.tap(at(30), { area: 'bar', category: 'adult' });
    room.recount(at(40), 'hall', 0);
    const day = firstDay(room);
    expect(shortOf(areaOf(day))).toEqual({ adult: [1, 0, null, 0] });
    expect(shortOf(areaOf(day, 'bar'))).toEqual({ adult: [1, 0, 0, 1] });
    expect(shortOf(day.venue)).toEqual({ adult: [2, 0, null, 1] });
    expect(slotsOf(day.venue, 'adult')?.map(([slot, , , inside]) => [slot, inside])).toEqual([
      [148, null],
      [150, null],
      [152, 1],
    ]);
  });
});

test('a report has the categories in the order of the event, with names and shares, over all of its days', () => {
  const room = namingRoom();
  room.tap(at(0), { category: 'adult', change: 2 });
  room.tap(DAY_END + 1_000, { category: 'child' });
  room.tap(DAY_END + 2_000);
  const { venue } = buildReport(room.ledger, room.journal, {
    ...REPORT,
    now: DAY_END + 3_000,
    categories: [{ categoryId: 'child', name: 'Kids', capacity: 5 }],
  });
  expect(venue.categories).toEqual([
    {
      categoryId: 'child',
      name: 'Kids',
      ins: 1,
      outs: 0,
      closing: null,
      share: 33.3,
      intervals: { ins: [0, 1], outs: [0, 0], occupancy: [0, null] },
    },
    // The event does not know this one any more.
    {
      categoryId: 'adult',
      name: 'adult',
      ins: 2,
      outs: 0,
      closing: null,
      share: 66.7,
      intervals: { ins: [2, 0], outs: [0, 0], occupancy: [2, null] },
    },
  ]);
});

describe('the time above the capacity of a category', () => {
  const ofDay = (room: TestRoom) => firstDay(room).venue.categoryLimits;

  test('is counted in the whole venue while the people inside are known, and unknown otherwise', () => {
    const room = roomWith({ hall: 0, bar: 0 });
    room.setCategories(at(-30), { adult: 0, child: 3 });
    room.tap(at(0), { category: 'child', change: 2 });
    room.tap(at(1), { area: 'bar', category: 'child', change: 2 });
    // A move between the areas changes nothing in the venue, also for no moment.
    room.tap(at(5), { category: 'child', change: -1, to: 'bar' });
    room.tap(at(11), { category: 'child', change: -1 });
    room.tap(at(20), { category: 'child', change: 3 });
    room.tap(at(30), { change: 1 });
    room.resetAll(at(40));
    expect(ofDay(room)).toEqual([
      {
        categoryId: 'child',
        capacities: [{ at: at(-30), capacity: 3 }],
        secondsAbove: 20 * 60,
        secondsUnknown: 10 * 60,
        over: [
          { from: at(1), to: at(11), aboveMs: 10 * MINUTE_MS, peak: 4, capacity: 3 },
          { from: at(20), to: at(30), aboveMs: 10 * MINUTE_MS, peak: 6, capacity: 3 },
        ],
      },
    ]);
  });

  test('goes on from day to day, and the report has it as one period', () => {
    const room = roomWith({ hall: 0 });
    room.setCategories(at(-30), { adult: 0, child: 2 });
    room.tap(at(0), { category: 'child', change: 3 });
    room.tap(DAY_END + HOUR_MS, { category: 'child', change: -1 });
    const report = buildReport(room.ledger, room.journal, {
      ...REPORT,
      categories: [{ categoryId: 'child', name: 'Kids', capacity: 2 }],
    });
    const seconds = (DAY_END + HOUR_MS - at(0)) / 1000;
    expect(report.categoryLimits).toEqual([
      {
        categoryId: 'child',
        name: 'Kids',
        capacities: [{ at: new Date(at(-30)).toISOString(), capacity: 2 }],
        secondsAbove: seconds,
        secondsUnknown: 0,
        periods: [
          {
            from: new Date(at(0)).toISOString(),
            to: new Date(DAY_END + HOUR_MS).toISOString(),
            seconds,
            peak: 3,
            capacity: 2,
          },
        ],
      },
    ]);
  });
});
