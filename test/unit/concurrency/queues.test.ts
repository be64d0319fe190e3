import { expect, test } from 'vitest';
import { retryDelayMs } from '../../../src/concurrency/backoff';
import { Leases } from '../../../src/concurrency/leases';
import { createSemaphore } from '../../../src/concurrency/semaphore';
import { SerialQueue } from '../../../src/concurrency/serial-queue';
import { TokenBucket } from '../../../src/concurrency/token-bucket';

test('leases allow a limited number at a time; a returned lease is free at once, and an abandoned one when it expires', () => {
  const leases = new Leases(2, 1_000);
  const giveBack = leases.take(0);
  expect(giveBack).not.toBeNull();
  expect(leases.take(500)).not.toBeNull();
  expect(leases.take(999)).toBeNull();
  giveBack?.();
  expect(leases.take(999)).not.toBeNull();
  expect(leases.take(1_499)).toBeNull();
  expect(leases.take(1_500)).not.toBeNull();
  // A clock that is set back keeps no lease alive.
  expect(leases.take(0)).not.toBeNull();
});

test('a semaphore admits few tasks at a time, in order, and continues after a failure', async () => {
  const run = createSemaphore(2);
  const started: number[] = [];
  let [inside, most] = [0, 0];
  const task = (n: number) =>
    run(async () => {
      started.push(n);
      most = Math.max(most, (inside += 1));
      await new Promise((resolve) => setTimeout(resolve, 2));
      inside -= 1;
      if (n === 1) throw new Error('fails');
    });
  const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(task));
  expect(results.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))).toEqual([1]);
  expect([most, started]).toEqual([2, [0, 1, 2, 3, 4, 5]]);
});

test('a queue runs one task at a time, urgent tasks first, and continues after a failure', async () => {
  const queue = new SerialQueue();
  const log: string[] = [];
  let running = 0;
  const run = (name: string, goesFirst = false) =>
    queue.run(
      async () => {
        expect((running += 1)).toBe(1);
        log.push(name);
        await new Promise((resolve) => setTimeout(resolve));
        running -= 1;
        if (name === 'b') throw new Error('broken');
        return name;
      },
      { goesFirst },
    );
  const tasks = [run('a'), run('b'), run('c'), run('urgent 1', true), run('urgent 2', true)];
  const results = await Promise.allSettled(tasks);
  expect(log).toEqual(['a', 'urgent 1', 'urgent 2', 'b', 'c']);
  const answers = results.map((result) => (result.status === 'fulfilled' ? result.value : result.status));
  expect(answers).toEqual(['a', 'rejected', 'c', 'urgent 1', 'urgent 2']);
  expect(await run('later')).toBe('later');
});

test('a bucket starts full, tells how long to wait until it has enough, and takes nothing before', () => {
  const bucket = new TokenBucket(10, 2, 1_000);
  expect(bucket.take(8, 1_000)).toBe(0);
  expect(bucket.take(4, 1_000)).toBe(1_000);
  expect(bucket.take(4, 1_500)).toBe(500);
  expect(bucket.take(4, 2_000)).toBe(0);
  expect(bucket.waitMs(1, 2_000)).toBe(500);
  // The bucket holds no more than its size, a larger request takes all of it, and a clock that was set back refills
  // nothing.
  expect(bucket.take(25, 3_600_000)).toBe(0);
  expect(bucket.take(1, 3_600_000)).toBe(500);
  expect(bucket.take(1, 40_000)).toBe(500);
  expect(bucket.take(1, 40_500)).toBe(0);
});

test('a failed attempt is retried after 5 s × 2^n, spread down to half of it, at most an hour later', () => {
  expect([0, 1, 2, 3, 9].map((attempts) => retryDelayMs(attempts, 0))).toEqual([
    5_000, 10_000, 20_000, 40_000, 2_560_000,
  ]);
  expect(retryDelayMs(0, 0.999)).toBeGreaterThan(2_500);
  expect([10, 5_000].map((attempts) => retryDelayMs(attempts, 0))).toEqual([3_600_000, 3_600_000]);
});
