import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { heldUntil, isTold } from '../../../src/room/alert-dwell';
import { alertLevel } from '../../../src/room/alert-level';
import { ALERT_DWELL_MS } from '../../../src/room/limits';
import { DEFAULT_VENUE_SETTINGS } from '../../../src/shared/rules/venue-capacity';

const { alertThresholds: DEFAULTS } = DEFAULT_VENUE_SETTINGS;

/** The alert after each of these occupancies in turn. */
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
});

/** How many people reach that percentage, counted up one by one. */
function peopleAt(percent: number, capacity: number): number {
  let people = 1;
  while (people * 100 < percent * capacity) people += 1;
  return people;
}

/** The highest threshold that is on after each of these occupancies, where each is judged by itself. */
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

test('each threshold by itself: on from its percentage, off more than five points and two people below; the highest counts', () => {
  const thresholdsArb = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 5 });
  // Half of the areas are so small that single people matter.
  const capacityArb = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 400 }));
  const sharesArb = fc.array(fc.nat(230), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(thresholdsArb, capacityArb, sharesArb, (thresholds, capacity, percents) => {
      const occupancies = percents.map((percent) => Math.round((percent * capacity) / 100));
      expect(levels(occupancies, capacity, thresholds)).toEqual([...highestOn(thresholds, capacity, occupancies)]);
    }),
    { numRuns: 1_000 },
  );
});

const NOW = 1_000_000;
const open = (threshold: number, agoMs = 0) => ({ threshold, raisedAt: NOW - agoMs });
const past = (threshold: number, agoMs = 0) => ({ threshold, at: NOW - agoMs });
const isToldNow = (...change: Parameters<typeof heldUntil>) => isTold(heldUntil(...change), NOW);

describe('an alert is told at once', () => {
  test.each([
    ['the first alert', undefined, 75, undefined],
    ['the highest one from calm', undefined, 100, undefined],
    ['a higher one, right after a lower one', open(75), 100, undefined],
    ['a higher one than what was over a moment ago', undefined, 100, past(75)],
    ['the same one once it was over for the dwell', undefined, 100, past(100, ALERT_DWELL_MS)],
    ['the end of one that has stood for the dwell', open(100, ALERT_DWELL_MS), null, undefined],
    ['the fall of one that has stood for the dwell', open(100, ALERT_DWELL_MS), 75, past(100)],
  ])('%s', (_what, alert, threshold, before) => {
    expect(isToldNow(alert, threshold, before)).toBe(true);
  });
});

describe('an alert is held back until the dwell is over', () => {
  test.each([
    ['the end of an alert', open(100), null, undefined, NOW],
    ['its fall to a lower threshold', open(100, 4_000), 75, undefined, NOW - 4_000],
    ['the same alert again', undefined, 100, past(100, 1), NOW - 1],
    ['a lower one than what was over a moment ago', undefined, 75, past(100, 9_999), NOW - 9_999],
    ['the rise back to where it has fallen from', open(75, 3_000), 100, past(100, 3_000), NOW - 3_000],
  ])('%s', (_what, alert, threshold, before, since) => {
    expect(heldUntil(alert, threshold, before)).toBe(since + ALERT_DWELL_MS);
    expect(isToldNow(alert, threshold, before)).toBe(false);
  });
});

test('a clock that was set back holds nothing back for longer than the dwell', () => {
  expect(isTold(NOW + ALERT_DWELL_MS, NOW)).toBe(false);
  expect(isTold(NOW + ALERT_DWELL_MS + 1, NOW)).toBe(true);
});
