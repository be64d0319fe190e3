import { expect, test } from 'vitest';
import { tapEffect } from '../../../src/room/counting/counting';
import { findUndoableRow } from '../../../src/room/counting/draft';
import { GapWriter } from '../../../src/reports/tap-times';
import { areaState, ledgerRow } from './states';

const area = (occupancy: number, countsFrom = 0) => areaState('main', { occupancy, countsFrom });

test.each([
  ['an entry counts in', 3, 2, { ins: 2, outs: 0, floored: 0, adjusted: 0, occupancy: 5 }],
  ['an exit counts out', 3, -2, { ins: 0, outs: 2, floored: 0, adjusted: 0, occupancy: 1 }],
  [
    'an exit of more people than are inside is floored',
    3,
    -5,
    { ins: 0, outs: 5, floored: 2, adjusted: 0, occupancy: 0 },
  ],
  ['an exit from an empty area is floored', 0, -1, { ins: 0, outs: 1, floored: 1, adjusted: 0, occupancy: 0 }],
])('%s', (_what, occupancy, change, effect) => {
  expect(tapEffect(area(occupancy), change, { occurredAt: 1, now: 1 })).toEqual(effect);
});

test('a tap before the last reset counts in the totals and does not change the occupancy', () => {
  const effect = { ins: 0, outs: 4, floored: 0, adjusted: 4, occupancy: 3 };
  expect(tapEffect(area(3, 100), -4, { occurredAt: 99, now: 100 })).toEqual(effect);
  expect(tapEffect(area(3, 100), -4, { occurredAt: 100, now: 100 })).toMatchObject({ occupancy: 0, floored: 1 });
  // A reset in the future comes from a wrong clock. It swallows no taps.
  expect(tapEffect(area(3, 100), 4, { occurredAt: 99, now: 99 })).toMatchObject({ occupancy: 7, adjusted: 0 });
  // An undo of a tap before the last reset does not change the occupancy either.
  const undone = { floored: 0, occurredAt: 50 };
  const nothing = { ins: -1, outs: 0, floored: 0, adjusted: 1, occupancy: 3 };
  expect(tapEffect(area(3, 100), -1, { occurredAt: 120, now: 120, undone })).toEqual(nothing);
});

test('an undo finds the run with its tap and must match exactly what that tap did', () => {
  const rows = [ledgerRow({}), ledgerRow({ firstSeq: 6, lastSeq: 6, change: -5, ins: 0, outs: 5, floored: 2 })];
  expect(findUndoableRow(rows, 'main', 3, -1)).toEqual(rows[0]);
  expect(findUndoableRow(rows, 'main', 6, 5)).toEqual(rows[1]);
  expect(findUndoableRow(rows, 'main', 6, 1)).toBeUndefined();
  expect(findUndoableRow(rows, 'main', 3, 1)).toBeUndefined();
  expect(findUndoableRow(rows, 'bar', 3, -1)).toBeUndefined();
  expect(findUndoableRow(rows, 'main', 7, -1)).toBeUndefined();
  // An undone tap has its own time, not the time at which its run began.
  const gaps = new GapWriter();
  for (const ms of [1_000, 0, 400, 600]) gaps.add(ms);
  const run = [ledgerRow({ gaps: gaps.text, occurredAt: 60_000 })];
  const madeAt = [1, 2, 3, 4, 5].map((seq) => findUndoableRow(run, 'main', seq, -1)?.occurredAt);
  expect(madeAt).toEqual([60_000, 61_000, 61_000, 61_400, 62_000]);
});

test('no tap is undone twice, and no undo is undone', () => {
  const undo = ledgerRow({ firstSeq: 6, lastSeq: 6, change: -1, ins: -1, undoes: 1 });
  expect(findUndoableRow([ledgerRow({}), undo], 'main', 1, -1)).toBeUndefined();
  expect(findUndoableRow([ledgerRow({}), undo], 'main', 2, -1)).toBeDefined();
  expect(findUndoableRow([ledgerRow({}), undo], 'main', 6, 1)).toBeUndefined();
});

test('a transfer is undone as a whole from either of its ends', () => {
  const alone = { firstSeq: 4, lastSeq: 4 };
  const from = ledgerRow({ ...alone, otherAreaId: 'bar', change: -2, ins: 0, outs: 2 });
  const to = ledgerRow({ ...alone, areaId: 'bar', otherAreaId: 'main', change: 2, ins: 2 });
  expect(findUndoableRow([from, to], 'main', 4, 2, 'bar')).toEqual(from);
  expect(findUndoableRow([from, to], 'bar', 4, -2, 'main')).toEqual(to);
  expect(findUndoableRow([from, to], 'main', 4, 2)).toBeUndefined();
  expect(findUndoableRow([from, to], 'bar', 4, -2)).toBeUndefined();
  expect(findUndoableRow([from, to], 'main', 4, 1, 'bar')).toBeUndefined();
  expect(findUndoableRow([from, to], 'main', 4, 2, 'yard')).toBeUndefined();
  expect(findUndoableRow([ledgerRow({})], 'main', 3, -1, 'bar')).toBeUndefined();
  const undo = ledgerRow({ firstSeq: 5, lastSeq: 5, otherAreaId: 'bar', change: 2, ins: 0, outs: -2, undoes: 4 });
  expect(findUndoableRow([from, to, undo], 'bar', 4, -2, 'main')).toBeUndefined();
});
