import { beforeEach, expect, test, vi } from 'vitest';
import { SharedAnswer } from '../../../src/concurrency/shared-answer';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});

const now = () => Date.now();
/** Asks that this test answers, in their order. */
function asks() {
  const running: { answer: (value: string) => void; fail: () => void }[] = [];
  const find = () =>
    new Promise<string>((resolve, reject) => {
      running.push({ answer: resolve, fail: () => reject(new Error('not reachable')) });
    });
  return { running, find };
}
const KEPT = { keptMs: 1000, waitMs: 4000 };
const old = () => new SharedAnswer(KEPT, { value: 'old', foundAt: now() - 3_600_000 });

test('while one caller asks, the others wait for its value and get none that is too old', async () => {
  const { running, find } = asks();
  const answer = old();
  const all = [1, 2, 3, 4].map(() => answer.read(now, find));
  await vi.advanceTimersByTimeAsync(100);
  running[0]?.answer('new');
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.all(all)).toEqual(['new', 'new', 'new', 'new']);
  expect(running).toHaveLength(1);
});

test('a value is shared until it is too old, counted from when it was asked for', async () => {
  const { running, find } = asks();
  const answer = new SharedAnswer<string>(KEPT);
  const first = answer.readDated(now, find);
  await vi.advanceTimersByTimeAsync(600);
  running[0]?.answer('first');
  expect(await first).toEqual({ value: 'first', foundAt: now() - 600 });
  await vi.advanceTimersByTimeAsync(399);
  expect(await answer.readDated(now, find)).toEqual({ value: 'first', foundAt: now() - 999 });
  await vi.advanceTimersByTimeAsync(1);
  const second = answer.read(now, find);
  running[1]?.answer('second');
  expect(await second).toBe('second');
});

test('where an old value does no harm, others get it while one caller asks, up to its limit', async () => {
  const { running, find } = asks();
  const answer = new SharedAnswer({ ...KEPT, oldMs: 2000 }, { value: 'old', foundAt: now() });
  await vi.advanceTimersByTimeAsync(1500);
  const first = answer.read(now, find);
  expect(await answer.read(now, find)).toBe('old');
  await vi.advanceTimersByTimeAsync(500);
  const late = answer.read(now, find);
  running[0]?.answer('new');
  await vi.advanceTimersByTimeAsync(50);
  expect([await first, await late]).toEqual(['new', 'new']);
});

test('when an ask fails or is never answered, one of those who wait asks again', async () => {
  const { running, find } = asks();
  const answer = old();
  const first = answer.read(now, find).catch(() => 'failed');
  const others = [answer.read(now, find), answer.read(now, find)];
  running[0]?.fail();
  await vi.advanceTimersByTimeAsync(1000);
  expect([await first, running.length]).toEqual(['failed', 2]);
  // The second ask hangs, as if its client had disconnected.
  const last = answer.read(now, find);
  await vi.advanceTimersByTimeAsync(1000);
  expect(running).toHaveLength(3);
  running[2]?.answer('new');
  await vi.advanceTimersByTimeAsync(50);
  expect(await Promise.race(others)).toBe('new');
  expect(await last).toBe('new');
});

test('whoever has waited too long gets nothing, rather than an old value', async () => {
  const { find } = asks();
  const answer = new SharedAnswer({ keptMs: 10_000, waitMs: 4000 }, { value: 'old', foundAt: now() - 10_000 });
  void answer.read(now, find);
  const second = answer.read(now, find);
  await vi.advanceTimersByTimeAsync(4000);
  expect(await second).toBeUndefined();
});

test('a slow ask does not replace what a later one has found', async () => {
  const { running, find } = asks();
  const answer = new SharedAnswer<string>(KEPT);
  const slow = answer.read(now, find);
  await vi.advanceTimersByTimeAsync(1000);
  const later = answer.read(now, find);
  running[1]?.answer('later');
  await later;
  running[0]?.answer('slow');
  expect(await slow).toBe('slow');
  expect(await answer.read(now, find)).toBe('later');
});
