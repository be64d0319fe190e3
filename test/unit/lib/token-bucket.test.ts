import { expect, test } from 'vitest';
import { TokenBucket } from '../../../src/lib/token-bucket';

test('is full at first, says how long until there is enough, and takes nothing before', () => {
  const bucket = new TokenBucket(10, 2, 1_000);
  expect(bucket.take(8, 1_000)).toBe(0);
  expect(bucket.take(4, 1_000)).toBe(1_000);
  expect(bucket.take(4, 1_500)).toBe(500);
  expect(bucket.take(4, 2_000)).toBe(0);
  expect(bucket.waitMs(1, 2_000)).toBe(500);
});

test('holds no more than its size, however long nothing is taken; what is larger takes all of it', () => {
  const bucket = new TokenBucket(10, 1, 0);
  expect(bucket.take(25, 3_600_000)).toBe(0);
  expect(bucket.take(1, 3_600_000)).toBe(1_000);
  expect(bucket.take(25, 3_605_000)).toBe(5_000);
});

test('a clock that was set back fills nothing, and goes on from there', () => {
  const bucket = new TokenBucket(10, 1, 100_000);
  bucket.take(10, 100_000);
  expect(bucket.take(1, 40_000)).toBe(1_000);
  expect(bucket.take(1, 41_000)).toBe(0);
});
