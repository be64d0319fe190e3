import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { heldUntil, isDue } from '../../../src/room/live/alert-dwell';
import { alertLevel } from '../../../src/room/live/alerts';
import { ALERT_DWELL_MS } from '../../../src/room/live/limits';
import { DEFAULT_VENUE_SETTINGS } from '../../../src/shared/rules/venue-capacity';

/** The alert level after each of these occupancies in turn. */
function levels(occupancies: number[], capacity: number, thresholds: readonly number[]) {
  let open: number | null = null;
  return occupancies.map((occupancy) => (open = alertLevel({ occupancy, capacity }, thresholds, open)));
}

test('changed thresholds take effect, and an alert at a removed threshold gives way', () => {
  const at = (occupancy: number, thresholds: number[]) => alertLevel({ occupancy, capacity: 100 }, thresholds, 90);
  expect(at(92, [80, 100])).toBe(80);
  expect(at(92, [95])).toBeNull();
  expect(at(92, [])).toBeNull();
  expect(at(87, [88])).toBe(88);
  expect(levels([74, 75, 90, 100, 250], 100, DEFAULT_VENUE_SETTINGS.alertThresholds)).toEqual([null, 75, 90, 100, 100]);
});

/** The number of people that reaches this percentage, counted up one by one. */
function peopleAt(percent: number, capacity: number): number {
  let people = 1;
  while (people * 100 < percent * capacity) people += 1;
  return people;
}

/** The highest threshold that is on after each of these occupancies, where each threshold is judged alone. */
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

test('each threshold turns on at its percentage and off more than five points and two people below, and the highest one counts', () => {
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

test.each([
  ['the first alert', undefined, 75, undefined],
  ['a higher alert right after a lower one', open(75), 100, undefined],
  ['a higher alert than the one that ended a moment ago', undefined, 100, past(75)],
  ['the same alert after the dwell', undefined, 100, past(100, ALERT_DWELL_MS)],
  ['the end of an alert that has lasted for the dwell', open(100, ALERT_DWELL_MS), null, undefined],
])('%s is sent at once', (_what, alert, threshold, before) => {
  expect(isDue(heldUntil(alert, threshold, before), NOW)).toBe(true);
});

test.each([
  ['the end of an alert', open(100), null, undefined, NOW],
  ['the fall of an alert to a lower threshold', open(100, 4_000), 75, undefined, NOW - 4_000],
  ['the same alert again', undefined, 100, past(100, 1), NOW - 1],
  ['a lower alert than the one that ended a moment ago', undefined, 75, past(100, 9_999), NOW - 9_999],
])('%s is held back until the dwell is over', (_what, alert, threshold, before, since) => {
  const until = heldUntil(alert, threshold, before);
  expect(until).toBe(since + ALERT_DWELL_MS);
  expect(isDue(until, NOW)).toBe(false);
  // A clock that was set back does not extend the wait.
  expect(isDue(until, until - ALERT_DWELL_MS - 1)).toBe(true);
});
