import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/shared/limits';
import { NOTHING_YET } from '../../../../src/shared/report/figures';
import { areaOf, at, DAY_END, daysOf, firstDay, roomWith } from './nights';

describe('a clock that was set back', () => {
  test('leaves the journal in order of its times', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { change: 3 });
    room.setCapacity(at(60), 'hall', 2);
    room.setCapacity(at(10), 'hall', 1);
    expect(areaOf(firstDay(room)).capacities.map(({ capacity }) => capacity)).toEqual([10, 1, 2]);
  });

  test('brings nobody into an area that was deleted meanwhile', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { change: 3 });
    room.tap(at(60), { change: 2 });
    room.deleteArea(at(10), 'hall');
    expect(firstDay(room).venue).toMatchObject({ ins: 5, closing: 0, peak: 3 });
  });
});

describe('what arrives late', () => {
  test('counts when it was made, and a recount that knew of it settles it', () => {
    const room = roomWith(['hall', 0]);
    room.tap(at(0), { change: 5 });
    room.recount(at(20), 'hall', 7);
    room.recount(at(40), 'hall', 6);
    room.tap(at(10), { change: 3, receivedAt: at(50) });
    room.tap(at(45), { change: 1, receivedAt: at(55) });
    const hall = areaOf(firstDay(room));
    expect(hall).toMatchObject({ ins: 9, closing: 7, peak: 8, peakAt: at(10) });
    expect(hall.slots.map(([slot, , , low, high, last]) => [slot - 144, low, high, last])).toEqual([
      [0, 0, 5, 5],
      [2, 5, 8, 8],
      [4, 7, 8, 7],
      [8, 6, 7, 6],
      [9, 6, 7, 7],
    ]);
  });

  test('to an area that a reset of all areas has found at 0 counts until it, and brings nobody in after it', () => {
    const room = roomWith(['hall', 0], ['bar', 0]);
    room.tap(at(0), { area: 'bar', change: 2 });
    room.resetAll(at(20));
    room.tap(at(10), { change: 3, receivedAt: at(30) });
    room.tap(at(40), { change: 1 });
    room.recount(at(50), 'hall', 0);
    expect(room.journal.filter(({ kind }) => kind === 'occupancy_reset').map(({ areaId }) => areaId)).toEqual([
      'hall',
      'bar',
      'hall',
    ]);
    const [hall, bar] = firstDay(room).areas;
    expect(hall).toMatchObject({ ins: 4, peak: 3, peakAt: at(10), closing: 0 });
    expect(bar).toMatchObject({ ins: 2, peak: 2, closing: 0 });
  });

  test('lets nobody into the venue while its areas are reset at one moment', () => {
    const room = roomWith(['hall', 0], ['bar', 0]);
    room.tap(at(16), { area: 'bar' });
    room.resetAll(at(20));
    room.tap(at(15), { change: -1, client: 'late', receivedAt: at(25) });
    expect(areaOf(firstDay(room))).toMatchObject({ secondsBelowZero: 300, closing: 0 });
    expect(firstDay(room).venue).toMatchObject({ secondsBelowZero: 60, closing: 0, peak: 0, peakAt: null });
  });

  test('leaves the record below zero until then, and says for how long', () => {
    const room = roomWith(['hall', 0]);
    room.tap(at(10), { change: 3, client: 'in' });
    room.tap(at(5), { change: -2, client: 'out', receivedAt: at(11) });
    expect(areaOf(firstDay(room))).toMatchObject({ secondsBelowZero: 300, closing: 1, peak: 1 });
  });

  test('is told by how late it was, in taps', () => {
    const room = roomWith(['hall', 0]);
    for (const seconds of [0, 1, 2]) room.tap(at(0) + seconds * 1000, { receivedAt: at(1) + seconds * 1000 });
    for (const seconds of [0, 1, 2]) room.tap(at(2) + seconds * 1000, { receivedAt: at(13) + seconds * 1000 });
    room.tap(at(20), { client: 'other', receivedAt: at(80) });
    room.tap(at(20), { client: 'other', change: 2, receivedAt: at(80) + 1 });
    const { quality, devices } = firstDay(room);
    expect(quality).toEqual({ taps: 8, rows: 4, late: [5, 5, 1], latestMs: 60 * MINUTE_MS + 1 });
    expect(devices).toMatchObject([
      { lateTaps: 3, latestMs: 11 * MINUTE_MS },
      { lateTaps: 2, latestMs: 60 * MINUTE_MS + 1 },
    ]);
  });
});

describe('an undo', () => {
  test('of a tap from before a recount lowers the totals, and nobody leaves', () => {
    const room = roomWith(['hall', 0]);
    const seq = room.tap(at(0), { change: 2 });
    room.recount(at(10), 'hall', 6);
    room.undo(at(20), seq ?? 0, { change: 2 });
    room.recount(at(30), 'hall', 5);
    const hall = areaOf(firstDay(room));
    expect(hall).toMatchObject({ ins: 0, outs: 0, closing: 5, peak: 6 });
    expect(hall.slots.map(([, , , low, high]) => [low, high])).toEqual([
      [0, 2],
      [2, 6],
      [6, 6],
      [5, 6],
    ]);
  });

  test('takes back as much as its tap did', () => {
    const room = roomWith(['hall', 0]);
    room.tap(at(0), { change: 2 });
    const seq = room.tap(at(1), { change: -5 });
    room.undo(at(2), seq ?? 0, { change: -5 });
    expect(areaOf(firstDay(room))).toMatchObject({ ins: 2, outs: 0, floored: 0, closing: 2 });
  });

  test('after the end of the day counts at the end of its tap’s day, and nowhere else', () => {
    const room = roomWith(['hall', 0]);
    const seq = room.tap(DAY_END - 30_000, { change: 2 });
    room.undo(DAY_END + 30_000, seq ?? 0, { change: 2 });
    const now = DAY_END + 20 * HOUR_MS;
    expect(daysOf(room, { now }).map(({ venue }) => [venue.ins, venue.closing])).toEqual([[0, 0]]);
    const closed = firstDay(room, { now });
    room.tap(DAY_END + 12 * HOUR_MS, { change: 4 });
    const all = daysOf(room, { now });
    expect(all.map(({ venue }) => [venue.ins, venue.opening, venue.closing])).toEqual([
      [0, 0, 0],
      [4, 0, 4],
    ]);
    expect(all[0]).toEqual(closed);
    expect(daysOf(room, { now, standing: closed.closing })).toEqual(all.slice(1));
  });
});

describe('an undo of a tap that is not among the rows', () => {
  const DAWN = DAY_END + 30 * MINUTE_MS;

  test.each([
    ['before the standing', DAY_END - 1000],
    ['after it', DAY_END + 1000],
  ])('is settled by a recount %s', (_when, recountedAt) => {
    const room = roomWith(['hall', 0]);
    const seq = room.tap(DAY_END - 2000, { change: 3 });
    room.recount(recountedAt, 'hall', 4);
    room.tap(DAY_END + 2000, { client: 'other' });
    expect(room.undo(DAWN, seq ?? 0, { change: 3 })).not.toBeNull();
    room.recount(DAWN + HOUR_MS, 'hall', 2);
    const now = DAWN + 2 * HOUR_MS;
    const all = daysOf(room, { now });
    const standing = all[0]?.closing ?? NOTHING_YET;
    expect(all.map(({ venue }) => venue.closing)).toEqual([standing.areas[0]?.occupancy, 2]);
    expect(daysOf(room, { now, standing })).toEqual(all.slice(1));
  });
});

describe('a day follows another', () => {
  test('as it was left, and what happened in between moves the opening', () => {
    const room = roomWith(['hall', 10], ['bar', 10]);
    room.tap(at(0), { change: 5 });
    room.tap(at(0), { area: 'bar', change: 2 });
    room.recount(DAY_END + 1, 'hall', 0);
    room.setCapacity(DAY_END + 2, 'hall', 50);
    const later = DAY_END + 37 * HOUR_MS;
    room.tap(later, { change: 1 });
    // From before the recount between the days: settled there, and on the evening in which it was made.
    room.tap(at(1), { change: 3, receivedAt: later + 1 });
    const now = later + HOUR_MS;
    const all = daysOf(room, { now });
    expect(all.map(({ venue }) => [venue.opening, venue.closing])).toEqual([
      [0, 10],
      [2, 3],
    ]);
    expect(all[1] && areaOf(all[1]).capacities).toEqual([{ at: DAY_END + 24 * HOUR_MS, capacity: 50 }]);
    const standing = all[0]?.closing ?? NOTHING_YET;
    expect(daysOf(room, { now, standing })).toEqual(all.slice(1));
    expect([...room.areas.values()].map(({ occupancy }) => occupancy)).toEqual([1, 2]);
  });

  test('and knows what recounts of the day before have settled', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { change: 5 });
    room.recount(at(10), 'hall', 4);
    room.tap(DAY_END + HOUR_MS);
    room.tap(at(5), { change: 3, receivedAt: DAY_END + 2 * HOUR_MS });
    room.recount(DAY_END + 3 * HOUR_MS, 'hall', 5);
    const now = DAY_END + 4 * HOUR_MS;
    const all = daysOf(room, { now });
    expect(all.map(({ venue }) => venue.closing)).toEqual([4, 5]);
    const standing = all[0]?.closing ?? NOTHING_YET;
    expect(standing.areas).toMatchObject([{ areaId: 'hall', countsFrom: at(10) }]);
    expect(daysOf(room, { now, standing })).toEqual(all.slice(1));
  });
});
