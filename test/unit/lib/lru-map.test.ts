import { expect, test } from 'vitest';
import { LruMap } from '../../../src/lib/lru-map';

test('forgets what was not asked for the longest, and no more than it must', () => {
  const map = new LruMap<string, number>(3);
  for (const [i, key] of ['a', 'b', 'c'].entries()) map.set(key, i);
  expect(map.get('a')).toBe(0);
  map.set('b', 9);
  map.set('d', 3);
  expect(map.size).toBe(3);
  expect(['a', 'b', 'c', 'd'].map((key) => map.get(key))).toEqual([0, 9, undefined, 3]);
});
