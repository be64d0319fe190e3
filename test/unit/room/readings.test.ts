import { expect, test } from 'vitest';
import type { Counter, Reading } from '../../../src/room/source-state/readings';
import { inOrder, isClockWrong, readCallTimes } from '../../../src/room/source-state/source-clock';
import { addTotals } from '../../../src/room/sources/totals';
import { doubtsOf, NO_TOTALS, withoutDoubts } from '../../../src/room/source-state/totals-state';
import { CLOCK_OFFSETS } from '../../../src/room/source-state/limits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';

/** Tests what totals of a source come to, and how the times of its items are read. */

/** Seconds; `arrives` is when the room hears of it, a second after its time unless it says otherwise. */
interface Told {
  at: number;
  ins: number;
  outs: number;
  arrives: number;
}
const told = (at: number, ins: number, outs = 0, arrives = at + 1): Told => ({ at, ins, outs, arrives });
const counterOf = (bits?: number): Counter => ({ bits, dayOf: (at) => Math.floor(at / DAY_MS) });

/** What readings come to. Those that arrive at one time are one call. */
function sumOf(readings: readonly Told[], bits?: number) {
  let state = NO_TOTALS;
  let heardAt = 0;
  const all = { ins: 0, outs: 0, notices: [] as string[], doubt: 0 };
  for (const [now, inCall] of Map.groupBy(readings, ({ arrives }) => arrives * 1000)) {
    for (const { at, ins, outs } of inOrder(inCall.map((one): Reading => ({ ...one, at: one.at * 1000 })))) {
      const arrival = { areaId: 'main', counter: counterOf(bits), now, heardAt };
      const taken = addTotals(state, { at, ins, outs }, arrival);
      state = taken.state;
      all.ins += taken.passed?.ins ?? 0;
      all.outs += taken.passed?.outs ?? 0;
      all.notices.push(taken.passed === null ? 'duplicate' : (taken.passed.notice ?? '-'));
    }
    heardAt = now;
  }
  const [doubt] = doubtsOf(state);
  return { ...all, doubt: doubt?.ins ?? 0, state };
}
const comesTo = (readings: readonly Told[], bits?: number) => {
  const { ins, outs, notices, doubt } = sumOf(readings, bits);
  return [ins, outs, doubt, notices.join(' ')];
};

const H = 3600;

/** The counter's story, what it comes to (in, out, people in doubt), and the notices. */
const STORIES: [string, Told[], number, number, number, string][] = [
  ['growth', [told(0, 100, 50), told(10, 103, 51), told(20, 103, 51)], 3, 1, 0, 'baseline - -'],
  ['a restart near zero', [told(0, 100, 50), told(10, 103, 51), told(20, 2)], 5, 1, 0, 'baseline - restarted'],
  ['midnight', [told(86_390, 9, 9), told(86_398, 10, 9), told(86_401, 1, 0)], 2, 0, 0, 'baseline - midnight'],
  ['a late message', [told(0, 10_000), told(10, 9_999), told(20, 10_001)], 1, 0, 0, 'baseline totals_fell -'],
  [
    'a kept message of an hour ago',
    [told(0, 900), told(10, 950), told(15, 900), told(20, 951)],
    51,
    0,
    0,
    'baseline - totals_fell -',
  ],
  [
    'not available, sent as 0',
    [told(0, 500), told(10, 0), told(20, 0), told(30, 501)],
    1,
    0,
    0,
    'baseline restarted - -',
  ],
  [
    'corrected',
    [told(0, 1_000), told(10, 950), told(20, 952), told(30, 953)],
    3,
    0,
    160,
    'baseline totals_fell totals_fell totals_fell',
  ],
  [
    'a restart in an outage',
    [told(0, 9_000), told(3 * H, 5_000), told(3 * H + 10, 5_002), told(3 * H + 20, 5_003)],
    3,
    0,
    5_000,
    'baseline totals_fell totals_fell totals_fell',
  ],
  [
    'a missed daily reset',
    [told(0, 900), told(8 * H, 300), told(8 * H + 10, 301), told(8 * H + 20, 302)],
    2,
    0,
    300,
    'baseline totals_fell totals_fell totals_fell',
  ],
  ['late across a restart', [told(0, 95), told(20, 5), told(10, 100, 0, 22)], 10, 0, 0, 'baseline restarted late'],
  [
    'late between two',
    [told(0, 5), told(20, 9), told(10, 7, 0, 22), told(10, 7, 0, 23)],
    4,
    0,
    0,
    'baseline - late duplicate',
  ],
  [
    'a clock set back 13 s',
    [told(0, 480, 90), told(10, 482, 91), told(20, 484, 92), told(17, 486, 93, 31), told(27, 488, 94, 41)],
    8,
    4,
    0,
    'baseline - - clock_set_back -',
  ],
  [
    'two computers 2 s apart',
    [told(0, 480), told(-2, 481, 0, 2), told(10, 483), told(8, 484, 0, 12)],
    4,
    0,
    0,
    'baseline clock_set_back - -',
  ],
  [
    'a clock that stands still, and a restart',
    [told(0, 100, 90), told(0, 115, 92, 11), told(0, 0, 0, 21), told(0, 2, 1, 31), told(0, 3, 1, 41)],
    18,
    3,
    0,
    'baseline - totals_fell totals_fell totals_fell',
  ],
  [
    'another machine’s totals',
    [told(0, 480), told(10, 700), told(20, 482), told(30, 483), told(40, 485)],
    220,
    0,
    378,
    'baseline - totals_fell totals_fell totals_fell',
  ],
  [
    'older than all, after a restart',
    [told(15, 40, 90), told(25, 0), told(100, 2, 4), told(105, 9, 12), told(110, 15, 20), told(0, 40, 90, 141)],
    15,
    20,
    25,
    'baseline restarted - - - late',
  ],
  ['too high for a moment', [told(0, 0), told(10, 13, 9), told(20, 0)], 13, 9, 13, 'baseline - restarted'],
  [
    'old totals after a restart',
    [told(0, 40, 2), told(30, 14, 18), told(60, 40, 2)],
    14,
    18,
    14,
    'baseline restarted -',
  ],
  [
    'older totals after a restart',
    [told(0, 4), told(6, 6, 2), told(30, 10, 4), told(60, 0, 1), told(66, 6, 2)],
    6,
    5,
    6,
    'baseline - - restarted late',
  ],
  [
    'late, and nobody saw the restart',
    [told(0, 1, 2), told(120, 6, 1, 153), told(60, 11, 5, 178)],
    10,
    3,
    6,
    'baseline restarted -',
  ],
  [
    'sent again after a fall',
    [told(0, 9_000), told(3 * H, 5_000), told(0, 9_000, 0, 3 * H + 9)],
    0,
    0,
    5_000,
    'baseline totals_fell duplicate',
  ],
  [
    'a backlog in one call',
    [told(0, 500), ...[5, 6, 7].map((at) => told(at, 300 + at, 0, 20)), told(30, 501)],
    1,
    0,
    0,
    'baseline totals_fell totals_fell totals_fell -',
  ],
  [
    'a fall after a fall',
    [told(0, 9_000), told(H, 5_000), told(2 * H, 300), told(2 * H + 9, 301), told(2 * H + 19, 302)],
    2,
    0,
    5_300,
    'baseline totals_fell totals_fell totals_fell totals_fell',
  ],
  ['impossible totals', [told(0, 5, 5), told(10, 4_000_000_000, 5), told(20, 8, 6)], 3, 1, 0, 'baseline jump -'],
];

test.each(STORIES)('%s', (_, readings, ins, outs, doubt, notices) => {
  expect(comesTo(readings)).toEqual([ins, outs, doubt, notices]);
});

test('a counter of 16 bits goes on after its highest number, and restarts otherwise', () => {
  const wrapped = [told(0, 65_530), told(10, 4)];
  expect(comesTo(wrapped, 16)).toEqual([10, 0, 0, 'baseline wrapped']);
  expect(comesTo(wrapped)).toEqual([4, 0, 0, 'baseline restarted']);
  expect(comesTo([told(0, 30_000), told(10, 4)], 16)).toEqual([4, 0, 0, 'baseline restarted']);
});

test('people who were counted too often are not taken back, and make up for those who pass next', () => {
  // For a moment the counter showed another one's totals, and those were taken for a restart.
  const glitch = [told(0, 500), told(10, 20), told(20, 505)];
  expect(sumOf(glitch)).toMatchObject({ ins: 20, state: { owed: { ins: 15 } } });
  expect(sumOf([...glitch, told(30, 515), told(40, 525)])).toMatchObject({ ins: 25, state: { owed: { ins: 0 } } });
});

test('totals of another machine that come and go are owed, and in doubt', () => {
  const { ins, state } = sumOf([told(0, 480), told(10, 700), told(20, 482), told(30, 483), told(40, 485)]);
  expect(ins - state.owed.ins).toBe(5);
  // More than the most that can have passed in a minute counts nobody.
  expect(comesTo([told(0, 480), told(10, 1_300), told(20, 481)])).toEqual([1, 0, 0, 'baseline jump -']);
});

test('what was settled is in doubt no more; what passes on the lower totals is counted once they are the counter', () => {
  const { state } = sumOf([told(0, 9_000), told(3 * H, 5_000)]);
  const settled = withoutDoubts(state, () => true);
  expect(doubtsOf(settled)).toEqual([]);
  const arrival = { areaId: 'main', counter: counterOf(), heardAt: 0 };
  const at = (seconds: number) => ({ ...arrival, now: (3 * H + seconds) * 1000 });
  const first = addTotals(settled, { at: at(10).now, ins: 5_002, outs: 0 }, at(11));
  const second = addTotals(first.state, { at: at(20).now, ins: 5_003, outs: 0 }, at(21));
  expect(second.passed).toMatchObject({ ins: 3 });
  expect(doubtsOf(second.state)).toEqual([]);
});

const NOW = Date.parse('2026-10-25T12:00:00Z');
const BERLIN = { timeZone: 'Europe/Berlin', now: NOW, after: -Infinity };
const timesOf = (ats: (string | number)[], options: Partial<typeof BERLIN> & { sentAt?: string | number } = {}) =>
  readCallTimes(ats, { sentAt: undefined, ...BERLIN, ...options }).times.map((time) =>
    typeof time === 'number' ? new Date(time).toISOString().slice(5, 16) : time,
  );

test('a time without an offset is of the source’s zone', () => {
  expect(timesOf(['2026-10-24T22:15:00', '2026-10-24 22:15', '2026-10-24T22:15:00+0000'])).toEqual([
    '10-24T20:15',
    '10-24T20:15',
    '10-24T22:15',
  ]);
  expect(timesOf(['yesterday', '2026-13-01T00:00', NOW / 1000, NOW + HOUR_MS, NOW - 8 * DAY_MS])).toEqual([
    'time_unreadable',
    'time_unreadable',
    'time_in_seconds',
    'time_in_future',
    'time_too_old',
  ]);
});

test('an hour that clocks show twice is read in the order of arrival', () => {
  const night = ['2026-10-25T02:30', '2026-10-25T02:50', '2026-10-25T02:10', '2026-10-25T02:50'];
  expect(timesOf(night)).toEqual(['10-25T00:30', '10-25T00:50', '10-25T01:10', '10-25T01:50']);
  expect(timesOf(night.slice(0, 1), { after: Date.parse('2026-10-25T00:40Z') })).toEqual(['10-25T01:30']);
});

test('sentAt corrects times as it does a phone’s; without it, nothing occurs after it has arrived', () => {
  const slow = NOW - 10 * MINUTE_MS;
  expect(timesOf([slow - MINUTE_MS, slow], { sentAt: slow })).toEqual(['10-25T11:59', '10-25T12:00']);
  expect(timesOf([NOW, NOW + MINUTE_MS])).toEqual(['10-25T11:59', '10-25T12:00']);
  expect(timesOf([slow], { sentAt: NOW / 1000 })).toEqual(['time_in_seconds']);
});

test('a clock is wrong when all calls are late, unless they deliver what had waited', () => {
  const offsets = (of: (index: number) => number) => Array.from({ length: CLOCK_OFFSETS }, (_, index) => of(index));
  expect(isClockWrong(offsets(() => 10 * MINUTE_MS))).toBe(true);
  expect(isClockWrong(offsets((index) => (3 + index) * MINUTE_MS))).toBe(true);
  expect(isClockWrong(offsets((index) => (60 - 5 * index) * MINUTE_MS))).toBe(false);
  expect(isClockWrong(offsets((index) => (index === 4 ? 0 : 10 * MINUTE_MS)))).toBe(false);
  expect(isClockWrong([10 * MINUTE_MS])).toBe(false);
});
