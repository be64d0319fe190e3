import { expect, test } from 'vitest';
import { slicesOf } from '../../../src/db/row-slices';

test('rows that are inserted by one statement have less than 2 MB, also in a script of three bytes a character', () => {
  const row = (letter: string, length: number) => ({ name: letter.repeat(length) });
  const [small, wide, large] = [row('a', 100_000), row('票', 300_000), row('票', 600_000)];
  expect(slicesOf([small, small, wide, wide, large, small])).toEqual([
    [small, small],
    [wide],
    [wide],
    [large],
    [small],
  ]);
});
