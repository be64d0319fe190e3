import { expect, test } from 'vitest';
import {
  VIEWER_ANSWERS_WITHIN_MS,
  VIEWER_ASKED_AFTER,
  VIEWER_ASKED_EVERY_MS,
  VIEWER_UNREAD_MAX,
} from '../../../src/room/sockets/limits';
import { ViewerReadCheck } from '../../../src/room/sockets/viewer-read-check';

const FRAME = 16_384;
const BEFORE_QUESTION = VIEWER_ASKED_AFTER / FRAME;
const BEFORE_STOP = VIEWER_UNREAD_MAX / FRAME;
const NOW = 1_000_000;

function flowOf(): ViewerReadCheck {
  let words = 0;
  return new ViewerReadCheck(() => `word-${(words += 1)}`);
}

const sendMany = (flow: ViewerReadCheck, frames: number, now = NOW): string[] =>
  Array.from({ length: frames }, () => flow.admit(FRAME, now));

test('a viewer is asked after a certain number of bytes and gets all frames while it answers', () => {
  const flow = flowOf();
  for (let round = 1; round <= 5; round += 1) {
    const now = NOW + round * VIEWER_ASKED_EVERY_MS;
    expect(sendMany(flow, BEFORE_QUESTION - 1, now)).not.toContain('skip');
    if (round === 1) expect(flow.question(now)).toBeNull();
    expect(flow.admit(FRAME, now)).toBe('send');
    expect(flow.question(now)).toBe(`word-${round}`);
    expect(flow.question(now)).toBeNull();
    expect(flow.answered(`word-${round}`)).toBe(false);
  }
});

test('a viewer that does not answer gets a limited amount more, then nothing, and is closed', () => {
  const flow = flowOf();
  sendMany(flow, BEFORE_QUESTION);
  flow.question(NOW);
  expect(sendMany(flow, BEFORE_STOP - BEFORE_QUESTION)).not.toContain('skip');
  expect(flow.admit(FRAME, NOW + VIEWER_ANSWERS_WITHIN_MS)).toBe('skip');
  expect(flow.admit(FRAME, NOW + VIEWER_ANSWERS_WITHIN_MS + 1)).toBe('close');
});

test('a viewer that answers late but in time gets the newest of the frames that it has missed', () => {
  const flow = flowOf();
  sendMany(flow, BEFORE_QUESTION);
  const word = flow.question(NOW) ?? '';
  sendMany(flow, BEFORE_STOP);
  expect(flow.answered('another')).toBe(false);
  expect(flow.answered(word)).toBe(true);
  expect(flow.answered(word)).toBe(false);
  expect(flow.admit(FRAME, NOW + 1)).toBe('send');
  // A viewer that misses a frame is asked at once, because no later frame may come to trigger the question.
  sendMany(flow, BEFORE_STOP);
  expect(flow.admit(FRAME, NOW + 1)).toBe('skip');
  expect(flow.question(NOW + 1)).toBe('word-2');
});
