import { expect, test, vi } from 'vitest';
import { areaOf, at, firstDay, roomWith } from './nights';
import type { TestRoom } from './support';

/** Taps of two doors by turns, one a second: each in at one area, and out at the other. */
function swap(room: TestRoom, { from, taps, late = 0 }: { from: number; taps: number; late?: number }): void {
  for (let second = 0; second < taps; second++) {
    const tap = second % 2 === 0 ? { area: 'bar', change: 1 } : { area: 'hall', change: -1 };
    const madeAt = from + second * 1_000;
    room.tap(madeAt, { ...tap, client: tap.area, receivedAt: madeAt + late });
  }
}

function fullRoom(): TestRoom {
  const room = roomWith(['hall', 0], ['bar', 0]);
  const venue = { capacity: 300, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] };
  room.setVenue(at(-60), null, venue);
  room.tap(at(-10), { client: 'desk', change: 295 });
  return room;
}

test('people who go from one area to another by turns were never more than there were', () => {
  const room = fullRoom();
  swap(room, { from: at(0), taps: 180 });
  const { venue, precision, areas } = firstDay(room);
  expect(venue).toMatchObject({ peak: 296, peakAt: at(0), over: [], ins: 385, outs: 90, closing: 295 });
  expect(precision).toBe('tap');
  expect(venue.slots.filter(([, ins]) => ins === 90)).toMatchObject([[expect.any(Number), 90, 90, 295, 296, 295]]);
  expect(areas).toMatchObject([{ peak: 295 }, { peak: 90, peakAt: at(2) + 58_000 }]);
});

test('taps that come late stand among those of their own seconds', () => {
  const room = fullRoom();
  for (let second = 0; second < 60; second += 2) room.tap(at(0) + second * 1_000, { client: 'bar', area: 'bar' });
  for (let second = 1; second < 60; second += 2) {
    room.tap(at(0) + second * 1_000, { client: 'hall', change: -1, receivedAt: at(30) });
  }
  expect(firstDay(room).venue).toMatchObject({ peak: 296, peakAt: at(0), over: [], closing: 295 });
});

test('a device that goes silent was last heard at its last tap, not at the first of that minute', () => {
  const room = roomWith(['hall', 0]);
  for (let second = 0; second < 59; second++) room.tap(at(0) + second * 1_000);
  expect(firstDay(room).devices).toMatchObject([{ firstTapAt: at(0), lastTapAt: at(0) + 58_000, taps: 59 }]);
  expect(room.ledger).toHaveLength(1);
});

test('a run of before its taps had times counts whole at its first, and the day says so', () => {
  const room = fullRoom();
  swap(room, { from: at(0), taps: 60 });
  const ledger = room.ledger.map((row) => ({ ...row, gaps: null }));
  vi.spyOn(room, 'ledger', 'get').mockReturnValue(ledger);
  const day = firstDay(room);
  expect(day).toMatchObject({ precision: 'minute', venue: { peak: 325, peakAt: at(0), closing: 295 } });
  expect(areaOf(day, 'bar')).toMatchObject({ peak: 30, peakAt: at(0) });
  expect(day.quality).toMatchObject({ taps: 61, rows: 3 });
});
