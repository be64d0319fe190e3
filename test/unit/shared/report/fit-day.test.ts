import { expect, test } from 'vitest';
import type { DayFigures, DeviceFigures, OverPeriod, SubjectFigures } from '../../../../src/shared/report/figures';
import { DEVICES_MAX, everSmaller, fewerDevices } from '../../../../src/shared/report/fit-day';
import { mergeDevices } from '../../../../src/shared/report/merge-devices';

const device = (n: number, taps = n): DeviceFigures => ({
  deviceId: `device-${n}`,
  deviceName: `Door ${n}`,
  isAdmin: n === 2,
  ins: taps - 1,
  outs: 1,
  moves: n,
  taps,
  undone: 1,
  firstTapAt: 1_000 - n,
  lastTapAt: 2_000 + n,
  lateTaps: n % 2,
  latestMs: 10 * n,
  silences: [{ from: n, to: n + 1 }],
});

const over = (from: number, minutes: number): OverPeriod => ({
  from,
  to: from + minutes * 60_000,
  peak: 12,
  capacity: 10,
});

const subject = (periods: OverPeriod[]): SubjectFigures => ({
  ins: 21,
  outs: 5,
  movedIn: 0,
  movedOut: 0,
  floored: 0,
  opening: 0,
  closing: 16,
  peak: 16,
  peakAt: 1_800_000,
  secondsAbove: [900, 800, 700],
  secondsBelowZero: 0,
  capacities: [{ at: 0, capacity: 10 }],
  over: periods,
  slots: [[0, 21, 5, 0, 16, 16]],
});

const dayOf = (devices: DeviceFigures[], periods: OverPeriod[] = []): DayFigures => ({
  day: '2040-06-15',
  startsAt: 0,
  endsAt: 86_400_000,
  until: 86_400_000,
  precision: 'tap',
  venue: subject(periods),
  areas: [{ ...subject(periods), areaId: 'hall', areaName: 'Hall', deletedAt: null }],
  devices,
  quality: { taps: 26, rows: 20, late: [1, 0, 0], latestMs: 90_000 },
  closing: { at: 86_400_000, areas: [], venue: null },
});

const SUMS = ['ins', 'outs', 'moves', 'taps', 'undone', 'lateTaps'] as const;
const sumsOf = (devices: readonly Pick<DeviceFigures, (typeof SUMS)[number]>[]): number[] =>
  SUMS.map((field) => devices.reduce((sum, one) => sum + one[field], 0));

test('of too many devices those with the most taps are named, in their order, and the others are one', () => {
  const devices = [device(1), device(9), device(2), device(7)];
  const fewer = fewerDevices(devices, 2);
  expect(fewer.map(({ deviceId }) => deviceId)).toEqual(['device-9', 'device-7', '']);
  expect(fewer.at(-1)).toEqual({
    deviceId: '',
    deviceName: null,
    isAdmin: false,
    isOthers: true,
    ins: 1,
    outs: 2,
    moves: 3,
    taps: 3,
    undone: 2,
    firstTapAt: 998,
    lastTapAt: 2_002,
    lateTaps: 1,
    latestMs: 20,
    silences: [],
  });
  expect(sumsOf(fewer)).toEqual(sumsOf(devices));
});

test('as many as may be stay as they are; others that are one already stay one', () => {
  const devices = [device(1), device(2)];
  expect(fewerDevices(devices, 2)).toEqual(devices);
  const once = fewerDevices([...devices, device(3)], 2);
  const again = fewerDevices([...once, device(8)], 2);
  expect(again.map(({ isOthers }) => isOthers ?? false)).toEqual([false, false, true]);
  expect(sumsOf(again)).toEqual(sumsOf([...devices, device(3), device(8)]));
});

test('a report over several days names the others once, at the end', () => {
  const first = fewerDevices([device(1), device(5), device(6)], 2);
  const second = fewerDevices([device(5), device(3), device(4)], 2);
  const merged = mergeDevices([dayOf(first), dayOf(second)]);
  expect(merged.map(({ deviceName, isOthers }) => (isOthers ? 'others' : deviceName))).toEqual([
    'Door 4',
    'Door 5',
    'Door 6',
    'others',
  ]);
  expect(merged.at(-1)).toMatchObject({ taps: 4, silences: [] });
  expect(sumsOf(merged)).toEqual(sumsOf([...first, ...second]));
  const many = Array.from({ length: DEVICES_MAX + 5 }, (_, n) => device(n + 1));
  expect(mergeDevices([dayOf(many)])).toHaveLength(DEVICES_MAX + 1);
});

test('ever less of a day is kept in detail, and every sum, peak and interval of it', () => {
  const periods = Array.from({ length: 60 }, (_, n) => over(n * 1_000_000, n));
  const whole = dayOf(
    Array.from({ length: DEVICES_MAX + 9 }, (_, n) => device(n + 1)),
    periods,
  );
  const days = [...everSmaller(whole)];
  const sizes = days.map((day) => JSON.stringify(day).length);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  for (const day of days) {
    expect(sumsOf(day.devices)).toEqual(sumsOf(whole.devices));
    const details = {
      devices: [],
      venue: { ...day.venue, over: [] },
      areas: day.areas.map((area) => ({ ...area, over: [] })),
    };
    expect({ ...day, ...details }).toEqual({
      ...whole,
      devices: [],
      venue: { ...whole.venue, over: [] },
      areas: whole.areas.map((area) => ({ ...area, over: [] })),
    });
  }
  expect(days.at(-1)?.devices).toHaveLength(1);
  expect(days.map(({ areas }) => areas[0]?.over.length)).toEqual([60, 60, 60, 50, 0]);
  expect(days[3]?.venue.over).toEqual(periods.slice(10));
  expect(days.map(({ devices }) => devices.length)).toEqual([2_001, 501, 51, 1, 1]);
});
