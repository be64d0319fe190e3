import { expect, test } from 'vitest';
import { LruMap } from '../../../src/concurrency/lru-map';

test('the entries that were used last are kept, and at most twice as many', () => {
  const map = new LruMap<number, string>(4);
  for (let key = 0; key < 100; key++) {
    map.set(key, `value ${key}`);
    expect(map.get(0)).toBe('value 0');
    expect(map.size).toBeLessThanOrEqual(8);
    if (key > 1) expect(map.get(key - 1)).toBe(`value ${key - 1}`);
  }
  expect(map.get(50)).toBeUndefined();
});

test('an entry that was deleted or set again does not come back as it was', () => {
  const map = new LruMap<number, string>(2);
  map.set(1, 'first');
  map.set(2, 'other');
  map.set(1, 'second');
  expect(map.get(1)).toBe('second');
  map.delete(1);
  map.delete(2);
  expect([map.get(1), map.get(2), map.size]).toEqual([undefined, undefined, 0]);
});
