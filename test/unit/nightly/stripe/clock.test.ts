import { afterEach, expect, test, vi } from 'vitest';
import { Clock } from '../../../support/stripe/clock';

afterEach(() => vi.restoreAllMocks());

test('a ticking clock catches up, although time goes on meanwhile', () => {
  let real = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (real += 1));
  const clock = new Clock(1_000, true);
  const rung: number[] = [];
  clock.at(1_001, () => rung.push(clock.now));
  clock.catchUp();
  expect(rung).toEqual([1_001]);
  expect(() => clock.moveTo(1_000)).toThrow('Time does not run back');
});
