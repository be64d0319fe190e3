import { expect, test } from 'vitest';
import {
  canMoveBetween,
  isPoint,
  isSideArea,
  isTwin,
  pointIdOf,
  twinOf,
} from '../../../../src/shared/evacuation/side-areas';
import { ID_MAX_LENGTH } from '../../../../src/shared/protocol/up';

const AREA = 'a'.repeat(32);

test('an id says whether it is an area, a twin or an assembly point', () => {
  const ids = [AREA, twinOf(AREA), pointIdOf(AREA)];
  expect(ids.map(isTwin)).toEqual([false, true, false]);
  expect(ids.map(isPoint)).toEqual([false, false, true]);
  expect(ids.map(isSideArea)).toEqual([false, true, true]);
  for (const id of ids) expect(id.length).toBeLessThanOrEqual(ID_MAX_LENGTH);
});

test('people move between areas, or between twins, and not between the day and anything else', () => {
  const [main, bar, point] = ['main', 'bar', pointIdOf('p')] as const;
  expect(canMoveBetween(main, bar)).toBe(true);
  expect(canMoveBetween(twinOf(main), twinOf(bar))).toBe(true);
  for (const [from, to] of [
    [main, twinOf(bar)],
    [twinOf(main), bar],
    [main, point],
    [point, twinOf(main)],
    [point, pointIdOf('q')],
  ] as const)
    expect(canMoveBetween(from, to)).toBe(false);
});
