import { expect, test } from 'vitest';
import { troubleOf, type WatchedSource } from '../../../src/room/source-state/trouble-of';
import { MINUTE_MS } from '../../../src/shared/durations';
import { troubleSentence, troubleWords } from '../../../src/shared/machines/trouble-words';
import { FRIDAY_NIGHT } from '../../support/moments';

/** Tests what is wrong with a machine, and how that is said. */

const at = (minutes: number): number => FRIDAY_NIGHT + minutes * MINUTE_MS;
const refused = (code: string, clockOffsetMs?: number) => ({
  since: at(0),
  code,
  ...(clockOffsetMs !== undefined && { clockOffsetMs }),
});

test.each<[string, Partial<WatchedSource>, number, string | null]>([
  ['counts', { clockOffsetMs: 119_999 }, 14, null],
  ['is silent', { refused: refused('unknown_area'), doubt: 3 }, 15, 'is silent'],
  ['says when it is silent', { about: { sourceId: 'north', silentAfterMinutes: 60 } }, 59, null],
  ['is refused for a while', { refused: refused('area_deleted') }, 4, null],
  ['is refused', { refused: refused('area_deleted'), doubt: 3 }, 5, 'does not count: its area was deleted'],
  ['has a slow clock', { clockOffsetMs: 10 * MINUTE_MS }, 1, ': its clock is 10 minutes slow'],
  ['has a fast clock', { clockOffsetMs: -3 * 60 * MINUTE_MS }, 1, ': its clock is 3 hours fast'],
  ['is in doubt', { clockOffsetMs: 10 * MINUTE_MS, doubt: 1_234 }, 1, ': up to 1,234 people may be missing'],
])('a machine that %s', (_what, changes, minutes, says) => {
  const trouble = troubleOf({ about: { sourceId: 'north' }, heardAt: at(0), ...changes }, at(minutes));
  const sentence = trouble && troubleSentence('North', trouble, troubleWords);
  expect(sentence).toBe(says && `North${says.startsWith(':') ? '' : ' '}${says}`);
});

test.each([
  ['time_too_old', 30 * 24 * 60 * MINUTE_MS, 'its clock is 30 days slow'],
  ['time_in_future', -2.4 * MINUTE_MS, 'its clock is 2 minutes fast'],
  ['time_unreadable', undefined, 'its times cannot be read'],
  ['counting_locked', undefined, 'the account is locked'],
  ['not_yet_known', undefined, 'what it sends is refused (not_yet_known)'],
])('the reason of %s', (code, clockOffsetMs, english) => {
  const trouble = { kind: 'refused', ...refused(code, clockOffsetMs) } as const;
  expect(troubleSentence('North', trouble, troubleWords)).toBe(`North does not count: ${english}`);
});
