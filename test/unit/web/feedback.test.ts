import { expect, test } from 'vitest';
import { type CountChange, patternOf } from '../../../web/src/features/feedback/patterns';

const told = (before: number, after: number, rest: Partial<CountChange> = {}) =>
  patternOf({ before, after, capacity: 100, change: after - before, ...rest });

test.each([
  ['one in', 3, 4, 'in'],
  ['a group in', 3, 13, 'in'],
  ['one out', 4, 3, 'out'],
  ['up to 75 %', 74, 75, 'in'],
  ['over 75 %', 75, 76, 'nearlyFull'],
  ['on above 75 %', 76, 77, 'in'],
  ['over 90 %', 90, 91, 'nearlyFull'],
  ['a group over both', 70, 95, 'nearlyFull'],
  ['full', 99, 100, 'full'],
  ['a group over all three', 70, 105, 'full'],
  ['on above the capacity', 100, 101, 'in'],
  ['out of a full area', 100, 99, 'out'],
  ['out below 75 %', 76, 75, 'out'],
])('%s: %i → %i is %s', (_what, before, after, pattern) => {
  expect(told(before, after)).toBe(pattern);
});

test('what others count is told only where the level rises', () => {
  expect(told(75, 76, { change: 0 })).toBe('nearlyFull');
  expect(told(99, 120, { change: 0 })).toBe('full');
  expect([told(3, 4, { change: 0 }), told(120, 3, { change: 0 }), told(5, 5)]).toEqual([null, null, null]);
});

test('a capacity that shrinks makes the level rise; one that grows does not', () => {
  expect(told(80, 80, { capacityBefore: 200 })).toBe('nearlyFull');
  expect(told(80, 80, { capacityBefore: 200, capacity: 80 })).toBe('full');
  expect(told(80, 80, { capacityBefore: 80 })).toBeNull();
});

test('an area without a limit is never full', () => {
  expect(told(999, 1_000, { capacity: 0 })).toBe('in');
});

test('a tap that counts nothing is refused, whatever it would have done', () => {
  expect(told(99, 100, { refused: true })).toBe('refused');
  expect(told(0, 0, { change: -1, refused: true })).toBe('refused');
});
