import { describe, expect, test } from 'vitest';
import { heldUntil, isTold } from '../../../src/room/alert-dwell';
import { ALERT_DWELL_MS } from '../../../src/room/limits';

const NOW = 1_000_000;
const open = (threshold: number, agoMs = 0) => ({ threshold, raisedAt: NOW - agoMs });
const past = (threshold: number, agoMs = 0) => ({ threshold, at: NOW - agoMs });
const isToldNow = (...change: Parameters<typeof heldUntil>) => isTold(heldUntil(...change), NOW);

describe('told at once', () => {
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

describe('held back until the dwell is over', () => {
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
