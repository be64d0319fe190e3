import { expect, test } from 'vitest';
import { MissGate } from '../../../src/concurrency/miss-gate';

function openGate() {
  const gate = new MissGate();
  let now = 1_000_000_000;
  return {
    pass: (ms: number) => void (now += ms),
    enter: (key = 'a') => gate.enter(key, now, { misses: 3, missesPerSecond: 2 }),
  };
}

type Entered = ReturnType<MissGate['enter']>;
const leave = (entry: Entered | undefined, found: boolean) => {
  if (typeof entry !== 'object') throw new Error(entry);
  entry.leave(found);
};

test('a caller who finds something passes as often as they like, three at a time', () => {
  const { enter } = openGate();
  for (let i = 0; i < 1_000; i += 1) leave(enter(), true);
  const under = [enter(), enter(), enter()];
  expect(enter()).toBe('wait');
  for (const entry of under) leave(entry, true);
  leave(enter(), true);
});

test('a caller who finds nothing gets three lookups, then two a second, and five in any second', () => {
  const { enter, pass } = openGate();
  let passed = 0;
  for (let ms = 0; ms < 10_000; ms += 1) {
    const entry = enter();
    if (typeof entry !== 'string') {
      passed += 1;
      leave(entry, false);
    } else expect(entry).toBe('refused');
    pass(1);
  }
  expect(passed).toBe(3 + 2 * 10 - 1);
  expect(enter('another')).not.toBe('refused');
});

test('a lookup whose caller went away counts as a miss; leaving twice or setting the clock back gains nothing', () => {
  const { enter, pass } = openGate();
  const [entry] = [enter(), enter(), enter()];
  pass(100);
  expect(enter()).toBe('wait');
  leave(entry, true);
  leave(entry, true);
  expect([typeof enter(), enter()]).toEqual(['object', 'wait']);
  pass(5_000);
  for (let i = 0; i < 3; i += 1) leave(enter(), false);
  expect(enter()).toBe('refused');
  pass(-3_600_000);
  expect(enter()).toBe('refused');
  pass(500);
  expect(typeof enter()).toBe('object');
});
