import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertLevel } from '../../../src/room/alert-level';
import { DEFAULT_VENUE_SETTINGS } from '../../../src/shared/rules/venue-capacity';

const { alertThresholds: DEFAULTS } = DEFAULT_VENUE_SETTINGS;

/** The alert after each of these occupancies, one after the other. */
function levels(occupancies: number[], capacity = 100, thresholds: readonly number[] = DEFAULTS) {
  let open: number | null = null;
  return occupancies.map((occupancy) => (open = alertLevel({ occupancy, capacity }, thresholds, open)));
}

test.each([
  ['the highest threshold that is reached', [74, 75, 89, 90, 99, 100, 250], [null, 75, 75, 90, 90, 100, 100]],
  ['falling ends an alert only more than five points below it', [90, 86, 85, 84, 70, 69], [90, 90, 90, 75, 75, null]],
  ['wavering at a threshold changes nothing', [75, 74, 75, 73, 76, 71], [75, 75, 75, 75, 75, 75]],
  ['once it is over it takes the threshold itself again', [75, 69, 74, 75], [75, null, null, 75]],
  ['one fall is as good as many', [120, 86], [100, 90]],
])('%s', (_what, occupancies, expected) => {
  expect(levels(occupancies)).toEqual(expected);
});

test('percentages are exact: no rounding raises or keeps an alert', () => {
  expect(levels([749, 750, 700, 699], 1_000)).toEqual([null, 75, 75, null]);
  expect(levels([2, 3], 3, [67])).toEqual([null, 67]);
  expect(levels([29, 28], 29, [100])).toEqual([100, 100]);
});

test('thresholds in any order, beyond the capacity, and none at all', () => {
  expect(levels([95], 100, [100, 75, 90])).toEqual([90]);
  expect(levels([149, 150, 145, 144], 100, [150])).toEqual([null, 150, 150, null]);
  expect(levels([500], 100, [])).toEqual([null]);
});

test('nobody is never too many, and where nobody may be one person is', () => {
  expect(levels([0, 1, 0], 100, [1])).toEqual([null, 1, null]);
  expect(levels([0, 1, 0], 0)).toEqual([null, 100, null]);
});

test('other thresholds take effect: an alert of one that is not there any more gives way', () => {
  const at = (occupancy: number, thresholds: number[]) => alertLevel({ occupancy, capacity: 100 }, thresholds, 90);
  expect(at(92, [80, 100])).toBe(80);
  expect(at(92, [95])).toBeNull();
  expect(at(92, [])).toBeNull();
  expect(at(87, [88])).toBe(88);
});

test('each threshold by itself: on from its percentage, off more than five points below; the highest that is on counts', () => {
  const thresholdsArb = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 5 });
  const stepsArb = fc.array(fc.nat(230), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(thresholdsArb, fc.integer({ min: 1, max: 400 }), stepsArb, (thresholds, capacity, percents) => {
      const on = new Set<number>();
      let open: number | null = null;
      for (const percent of percents) {
        const occupancy = Math.round((percent * capacity) / 100);
        for (const threshold of thresholds) {
          if (occupancy * 100 >= threshold * capacity && occupancy > 0) on.add(threshold);
          else if (occupancy === 0 || occupancy * 100 < (threshold - 5) * capacity) on.delete(threshold);
        }
        open = alertLevel({ occupancy, capacity }, thresholds, open);
        expect(open).toBe(on.size === 0 ? null : Math.max(...on));
      }
    }),
    { numRuns: 500 },
  );
});
