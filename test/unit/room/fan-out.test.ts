import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { News } from '../../../src/room/fan-out';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp(count: number) {
  const receivers = new Set(Array.from({ length: count }, (): string[] => []));
  let state = '';
  const news = new News(
    () => receivers,
    () => {
      const told = state;
      return (receiver) => receiver.push(told);
    },
  );
  const tell = (next: string) => {
    state = next;
    news.tell();
  };
  return { receivers, tell };
}

test.each([2, 60])('of %i receivers, one of whom leaves between, everyone hears the newest last', (count) => {
  const { receivers, tell } = setUp(count);
  tell('raised');
  const [first] = receivers;
  if (first) receivers.delete(first);
  tell('cleared');
  vi.runAllTimers();
  for (const heard of receivers) expect(heard).toEqual(['raised', 'cleared']);
});

test('what changes twice while many are told is told once more', () => {
  const { receivers, tell } = setUp(60);
  for (const state of ['one', 'two', 'three']) tell(state);
  vi.runAllTimers();
  for (const heard of receivers) expect(heard).toEqual(['one', 'three']);
  tell('four');
  vi.runAllTimers();
  for (const heard of receivers) expect(heard).toEqual(['one', 'three', 'four']);
});
