import { expect, test } from 'vitest';
import { DeviceTotals } from '../../../src/reports/answer/device-totals';
import { DEVICES_MAX, fewerDevices } from '../../../src/reports/days/fit-day';
import { device, sumsOf } from './support';

test('a report over several days names the merged devices once, at the end', () => {
  const first = fewerDevices([device(1), device(5), device(6)], 2);
  const second = fewerDevices([device(5), device(3), device(4)], 2);
  const totals = new DeviceTotals();
  for (const day of [first, second]) totals.add(day);
  const merged = totals.finish();
  const names = merged.map(({ deviceName, isOthers }) => (isOthers ? 'others' : deviceName));
  expect(names).toEqual(['Door 4', 'Door 5', 'Door 6', 'others']);
  expect(merged.at(-1)).toMatchObject({ taps: 4, quietTimes: [] });
  expect(sumsOf(merged)).toEqual(sumsOf([...first, ...second]));
});

test('a device of several days has its sums, its first and last tap, its newest name and all of its quiet times', () => {
  const totals = new DeviceTotals();
  totals.add([device(1)]);
  const later = { firstTapAt: 5_000, lastTapAt: 6_000, latestMs: 99_000, quietTimes: [{ from: 5_500, to: 5_600 }] };
  totals.add([{ ...device(1), ...later, deviceName: 'Gate' }]);
  totals.add([{ ...device(1), ...later, lastTapAt: 7_000, deviceName: null, quietTimes: [] }]);
  const iso = (at: number): string => new Date(at).toISOString();
  expect(totals.finish()).toMatchObject([
    {
      deviceName: 'Gate',
      taps: 3,
      moves: 3,
      firstTapAt: iso(999),
      lastTapAt: iso(7_000),
      latestSeconds: 99,
      quietTimes: [
        { from: iso(1), to: iso(2) },
        { from: iso(5_500), to: iso(5_600) },
      ],
    },
  ]);
});

test('days with ever new devices keep a bounded number of them, the busiest, and every sum', () => {
  const totals = new DeviceTotals(4);
  const days = Array.from({ length: 50 }, (_, day) => [device(9_000), device(3 * day + 3), device(3 * day + 4)]);
  for (const day of days) {
    totals.add(day);
    expect(totals['totals'].size).toBeLessThanOrEqual(4 + 1);
  }
  const merged = totals.finish();
  expect(merged.map(({ deviceId, taps }) => [deviceId, taps])).toContainEqual(['device-9000', 50 * 9_000]);
  expect(merged.at(-1)?.isOthers).toBe(true);
  expect(sumsOf(merged)).toEqual(sumsOf(days.flat()));
});

test('a report lists at most so many devices and quiet times, and says how many quiet times more there were', () => {
  const many = Array.from({ length: DEVICES_MAX + 9 }, (_, n) => device(n + 1));
  const totals = new DeviceTotals(undefined, 3);
  totals.add(many.slice(0, 2));
  totals.add(many);
  const merged = totals.finish();
  expect(merged).toHaveLength(DEVICES_MAX + 1);
  expect(merged.flatMap(({ quietTimes }) => quietTimes).length).toBeLessThanOrEqual(3);
  expect(totals.quietTimesLeftOut).toBe(2 + many.length - 3);
  expect(sumsOf(merged)).toEqual(sumsOf([...many, ...many.slice(0, 2)]));
});
