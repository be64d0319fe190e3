import { expect, test } from 'vitest';
import { filesBelow, read } from './repository';

/** Tests that no test of a room, a hub or an alarm depends on today: its dates are those of test/support/moments. */

/** A year that may be to come. Dates before 2026 have passed, so they are only data. */
const YEAR = String.raw`(?:20(?:2[6-9]|[3-9]\d)|2[1-9]\d\d)\b`;
const MOMENT = String.raw`\bDate(?:\.parse|\.UTC)?\(\s*['"]?${YEAR}|\b[12](?:_?\d){12}\b`;
const PRESENT = String.raw`(?:\b(?:useFakeTimers|setSystemTime|setFixedTime|pauseAt|install)\(|\bnow:).*\b${YEAR}`;

/** In workerd any date is refused, because there the clock of each test is ahead. */
const IN_WORKERD = new RegExp(String.raw`\b${YEAR}-[01]\d|${MOMENT}`);
/** Elsewhere a date may be the text of a sample, but not a moment. */
const ELSEWHERE = new RegExp(`${MOMENT}|${PRESENT}`);

const linesLike = (pattern: RegExp, folders: readonly string[]) =>
  filesBelow(folders, /\.tsx?$/).flatMap((path) =>
    read(path)
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );

test.each([
  ["const NOON = Date.parse('2026-11-26T18:00:00Z');", true, true],
  ['vi.setSystemTime(Date.UTC(2040, 0, 2));', true, true],
  ["vi.setSystemTime('2036-07-18T20:00:00Z');", true, true],
  ['beforeEach(() => void vi.setSystemTime(new Date(2031, 5, 1)));', true, true],
  ["await page.clock.install({ time: '2027-01-01T12:00' });", true, true],
  ['const room = { now: 1795208520000 };', true, true],
  ["const room = { now: '2027-01-01' };", true, true],
  ["expect(day).toBe('2028-06-16');", true, false],
  ["vi.setSystemTime(moment(SATURDAY, '05:55'));", false, false],
  ["expect(days).toEqual([FRIDAY, dayAfter(FRIDAY, 2), iso(FRIDAY, '22:00')]);", false, false],
  ['await client.get(`${path}?at=2020-01-01T12:00`);', false, false],
  ['await ahead.clock.setSystemTime(Date.now() + 3 * HOUR_MS);', false, false],
])('%s is refused in workerd: %s, elsewhere: %s', (line, inWorkerd, elsewhere) => {
  expect([IN_WORKERD.test(line), ELSEWHERE.test(line)]).toEqual([inWorkerd, elsewhere]);
});

test('no test of a room or in workerd names a date', () => {
  expect(linesLike(IN_WORKERD, ['test/room', 'test/worker', 'test/billing', 'test/workers'])).toEqual([]);
});

test('no journey and no command has a present that is written down', () => {
  const folders = ['bench', 'cost', 'e2e', 'faults', 'hostile', 'load', 'speed'].map((folder) => `test/${folder}`);
  expect(linesLike(ELSEWHERE, folders)).toEqual([]);
});
