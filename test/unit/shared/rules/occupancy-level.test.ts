import { expect, test } from 'vitest';
import { occupancyLevel, occupancyPercent } from '../../../../src/shared/rules/occupancy-level';

test.each([
  [0, 100, 0, 'normal'],
  [75, 100, 75, 'normal'],
  [76, 100, 76, 'warning'],
  [90, 100, 90, 'warning'],
  [91, 100, 91, 'danger'],
  [250, 100, 250, 'danger'],
  [3, 4, 75, 'normal'],
  [751, 1000, 75.1, 'warning'],
  [901, 1000, 90.1, 'danger'],
  [5, 0, 0, 'normal'],
  [0, 0, 0, 'normal'],
])('%i of %i is %d %%: %s', (occupancy, capacity, percent, level) => {
  expect(occupancyPercent(occupancy, capacity)).toBeCloseTo(percent, 10);
  expect(occupancyLevel(occupancy, capacity)).toBe(level);
});

test.each([
  [29, 100, 29],
  [114, 100, 114],
  [57, 190, 30],
])('%i of %i is %i percent and no hair less, or it reads as one less', (occupancy, capacity, percent) => {
  expect(occupancyPercent(occupancy, capacity)).toBe(percent);
});
