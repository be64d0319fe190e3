import { expect, test } from 'vitest';
import { DayRows } from '../../../src/room/day-rows';
import { DAY_MS, HOUR_MS } from '../../../src/shared/limits';
import { TestRoom, type TestTap } from '../report/support';

const START = Date.parse('2026-07-11T06:00:00Z');
const DAYS = [0, 1, 2].map((n) => ({
  day: `2026-07-${11 + n}`,
  startsAt: START + n * DAY_MS,
  endsAt: START + (n + 1) * DAY_MS,
}));
const noon = (day: number): number => START + day * DAY_MS + 6 * HOUR_MS;

function roomWith(...taps: readonly [occurredAt: number, tap?: TestTap][]): TestRoom {
  const room = new TestRoom();
  room.addArea(START - HOUR_MS, 'hall', 0);
  for (const [occurredAt, tap] of taps) room.tap(occurredAt, tap);
  return room;
}

test('what is tapped on later days is left, and what takes it back; what comes late is not', () => {
  const room = roomWith([noon(0)], [noon(1)], [noon(1) + HOUR_MS], [noon(0) + HOUR_MS, { receivedAt: noon(2) }]);
  const seq = room.tap(noon(2), { change: 2 }) ?? 0;
  room.undo(noon(2) + 1, seq, { change: 2 });
  room.undo(noon(2) + 2, 4);
  room.tap(noon(2), { client: 'other' });
  room.undo(noon(2) + 3, 1, { client: 'other' });
  const rows = new DayRows(DAYS.slice(0, 1), 100).choose(room.ledger);
  expect(rows.map(({ occurredAt, undoes }) => [occurredAt, undoes])).toEqual([
    [noon(0), null],
    [noon(0) + HOUR_MS, null],
    [noon(2) + 2, 4],
  ]);
});

test('what takes back a tap that is not kept any more stays', () => {
  const room = roomWith([noon(0)]);
  room.undo(noon(0) + 1, 1);
  expect(new DayRows(DAYS, 100).choose(room.ledger.slice(1))).toHaveLength(1);
});

test('with too many rows, days that have not ended by then are given up, but for the first', () => {
  const { ledger } = roomWith([noon(0)], [noon(1)], [noon(2)], [noon(1), { receivedAt: noon(2) }], [noon(2) + HOUR_MS]);
  const needed = new DayRows(DAYS, 2);
  expect(needed.choose(ledger.slice(0, 2))).toHaveLength(2);
  expect([needed.days, needed.endsAt]).toEqual([3, START + 3 * DAY_MS]);
  expect(needed.choose(ledger.slice(2, 3))).toHaveLength(1);
  expect([needed.days, needed.endsAt]).toEqual([2, START + 2 * DAY_MS]);
  expect(needed.choose(ledger.slice(3)).map(({ occurredAt }) => occurredAt)).toEqual([noon(1)]);
  const one = new DayRows(DAYS, 0);
  one.choose(ledger.slice(0, 1));
  expect(one.days).toBe(1);
});
