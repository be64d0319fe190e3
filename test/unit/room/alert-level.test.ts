import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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

describe('a small area', () => {
  test.each([
    ['15 at its capacity, one in and one out', 15, [15, 14, 15, 14, 15], [100, 100, 100, 100, 100]],
    ['15: two fewer end it', 15, [15, 14, 13, 12, 11, 10, 9], [100, 100, 90, 75, 75, null, null]],
    ['1: empty ends it', 1, [1, 0], [100, null]],
    ['2: empty ends it', 2, [2, 1, 0], [100, 100, null]],
    ['3: two fewer end it', 3, [3, 2, 3, 1, 0], [100, 100, 100, null, null]],
    ['20: one person is five points', 20, [20, 19, 18, 17, 16], [100, 100, 90, 90, 75]],
  ])('of %s', (_what, capacity, occupancies, expected) => {
    expect(levels(occupancies, capacity)).toEqual(expected);
  });

  test('of at most 20 never sounds twice for one person who comes and goes, and is over once empty', () => {
    for (let capacity = 1; capacity <= 20; capacity += 1) {
      for (let occupancy = 2; occupancy <= capacity + 2; occupancy += 1) {
        const wavering = levels([occupancy, occupancy - 1, occupancy, occupancy - 1, occupancy], capacity);
        expect([capacity, occupancy, ...new Set(wavering)]).toHaveLength(3);
      }
      expect(levels([capacity, 0], capacity)[1]).toBeNull();
    }
  });
});

/** How many people it takes to be at that percentage, counted up one by one. */
function peopleAt(percent: number, capacity: number): number {
  let people = 1;
  while (people * 100 < percent * capacity) people += 1;
  return people;
}

/** Which thresholds are on after each of these occupancies, each by itself. */
function* highestOn(thresholds: readonly number[], capacity: number, occupancies: readonly number[]) {
  const on = new Set<number>();
  for (const people of occupancies) {
    for (const threshold of thresholds) {
      const from = peopleAt(threshold, capacity);
      const isFarBelow = people < peopleAt(threshold - 5, capacity) && people <= from - 2;
      if (people >= from) on.add(threshold);
      else if (people === 0 || isFarBelow) on.delete(threshold);
    }
    yield on.size === 0 ? null : Math.max(...on);
  }
}

const thresholdsArb = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 5 });

test('each threshold by itself: on from its percentage, off more than five points and two people below; the highest counts', () => {
  const percentsArb = fc.array(fc.nat(230), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(thresholdsArb, fc.integer({ min: 1, max: 400 }), percentsArb, (thresholds, capacity, percents) => {
      const occupancies = percents.map((percent) => Math.round((percent * capacity) / 100));
      expect(levels(occupancies, capacity, thresholds)).toEqual([...highestOn(thresholds, capacity, occupancies)]);
    }),
    { numRuns: 500 },
  );
});

test.each(Array.from({ length: 20 }, (_, i) => i + 1))('of %i, whoever comes and goes: the same model', (capacity) => {
  const stepsArb = fc.array(fc.constantFrom(-3, -2, -1, 1, 2, 3), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(thresholdsArb, fc.nat(24), stepsArb, (thresholds, first, steps) => {
      let people = first;
      const occupancies = [first, ...steps.map((step) => (people = Math.max(0, people + step)))];
      expect(levels(occupancies, capacity, thresholds)).toEqual([...highestOn(thresholds, capacity, occupancies)]);
    }),
  );
});
