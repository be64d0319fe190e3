import { expect, test } from 'vitest';
import { timelineOf, type TimelineSource } from '../../../src/reports/evacuation/timeline';
import type { LedgerFact } from '../../../src/reports/facts';
import { GapWriter } from '../../../src/reports/tap-times';
import { pointIdOf, twinOf } from '../../../src/shared/evacuation/side-areas';
import { ledgerFact } from '../../support/ledger-fact';

const START = Date.UTC(2026, 10, 21, 22);
const at = (seconds: number): number => START + seconds * 1_000;
const iso = (seconds: number): string => new Date(at(seconds)).toISOString();

let id = 0;
/** A single tap. */
function tap(areaId: string, seconds: number, change: number, more: Partial<LedgerFact> = {}): LedgerFact {
  id += 1;
  const sums = { ins: Math.max(0, change), outs: Math.max(0, 0 - change) };
  return ledgerFact({ id, areaId, firstSeq: id, lastSeq: id, change, ...sums, occurredAt: at(seconds), ...more });
}

const area = (areaId: string, people: number, countedAs = areaId) => ({
  areaId,
  areaName: areaId.toUpperCase(),
  countedAs,
  people,
});

const timeline = (source: Partial<TimelineSource>) =>
  timelineOf({ startedAt: START, until: at(60), areas: [area('hall', 3)], points: [], rows: [], sets: [], ...source });

test('the people inside fall with each exit, and an area is empty since its last one', () => {
  const rows = [tap('hall', 5, -1), tap('hall', 31, -2), tap('elsewhere', 7, -9)];
  expect(timeline({ rows, areas: [area('hall', 3), area('bar', 0)] })).toEqual({
    stepSeconds: 10,
    remaining: [3, 2, 2, 2, 0, 0, 0],
    areas: [
      { areaId: 'hall', areaName: 'HALL', atStart: 3, remaining: 0, emptyAt: iso(31) },
      { areaId: 'bar', areaName: 'BAR', atStart: 0, remaining: 0, emptyAt: iso(0) },
    ],
    lastOutAt: iso(31),
    assembled: [],
  });
});

test('an area into which somebody went back is not empty', () => {
  const rows = [tap('hall', 5, -3), tap('hall', 20, 1)];
  expect(timeline({ rows }).areas).toMatchObject([{ remaining: 1, emptyAt: null }]);
  const again = [...rows, tap('hall', 40, -1)];
  expect(timeline({ rows: again }).areas).toMatchObject([{ remaining: 0, emptyAt: iso(40) }]);
});

test('a tap counts at its own time, in whatever order taps arrive; taps after the end do not count', () => {
  const rows = [tap('hall', 50, -1), tap('hall', 5, -1), tap('hall', 61, -1)];
  expect(timeline({ rows })).toMatchObject({ remaining: [3, 2, 2, 2, 2, 1, 1], lastOutAt: iso(50) });
});

test('a late tap from before the start corrects the number at the start', () => {
  expect(timeline({ rows: [tap('hall', -30, 2), tap('hall', -20, -1)] })).toMatchObject({
    remaining: [4, 4, 4, 4, 4, 4, 4],
    areas: [{ atStart: 4 }],
    lastOutAt: null,
  });
});

test('exits beyond the known people leave nobody, and a recount counts from its time on', () => {
  const rows = [tap('hall', 5, -5, { floored: 2 })];
  expect(timeline({ rows }).remaining).toEqual([3, 0, 0, 0, 0, 0, 0]);
  const sets = [
    { at: at(15), areaId: 'hall', to: 4 },
    { at: at(60), areaId: 'hall', to: 9 },
  ];
  expect(timeline({ rows, sets }).remaining).toEqual([3, 0, 4, 4, 4, 4, 4]);
});

test('each tap of a run counts at its own time', () => {
  const gaps = new GapWriter();
  gaps.add(20_000);
  const run = { firstSeq: 1, lastSeq: 2, outs: 2 };
  expect(timeline({ rows: [tap('hall', 5, -1, { ...run, gaps: gaps.text })] }).remaining).toEqual([
    3, 2, 2, 1, 1, 1, 1,
  ]);
});

test('a drill is counted on twins, and assembly points have those who arrived since the start', () => {
  const point = pointIdOf('p');
  const source = {
    areas: [area('hall', 3, twinOf('hall'))],
    points: [{ areaId: point, areaName: 'Car park' }],
    rows: [
      tap('hall', 5, 7),
      tap(twinOf('hall'), 6, -1),
      tap(point, -5, 4),
      tap(point, 9, 1),
      tap(point, 20, -1),
      tap(point, 21, 3),
      tap(pointIdOf('gone'), 21, 3),
    ],
  };
  expect(timeline(source)).toMatchObject({
    remaining: [3, 2, 2, 2, 2, 2, 2],
    areas: [{ areaId: 'hall', remaining: 2 }],
    assembled: [{ name: 'Car park', people: 3 }],
  });
});

test('a long one has longer steps, and the last value is that of the end', () => {
  const { stepSeconds, remaining } = timeline({ until: at(3_601), rows: [tap('hall', 3_600, -1)] });
  expect([stepSeconds, remaining.length, remaining.at(-1)]).toEqual([40, 92, 2]);
  expect(timeline({ until: START }).remaining).toEqual([3]);
});
