import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { exactAnswer } from '../../../../src/reports/answer/occupancy-at';
import { answerAt, momentsOf } from '../../../../web/src/features/verify/day/answer-at';
import { faultsOf } from '../../../../web/src/features/verify/day/ledger-faults';
import { peopleAt } from '../../../../web/src/features/verify/day/people-at';
import { histories } from '../../reports/history';
import { at, CLOCK, DAY_END, roomWith, type TestRoom } from '../../reports/support';
import { figuresOf, LATER, recordsOf } from './support';

const sum = (people: ReadonlyMap<string, number>): number => [...people.values()].reduce((all, one) => all + one, 0);

// The search for a smaller counterexample may take minutes.
test('the files of a pack answer as the report does, at any moment, and add up', () => {
  fc.assert(
    fc.property(
      histories,
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: -1, max: 1 }))),
      (history, picks) => {
        const { room, now } = history;
        const days = figuresOf(history, now + LATER);
        const times = [
          ...room.taps.flatMap(({ occurredAt, receivedAt }) => [occurredAt, receivedAt]),
          ...room.journal.map((entry) => entry.at),
        ];
        for (const [one, other, by] of picks) {
          const day = days[one % Math.max(1, days.length)];
          if (day === undefined) continue;
          const inside = times.filter((time) => time + by >= day.startsAt && time + by < day.endsAt);
          const moment = (inside[other % Math.max(1, inside.length)] ?? day.startsAt) + by;
          if (moment < day.startsAt || moment >= day.endsAt) continue;
          const records = recordsOf(history, day);
          expect(faultsOf(records)).toEqual([]);
          const people = peopleAt(records, moment);
          const then = figuresOf(history, moment).at(-1);
          if (then === undefined) throw new Error('No figures');
          const answer = exactAnswer(then, null);
          expect(sum(people)).toBe(answer.venue.occupancy);
          for (const { areaId, occupancy } of answer.areas)
            expect([areaId, people.get(areaId) ?? 0]).toEqual([areaId, occupancy]);
        }
      },
    ),
    { numRuns: 150 },
  );
});

const firstRecords = (room: TestRoom) => {
  const history = { room, clock: CLOCK, now: DAY_END };
  const [day] = figuresOf(history, DAY_END);
  if (day === undefined) throw new Error('No day');
  return recordsOf(history, day);
};

const asked = (room: TestRoom, moment: number): (number | undefined)[] => {
  const people = peopleAt(firstRecords(room), moment);
  return [people.get('hall'), people.get('bar')];
};

test('each tap of a line counts at its own time, and a late one at the time at which it was made', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  for (const second of [0, 20, 40]) room.tap(at(0) + second * 1000);
  room.tap(at(2), { client: 'phone', area: 'bar', change: 3, receivedAt: at(30) });
  expect(asked(room, at(0) + 19_999)).toEqual([1, 0]);
  expect(asked(room, at(0) + 20_000)).toEqual([2, 0]);
  expect(asked(room, at(2))).toEqual([3, 3]);
});

test('a recount sets an area, with the late taps from before it, and a move changes two areas', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  room.tap(at(0), { change: 4 });
  room.recount(at(10), 'hall', 6);
  room.tap(at(5), { client: 'phone', change: 3, receivedAt: at(30) });
  room.tap(at(40), { change: -2, to: 'bar' });
  room.deleteArea(at(50), 'bar');
  expect([9, 10, 40, 50].map((minute) => asked(room, at(minute)))).toEqual([
    [7, 0],
    [6, 0],
    [4, 2],
    [4, 0],
  ]);
});

test('at the ms of a recount, taps that the room had counted are part of it, and later ones are not', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  room.tap(at(10), { change: 4 });
  room.recount(at(10), 'hall', 6);
  room.tap(at(10), { client: 'phone', change: 3, receivedAt: at(11) });
  expect(asked(room, at(10))[0]).toBe(9);
});

test('an answer has the staff and the limits of the moment, and the areas that were there', () => {
  const room = roomWith({ hall: 10 });
  const limits = [{ kind: 'license' as const, capacity: 12, condition: 'Condition 12' }];
  room.setVenue(at(-50), null, {
    capacity: 12,
    staffAllowance: 2,
    safetyMarginPercent: 0,
    alertThresholds: [],
    limits,
  });
  room.tap(at(0), { change: 10 });
  room.tap(at(1), { change: 1 });
  room.addArea(at(5), 'bar', 3);
  const places = (minute: number) => answerAt(firstRecords(room), at(minute))?.places;
  const limit = (isAbove: boolean) => [{ kind: 'license', capacity: 12, isAbove }];
  expect(places(0)).toEqual([
    { areaId: null, name: null, people: 10, staff: 2, limits: limit(false) },
    { areaId: 'hall', name: 'hall', people: 10, staff: 0, limits: [] },
  ]);
  expect(places(5)?.map(({ name, people }) => [name, people])).toEqual([
    [null, 11],
    ['hall', 11],
    ['bar', 0],
  ]);
  expect(places(5)?.[0]?.limits).toEqual(limit(true));
});

test('staff alone is above no limit, and with more staff than allowed every guest is', () => {
  const room = roomWith({ hall: 10 });
  const limits = [{ kind: 'license' as const, capacity: 12, condition: '' }];
  const venue = { capacity: 12, staffAllowance: 15, safetyMarginPercent: 0, alertThresholds: [], limits };
  room.setVenue(at(-50), null, venue);
  room.tap(at(1), { change: 1 });
  const above = (minute: number) => answerAt(firstRecords(room), at(minute))?.places[0]?.limits[0]?.isAbove;
  expect([above(0), above(1)]).toEqual([false, true]);
});

test('a line that cannot be read leaves the moment without an answer', () => {
  const room = roomWith();
  room.tap(at(0));
  const records = firstRecords(room);
  const lines = records.lines.map((line) => ({ ...line, ins: Number.NaN }));
  expect(answerAt({ ...records, lines }, at(1))).toBeNull();
});

const day = (startsAt: string, endsAt: string) => {
  const room = roomWith();
  room.tap(at(0));
  return { ...firstRecords(room).report, startsAt: Date.parse(startsAt), endsAt: Date.parse(endsAt) };
};
test.each([
  ['before midnight', '23:42:07', ['2026-11-20T22:42:07.000Z']],
  ['after midnight', '02:30', ['2026-11-21T01:30:00.000Z']],
  ['at its start', '06:00:00', ['2026-11-20T05:00:00.000Z']],
  ['no time', '', []],
])('a time of a business day is found %s', (_what, time, moments) => {
  const friday = day('2026-11-20T06:00:00+01:00', '2026-11-21T06:00:00+01:00');
  expect(momentsOf(friday, 'Europe/Berlin', time).map((one) => new Date(one).toISOString())).toEqual(moments);
});

test('a time that the clocks showed twice is two moments, and a skipped one none', () => {
  const autumn = day('2026-10-24T06:00:00+02:00', '2026-10-25T06:00:00+01:00');
  expect(momentsOf(autumn, 'Europe/Berlin', '02:30')).toHaveLength(2);
  const spring = day('2026-03-28T06:00:00+01:00', '2026-03-29T06:00:00+02:00');
  expect(momentsOf(spring, 'Europe/Berlin', '02:30')).toEqual([]);
});
