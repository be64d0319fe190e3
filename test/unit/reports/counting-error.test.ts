import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  countingError,
  expectedError,
  followedMargin,
  isRecountDue,
  suggestedMargin,
  type CountedStretch,
} from '../../../src/reports/counting-error';

const of = (...stretches: [crossings: number, drift: number][]): CountedStretch[] =>
  stretches.map(([crossings, drift]) => ({ crossings, drift }));

/** The error of one area after that many crossings. */
function errorAfter(stretches: readonly CountedStretch[], crossings: number): number {
  const error = countingError(stretches);
  if (error === null) throw new Error('Too few recounts');
  return expectedError(error, [crossings]);
}

describe('the expected error', () => {
  test('is not known before two recounts after which people had passed', () => {
    expect(countingError([])).toBeNull();
    expect(countingError(of([400, 7]))).toBeNull();
    expect(countingError(of([400, 7], [0, 3]))).toBeNull();
    expect(countingError(of([400, 7], [500, -3]))?.recounts).toBe(2);
  });

  test('is about the drift that was found, after as many crossings, and grows with them', () => {
    const stretches = of([400, 6], [400, -8], [400, 7], [400, -7]);
    expect(errorAfter(stretches, 0)).toBe(0);
    expect(errorAfter(stretches, 400)).toBe(8);
    // Below the usual length it falls with the root, as independent mistakes do; above, mistakes may all be to one side.
    expect(errorAfter(stretches, 100)).toBe(4);
    expect(errorAfter(stretches, 1_600)).toBe(29);
  });

  test('never becomes zero because some recounts found nothing', () => {
    expect(errorAfter(of([500, 0], [500, 0]), 500)).toBe(1);
    expect(errorAfter(of([10, 0], [10, 0]), 1_000)).toBeGreaterThan(10);
  });

  test('of several areas is that of independent mistakes', () => {
    const error = countingError(of([400, 6], [400, -8], [400, 7], [400, -7]));
    expect(error && expectedError(error, [])).toBe(0);
    expect(error && expectedError(error, [400, 400, 400, 400])).toBe(15);
  });

  test('never falls when more people pass, and a larger drift never makes it smaller', () => {
    const stretch = fc.record({
      crossings: fc.integer({ min: 1, max: 5_000 }),
      drift: fc.integer({ min: -80, max: 80 }),
    });
    fc.assert(
      fc.property(fc.array(stretch, { minLength: 2 }), fc.nat(10_000), fc.nat(10_000), (stretches, less, more) => {
        expect(errorAfter(stretches, less + more)).toBeGreaterThanOrEqual(errorAfter(stretches, less));
        const worse = stretches.map(({ crossings, drift }) => ({ crossings, drift: drift * 2 }));
        expect(errorAfter(worse, less)).toBeGreaterThanOrEqual(errorAfter(stretches, less));
      }),
    );
  });

  test('holds what it says: with independent mistakes, about two numbers in three are closer', () => {
    // A fixed sequence (Numerical Recipes' generator), so that the test never fails by chance.
    let seed = 1;
    const random = () => (seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
    const driftAfter = (crossings: number) => {
      let drift = 0;
      for (let n = 0; n < crossings; n++) drift += random() < 0.02 ? Math.sign(random() - 0.5) : 0;
      return drift;
    };
    const known = Array.from({ length: 40 }, () => ({ crossings: 1_000, drift: driftAfter(1_000) }));
    const expected = errorAfter(known, 1_000);
    const closer = Array.from({ length: 400 }, () => driftAfter(1_000)).filter((drift) => Math.abs(drift) <= expected);
    expect(closer.length / 400).toBeGreaterThan(0.6);
    expect(closer.length / 400).toBeLessThan(0.8);
  });
});

test('a recount is due above two percent of the capacity, or after many crossings if that cannot be said', () => {
  expect(isRecountDue(10, 900, 500)).toBe(false);
  expect(isRecountDue(11, 900, 500)).toBe(true);
  expect(isRecountDue(3, 9_000, 500)).toBe(false);
  expect(isRecountDue(null, 1_999, 500)).toBe(false);
  expect(isRecountDue(null, 2_000, 500)).toBe(true);
  expect(isRecountDue(50, 2_000, 0)).toBe(true);
  expect(isRecountDue(50, 1_999, 0)).toBe(false);
  expect(isRecountDue(null, null, 500)).toBe(false);
});

test('the suggested margin is twice the expected error, in whole percent, and at most what can be set', () => {
  expect(suggestedMargin(9, 400)).toBe(5);
  expect(suggestedMargin(0, 400)).toBe(0);
  expect(suggestedMargin(300, 400)).toBe(50);
  expect(suggestedMargin(9, null)).toBeNull();
  expect(suggestedMargin(9, 0)).toBeNull();
});

test('a margin that follows the expected error leaves a place for a guest, and there is none without a capacity', () => {
  const settings = { capacity: 400, staffAllowance: 0, safetyMarginPercent: 7, alertThresholds: [] };
  expect(followedMargin(9, settings)).toBe(5);
  // Of 100, 30 are staff: at 50 %, 20 guests have a place; with 95 staff, one has a place at 4 %.
  expect(followedMargin(80, { ...settings, capacity: 100, staffAllowance: 30 })).toBe(50);
  expect(followedMargin(80, { ...settings, capacity: 100, staffAllowance: 95 })).toBe(4);
  expect(followedMargin(9, { ...settings, capacity: null })).toBeNull();
});
