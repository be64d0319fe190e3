import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/shared/limits';
import { areaOf, at, DAY_END, daysOf, firstDay, roomWith } from './nights';
import { onDevice } from './support';

describe('a night', () => {
  test('is one day, from report time to report time', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { change: 4 });
    room.tap(at(8 * 60), { change: -3 });
    const days = daysOf(room);
    expect(days.map(({ day, startsAt, endsAt, until }) => [day, startsAt, endsAt, until])).toEqual([
      ['2026-07-11', Date.parse('2026-07-11T06:00:00+02:00'), DAY_END, DAY_END],
    ]);
    const [day] = days;
    expect(day?.venue).toMatchObject({ ins: 4, outs: 3, opening: 0, closing: 1, peak: 4, peakAt: at(0) });
    expect(day?.areas).toHaveLength(1);
    expect(areaOf(firstDay(room)).slots).toEqual([
      [144, 4, 0, 0, 4, 4],
      [240, 0, 3, 1, 4, 1],
    ]);
  });

  test('reaches as far as now, what happens this very moment included', () => {
    const room = roomWith(['hall', 2]);
    room.tap(at(0), { change: 3 });
    room.tap(at(30), { change: 1 });
    const day = firstDay(room, { now: at(30) });
    expect(day).toMatchObject({ until: at(30), venue: { ins: 4, closing: 4 }, closing: { at: at(30) } });
    expect(areaOf(day).secondsAbove).toEqual([1800, 1800, 1800]);
    expect(areaOf(day).over).toEqual([{ from: at(0), to: at(30), aboveMs: 30 * MINUTE_MS, peak: 4, capacity: 2 }]);
    expect(firstDay(room, { now: at(30) - 1 }).venue).toMatchObject({ ins: 3, closing: 3 });
    expect(daysOf(room, { now: at(-24 * 60) })).toEqual([]);
  });
});

test('of the same millisecond, taps come before a recount', () => {
  const room = roomWith(['hall', 10]);
  room.tap(at(0), { change: 3 });
  room.recount(at(0), 'hall', 1);
  expect(areaOf(firstDay(room)).slots).toEqual([[144, 3, 0, 0, 3, 1]]);
});

test('a peak is told by when it was first reached', () => {
  const room = roomWith(['hall', 10]);
  for (const [minute, change] of [3, -1, 1].entries()) room.tap(at(minute), { change });
  expect(areaOf(firstDay(room))).toMatchObject({ peak: 3, peakAt: at(0) });
});

test('more rows than fit at first are counted all the same', () => {
  const room = roomWith(['hall', 10]);
  for (let tap = 0; tap < 3000; tap++) room.tap(at(0) + tap, { change: tap % 2 === 0 ? 2 : -1 });
  expect(firstDay(room)).toMatchObject({ venue: { ins: 3000, outs: 1500, closing: 1500 }, quality: { rows: 3000 } });
});

describe('time above capacity', () => {
  test('is what was strictly above, by the capacity in force', () => {
    const room = roomWith(['hall', 100]);
    room.tap(at(0), { change: 75 });
    room.tap(at(10), { change: 1 });
    room.tap(at(20), { change: 24 });
    room.tap(at(30), { change: 1 });
    room.setCapacity(at(40), 'hall', 200);
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

  test('goes on over interruptions of less than a minute', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { change: 11 });
    room.tap(at(5), { change: -1 });
    room.tap(at(5) + 59_999, { change: 3 });
    room.tap(at(7), { change: -5 });
    room.tap(at(8), { change: 3 });
    expect(areaOf(firstDay(room)).over).toEqual([
      { from: at(0), to: at(7), aboveMs: at(7) - at(0) - 59_999, peak: 13, capacity: 10 },
      { from: at(8), to: DAY_END, aboveMs: DAY_END - at(8), peak: 11, capacity: 10 },
    ]);
  });

  test('names the lowest capacity that was exceeded', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { change: 11 });
    room.setCapacity(at(1), 'hall', 8);
    room.setCapacity(at(2), 'hall', 9);
    const whole = { from: at(0), to: DAY_END, aboveMs: DAY_END - at(0) };
    expect(areaOf(firstDay(room)).over).toEqual([{ ...whole, peak: 11, capacity: 8 }]);
  });

  test('of the venue is by the capacity for guests, which is never guessed', () => {
    const room = roomWith(['hall', 10], ['bar', 10]);
    room.tap(at(0), { change: 8 });
    room.tap(at(0), { area: 'bar', change: 8 });
    const settings = { capacity: 20, staffAllowance: 3, safetyMarginPercent: 10, alertThresholds: [] };
    room.setVenue(at(10), null, settings);
    room.setVenue(at(20), settings, { ...settings, staffAllowance: 0 });
    const { venue, closing } = firstDay(room);
    expect(venue.capacities.map(({ capacity }) => capacity)).toEqual([null, 15, 18]);
    expect(venue.over).toEqual([{ from: at(10), to: at(20), aboveMs: 10 * MINUTE_MS, peak: 16, capacity: 15 }]);
    expect(closing.venue).toEqual({ ...settings, staffAllowance: 0 });
  });

  test('of the venue is by the limits that the room found set, where it has never seen them being set', () => {
    const room = roomWith(['hall', 10]);
    const settings = { capacity: 20, staffAllowance: 0, safetyMarginPercent: 0, alertThresholds: [] };
    room.tap(at(0), { change: 8 });
    room.setVenue(at(10), settings, { ...settings, capacity: 30 });
    expect(firstDay(room).venue.capacities.map(({ capacity }) => capacity)).toEqual([20, 30]);
  });
});

describe('moves', () => {
  test('between areas are no arrivals, and leave the venue as it is', () => {
    const room = roomWith(['hall', 10], ['bar', 10]);
    room.tap(at(0), { change: 5 });
    const seq = room.tap(at(10), { change: -3, to: 'bar' });
    room.undo(at(11), seq ?? 0, { change: -3, to: 'bar' });
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

  test('of which one end was recounted since move the venue at the recount alone', () => {
    const room = roomWith(['hall', 10], ['bar', 10]);
    room.tap(at(0), { change: 5 });
    room.recount(at(20), 'hall', 4);
    room.tap(at(10), { change: -2, to: 'bar', receivedAt: at(30) });
    const day = firstDay(room);
    expect(areaOf(day).slots.map(([, , , , , last]) => last)).toEqual([5, 3, 4]);
    expect(day.venue.slots.map(([, , , low, high, last]) => [low, high, last])).toEqual([
      [0, 5, 5],
      [5, 6, 6],
    ]);
    expect([...room.areas.values()].map(({ occupancy }) => occupancy)).toEqual([4, 2]);
  });

  test('back, of which both ends were recounted since, do not move the venue for a moment', () => {
    const room = roomWith(['hall', 10], ['bar', 10]);
    room.tap(at(0), { change: 5 });
    const seq = room.tap(at(1), { change: -2, to: 'bar' });
    room.recount(at(2), 'hall', 3);
    room.recount(at(3), 'bar', 2);
    room.undo(at(4), seq ?? 0, { change: -2, to: 'bar' });
    expect(firstDay(room).venue).toMatchObject({ closing: 5, peak: 5, slots: [[144, 5, 0, 0, 5, 5]] });
  });
});

describe('an area', () => {
  test('that is deleted takes its people out, and is told of on its last day', () => {
    const room = roomWith(['hall', 10], ['bar', 10]);
    room.tap(at(0), { change: 5 });
    room.tap(at(1), { area: 'bar', change: 2 });
    room.deleteArea(at(2), 'bar');
    room.tap(DAY_END + HOUR_MS);
    const [first, second] = daysOf(room, { now: DAY_END + 2 * HOUR_MS });
    expect(first?.venue).toMatchObject({ closing: 5, peak: 7, ins: 7 });
    expect(first && areaOf(first, 'bar')).toMatchObject({ deletedAt: at(2), closing: 0, peak: 2 });
    expect(second?.areas.map(({ areaId }) => areaId)).toEqual(['hall']);
    expect(second?.closing.areas).toMatchObject([
      { areaId: 'hall' },
      { areaId: 'bar', deletedAt: at(2), occupancy: 0 },
    ]);
  });

  test('that is added in the day begins there, and taps from just before it was known are counted', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0));
    room.addArea(at(10), 'bar', 7);
    room.tap(at(9), { area: 'bar', change: 2, receivedAt: at(10) });
    room.addArea(at(30), 'tent', 3);
    const day = firstDay(room);
    expect(areaOf(day, 'bar')).toMatchObject({
      areaName: 'bar',
      ins: 2,
      capacities: [
        { at: at(9), capacity: 0 },
        { at: at(10), capacity: 7 },
      ],
    });
    expect(areaOf(day, 'tent')).toMatchObject({ ins: 0, peakAt: null, capacities: [{ at: at(30), capacity: 3 }] });
  });
});

describe('devices', () => {
  test('are one by device id, whatever page was open, and an access code is no admin', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { client: 'a', change: 2 });
    room.tap(at(1), { client: 'b', change: -1 });
    room.tap(at(2), { client: 'c' });
    const clients = [onDevice('a', 'gate', 'Old name'), onDevice('b', 'gate', 'North gate')];
    const { devices } = firstDay(room, { clients: [...clients, { ...onDevice('c', 'gate'), isAdmin: true }] });
    expect(devices).toMatchObject([
      {
        deviceId: 'gate',
        deviceName: 'North gate',
        isAdmin: false,
        ins: 2,
        outs: 1,
        firstTapAt: at(0),
        lastTapAt: at(1),
      },
      { deviceId: 'gate', deviceName: null, isAdmin: true, ins: 1 },
    ]);
  });

  test('are silent for long from one tap to the next, or to the last of all', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { client: 'a' });
    room.tap(at(60), { client: 'a' });
    room.tap(at(70), { client: 'b' });
    room.tap(at(119), { client: 'a' });
    room.tap(at(130), { client: 'a' });
    const { devices } = firstDay(room);
    expect(devices.map(({ silences }) => silences)).toEqual([
      [{ from: at(0), to: at(60) }],
      [{ from: at(70), to: at(130) }],
    ]);
  });

  test('are not heard of by what they take back after the day has ended', () => {
    const room = roomWith(['hall', 10]);
    room.tap(at(0), { client: 'a' });
    const seq = room.tap(at(1), { client: 'b', receivedAt: DAY_END - 1000 });
    room.undo(DAY_END + 1000, seq ?? 0, { client: 'b' });
    const { devices, venue } = firstDay(room, { now: DAY_END + HOUR_MS });
    expect(venue).toMatchObject({ ins: 1, closing: 1 });
    expect(devices).toMatchObject([
      { lastTapAt: at(0), silences: [] },
      { lastTapAt: at(1), undone: 1, silences: [] },
    ]);
  });
});

test('a journal entry that no room wrote makes no report', () => {
  const room = roomWith(['hall', 10]);
  room.tap(at(0));
  room.journal.push({ ...room.journal[0]!, at: at(1), kind: 'occupancy_reset', before: 'many', after: 0 });
  expect(() => daysOf(room)).toThrow(/"expected": "number"/);
});
