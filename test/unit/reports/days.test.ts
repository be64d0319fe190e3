import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';
import { areaOf, at, DAY_END, daysOf, firstDay, onDevice, roomWith } from './support';

// These examples explain the rules. property.test.ts compares all rules with a straight count.

test('a business day lasts from report time to report time, so a night is one day', () => {
  const room = roomWith();
  room.tap(at(0), { change: 4 });
  room.tap(at(8 * 60), { change: -3 });
  const days = daysOf(room);
  expect(days.map(({ day, startsAt, endsAt, until }) => [day, startsAt, endsAt, until])).toEqual([
    ['2026-07-11', Date.parse('2026-07-11T06:00:00+02:00'), DAY_END, DAY_END],
  ]);
  expect(days[0]?.venue).toMatchObject({ ins: 4, outs: 3, opening: 0, closing: 1, peak: 4, peakAt: at(0) });
  expect(areaOf(firstDay(room)).slots).toEqual([
    [144, 4, 0, 0, 4, 4],
    [240, 0, 3, 1, 4, 1],
  ]);
});

describe('time above capacity', () => {
  test('the time above capacity is the time strictly above the capacity in force', () => {
    const room = roomWith({ hall: 100 });
    room.tap(at(0), { change: 75 });
    room.tap(at(10), { change: 1 });
    room.tap(at(20), { change: 24 });
    room.tap(at(30), { change: 1 });
    // When two changes happen at the same moment, the last one is in force.
    for (const capacity of [150, 200]) room.setCapacity(at(40), 'hall', capacity);
    room.setCapacity(at(50), 'hall', 0);
    room.tap(at(60), { change: 500 });
    const hall = areaOf(firstDay(room));
    expect(hall.secondsAbove).toEqual([30 * 60, 20 * 60, 10 * 60]);
    expect(hall.over).toEqual([{ from: at(30), to: at(40), aboveMs: 10 * MINUTE_MS, peak: 101, capacity: 100 }]);
    expect(hall.capacities).toEqual([
      { at: at(-60), capacity: 100 },
      { at: at(40), capacity: 200 },
      { at: at(50), capacity: 0 },
    ]);
  });

  test("the venue's time above capacity uses its capacity without staff, from the moment it was set, and none before", () => {
    // The safety margin warns earlier at the doors; being within it is not being over capacity.
    const settings = { capacity: 18, staffAllowance: 3, safetyMarginPercent: 10, alertThresholds: [] };
    const room = roomWith({ hall: 10, bar: 10 });
    room.tap(at(0), { change: 8 });
    room.tap(at(0), { area: 'bar', change: 8 });
    room.setVenue(at(10), null, settings);
    room.setVenue(at(20), settings, { ...settings, staffAllowance: 0 });
    const { venue, closing } = firstDay(room);
    expect(venue.capacities.map(({ capacity }) => capacity)).toEqual([null, 15, 18]);
    expect(venue.over).toEqual([{ from: at(10), to: at(20), aboveMs: 10 * MINUTE_MS, peak: 16, capacity: 15 }]);
    expect(closing.venue).toEqual({ ...settings, staffAllowance: 0 });
  });
});

test('transfers between areas are no arrivals and do not change the venue', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  room.tap(at(0), { change: 5 });
  const seq = room.tap(at(10), { change: -3, to: 'bar' });
  room.undo(at(11), seq, { change: -3, to: 'bar' });
  room.tap(at(20), { change: 2, to: 'bar' });
  room.tap(at(30), { change: -2, to: 'bar' });
  const day = firstDay(room);
  expect(day.venue).toMatchObject({ ins: 5, outs: 0, movedIn: 0, movedOut: 0, peak: 5, closing: 5 });
  expect(day.venue.slots).toEqual([[144, 5, 0, 0, 5, 5]]);
  expect(areaOf(day)).toMatchObject({ ins: 5, outs: 2, movedIn: 0, movedOut: 2, closing: 3 });
  expect(areaOf(day, 'bar')).toMatchObject({ ins: 2, outs: 0, movedIn: 2, movedOut: 0, closing: 2 });
  expect(day.devices).toMatchObject([{ ins: 5, outs: 0, moves: 2, taps: 4, undone: 1 }]);
  expect(day.quality).toMatchObject({ taps: 4, rows: 7 });
});

test('a deleted area takes its people out and appears on its last day', () => {
  const room = roomWith({ hall: 10, bar: 10 });
  room.tap(at(0), { change: 5 });
  room.tap(at(1), { area: 'bar', change: 2 });
  room.deleteArea(at(2), 'bar');
  room.tap(DAY_END + HOUR_MS);
  const [first, second] = daysOf(room, { now: DAY_END + 2 * HOUR_MS });
  expect(first?.venue).toMatchObject({ closing: 5, peak: 7, ins: 7 });
  expect(first && areaOf(first, 'bar')).toMatchObject({ deletedAt: at(2), closing: 0, peak: 2 });
  expect(second?.areas.map(({ areaId }) => areaId)).toEqual(['hall']);
  expect(second?.closing.areas[1]).toMatchObject({ areaId: 'bar', deletedAt: at(2), occupancy: 0 });
});

describe('devices', () => {
  test('clients with one device id are one device whatever page was open, and an access-code user is not an admin', () => {
    const room = roomWith();
    room.tap(at(0), { client: 'a', change: 2 });
    room.tap(at(1), { client: 'b', change: -1 });
    room.tap(at(2), { client: 'c' });
    const clients = [onDevice('a', 'gate', 'Old name'), onDevice('b', 'gate', 'North gate')];
    const { devices } = firstDay(room, { clients: [...clients, { ...onDevice('c', 'gate'), isAdmin: true }] });
    const times = { firstTapAt: at(0), lastTapAt: at(1) };
    expect(devices).toMatchObject([
      { deviceId: 'gate', deviceName: 'North gate', isAdmin: false, ins: 2, outs: 1, ...times },
      { deviceId: 'gate', deviceName: null, isAdmin: true, ins: 1 },
    ]);
  });

  test('devices are silent when an hour lies between two of their taps, or between their last tap and the last tap of all', () => {
    const room = roomWith();
    for (const [minute, client] of [
      [0, 'a'],
      [60, 'a'],
      [70, 'b'],
      [119, 'a'],
      [130, 'a'],
    ] as const) {
      room.tap(at(minute), { client });
    }
    expect(firstDay(room).devices.map(({ quietTimes }) => quietTimes)).toEqual([
      [{ from: at(0), to: at(60) }],
      [{ from: at(70), to: at(130) }],
    ]);
  });
});

describe('late taps', () => {
  test('a late tap counts at the time it was made, and a recount that knew of it covers it', () => {
    const room = roomWith({ hall: 0 });
    room.tap(at(0), { change: 5 });
    room.recount(at(20), 'hall', 7);
    room.recount(at(40), 'hall', 6);
    room.tap(at(10), { change: 3, receivedAt: at(50) });
    room.tap(at(12), { change: 2, receivedAt: at(51) });
    room.tap(at(45), { change: 1, receivedAt: at(55) });
    const hall = areaOf(firstDay(room));
    expect(hall).toMatchObject({ ins: 11, closing: 7, peak: 10, peakAt: at(12) });
    expect(hall.slots.map(([slot, , , low, high, last]) => [slot - 144, low, high, last])).toEqual([
      [0, 0, 5, 5],
      [2, 5, 10, 10],
      [4, 7, 10, 7],
      [8, 6, 7, 6],
      [9, 6, 7, 7],
    ]);
  });

  test('a late tap may leave the record below zero until it arrived, and the day reports for how long', () => {
    const room = roomWith({ hall: 0 });
    room.tap(at(10), { change: 3, client: 'in' });
    room.tap(at(5), { change: -2, client: 'out', receivedAt: at(11) });
    expect(areaOf(firstDay(room))).toMatchObject({ secondsBelowZero: 300, closing: 1, peak: 1 });
  });

  test('late taps are reported by their delay, in taps', () => {
    const room = roomWith({ hall: 0 });
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

test("an undo after the end of the day counts at the end of its tap's day and nowhere else", () => {
  const room = roomWith({ hall: 0 });
  const seq = room.tap(DAY_END - 30_000, { change: 2 });
  room.undo(DAY_END + 30_000, seq, { change: 2 });
  const now = DAY_END + 20 * HOUR_MS;
  expect(daysOf(room, { now }).map(({ venue }) => [venue.ins, venue.closing])).toEqual([[0, 0]]);
  const closed = firstDay(room, { now });
  room.tap(DAY_END + 12 * HOUR_MS, { change: 4 });
  const all = daysOf(room, { now });
  expect(all[0]).toEqual(closed);
  expect(all[1]?.venue).toMatchObject({ ins: 4, opening: 0, closing: 4 });
});

test('people who swap areas in turns never exceed the number inside, unless the ledger has no times for its runs', () => {
  const room = roomWith({ hall: 0, bar: 0 });
  room.setVenue(at(-60), null, { capacity: 300, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] });
  room.tap(at(-10), { client: 'desk', change: 295 });
  for (let second = 0; second < 60; second++) {
    const tap = second % 2 === 0 ? { area: 'bar', change: 1 } : { area: 'hall', change: -1 };
    room.tap(at(0) + second * 1000, { ...tap, client: tap.area });
  }
  const day = firstDay(room);
  expect(day).toMatchObject({ quality: { taps: 61, rows: 3 } });
  expect(day.venue).toMatchObject({ peak: 296, peakAt: at(0), over: [], ins: 325, outs: 30, closing: 295 });
  expect(areaOf(day, 'bar')).toMatchObject({ peak: 30, peakAt: at(0) + 58_000 });
});
