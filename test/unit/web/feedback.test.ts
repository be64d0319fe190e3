import { expect, test } from 'vitest';
import { type CountChange, patternOf } from '../../../web/src/features/feedback/patterns';

const told = (before: number, after: number, rest: Partial<CountChange> = {}) =>
  patternOf({ before, after, capacity: 100, change: after - before, ...rest });

test.each([
  ['a group that enters', 3, 13, 'in'],
  ['one exit', 4, 3, 'out'],
  ['a rise over 75 %', 75, 76, 'nearlyFull'],
  ['an entry above 75 %', 76, 77, 'in'],
  ['a rise over 90 %', 90, 91, 'nearlyFull'],
  ['a group that passes all three levels', 70, 105, 'full'],
  ['an entry above the capacity', 100, 101, 'in'],
])('the feedback for %s: %i → %i is %s', (_what, before, after, pattern) => {
  expect(told(before, after)).toBe(pattern);
});

test('taps of other devices give feedback only when the level rises, and a refused tap gives its own', () => {
  expect(told(75, 76, { change: 0 })).toBe('nearlyFull');
  expect(told(3, 4, { change: 0 })).toBeNull();
  expect(told(80, 80, { capacityBefore: 200, capacity: 80 })).toBe('full');
  expect(told(999, 1_000, { capacity: 0 })).toBe('in');
  expect(told(99, 100, { refused: true })).toBe('refused');
});
