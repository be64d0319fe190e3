import { expect, test } from 'vitest';
import type { DayFigures, DeviceFigures } from '../../../src/reports/figures';
import { DEVICES_MAX, everSmaller, fewerDevices } from '../../../src/reports/days/fit-day';
import { at, device, firstDay, roomWith, sumsOf } from './support';

const devices = (count: number) => Array.from({ length: count }, (_, n) => device(n + 1));

function dayOf(of: DeviceFigures[]): DayFigures {
  const room = roomWith();
  room.tap(at(0));
  return { ...firstDay(room), devices: of };
}

test('when a day has too many devices, those with the most taps keep their names and order and the others are merged into one', () => {
  const all = [device(1), device(9), device(2), device(7)];
  const fewer = fewerDevices(all, 2);
  expect(fewer.map(({ deviceId }) => deviceId)).toEqual(['device-9', 'device-7', '']);
  const times = { firstTapAt: 998, lastTapAt: 2_002, latestMs: 20, quietTimes: [] };
  expect(fewer.at(-1)).toMatchObject({ deviceName: null, isAdmin: false, isOthers: true, ...times });
  expect(sumsOf(fewer)).toEqual(sumsOf(all));
  expect(fewerDevices(all, 4)).toEqual(all);
  // Devices that are already merged stay merged.
  const again = fewerDevices([...fewer, device(8)], 2);
  expect(again.map(({ isOthers }) => isOthers ?? false)).toEqual([false, false, true]);
  expect(sumsOf(again)).toEqual(sumsOf([...all, device(8)]));
});

test('a day drops more and more details but keeps every sum, peak and interval', () => {
  const over = Array.from({ length: 60 }, (_, n) => {
    const from = n * 1_000_000;
    return { from, to: from + n * 60_000, aboveMs: n * 60_000, peak: 12, capacity: 10 };
  });
  const plain = dayOf([]);
  const without = ({ venue, areas, ...day }: DayFigures) => ({
    ...day,
    devices: [],
    venue: { ...venue, over: [] },
    areas: areas.map((area) => ({ ...area, over: [] })),
  });
  const whole = {
    ...plain,
    devices: devices(DEVICES_MAX + 9),
    venue: { ...plain.venue, over },
    areas: plain.areas.map((area) => ({ ...area, over })),
  };
  const days = [...everSmaller(whole)];
  const sizes = days.map((day) => JSON.stringify(day).length);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  for (const day of days) {
    expect(sumsOf(day.devices)).toEqual(sumsOf(whole.devices));
    expect(without(day)).toEqual(without(whole));
  }
  expect(days.map((day) => day.devices.length)).toEqual([2_001, 501, 51, 51, 1, 1]);
  expect(days.map(({ areas }) => areas[0]?.over.length)).toEqual([60, 60, 60, 60, 50, 0]);
  expect(days[4]?.venue.over).toEqual(over.slice(10));
});

test('a day that is still too large tells its categories by the hour, with the people inside at its end', () => {
  const room = roomWith();
  room.setCategories(at(-1), 'adult');
  for (const minute of [0, 5, 59, 60]) room.tap(at(minute), { category: 'adult' });
  room.tap(at(61));
  const days = [...everSmaller(firstDay(room))].map(({ venue }) => venue.categories?.list[0]);
  const slots = [
    [144, 1, 0, 1],
    [145, 1, 0, 2],
    [155, 1, 0, 3],
    [156, 1, 0, null],
  ];
  expect(days.slice(0, 3).map((category) => category?.slots)).toEqual([slots, slots, slots]);
  const hours = [
    [155, 3, 0, 3],
    [167, 1, 0, null],
  ];
  expect(days.slice(3).map((category) => category?.slots)).toEqual([hours, hours, hours]);
});
