import { expect, test } from 'vitest';
import { AnswerCounter } from '../../../src/monitor/answer-counter';

const MINUTE_MS = 60_000;
const START = 100 * MINUTE_MS;

test('the first 5xx is told at once with the good answers before it, later ones every ten seconds, and nothing after five good minutes', () => {
  const counter = new AnswerCounter();
  expect([counter.count(false, START), counter.count(false, START)]).toEqual([null, null]);
  expect(counter.count(true, START + MINUTE_MS)).toEqual([
    { minute: 100, answers: 2, errors: 0 },
    { minute: 101, answers: 1, errors: 1 },
  ]);
  expect(counter.count(true, START + MINUTE_MS + 9_999)).toBeNull();
  // Good answers are told, too: without them the share would be too high.
  expect(counter.count(false, START + MINUTE_MS + 10_000)).toEqual([{ minute: 101, answers: 2, errors: 1 }]);
  expect(counter.count(false, START + 5 * MINUTE_MS)).toEqual([{ minute: 105, answers: 1, errors: 0 }]);
  expect(counter.count(false, START + 6 * MINUTE_MS)).toBeNull();
  // Answers of a quiet hour do not hide a failure.
  for (let i = 0; i < 1_000; i += 1) counter.count(false, START + 7 * MINUTE_MS);
  expect(counter.count(true, START + 60 * MINUTE_MS)).toEqual([{ minute: 160, answers: 1, errors: 1 }]);
  // The clock is set back.
  expect(counter.count(true, START)).toEqual([{ minute: 100, answers: 1, errors: 1 }]);
});
