import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roomClock } from '../../../src/room/core/clock';
import { occurredAt } from '../../../src/time/occurred-at';
import { nextTapAt, TapClock } from '../../../src/room/counting/tap-clock';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';

const START = 1_000_000_000_000;

function setUp(since = 0) {
  let hosts = START;
  const now = roomClock(() => hosts, since);
  return {
    /** Sets the host's time and returns the room's time, both relative to the start. */
    at: (ms: number) => {
      hosts = START + ms;
      return now() - START;
    },
  };
}

test("the room's clock follows the host's clock and runs at half speed after a step back until the host has caught up", () => {
  const { at } = setUp();
  expect([0, 5, 5, 1_000].map(at)).toEqual([0, 5, 5, 1_000]);
  expect([10_000, 8_000, 9_000, 13_000, 14_000].map(at)).toEqual([10_000, 11_000, 11_500, 13_500, 14_000]);
  // A room that starts is never behind the times that it has stored.
  expect([0, 1_000, 6_000].map(setUp(START + 2_000).at)).toEqual([3_000, 3_500, 6_000]);
});

test('a clock that was far ahead takes the room back with it at once, even after a restart', () => {
  const { at } = setUp();
  expect([3 * HOUR_MS, 0, 1_000].map(at)).toEqual([3 * HOUR_MS, 0, 1_000]);
  const restarted = setUp(START + 3 * HOUR_MS);
  expect([0, 1_000].map(restarted.at)).toEqual([0, 1_000]);
});

test("the room's clock never goes back, never stops and never runs far ahead when the host's clock steps by minutes", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -2 * MINUTE_MS, max: 2 * MINUTE_MS }), { maxLength: 20 }), (steps) => {
      const { at } = setUp();
      let hosts = 0;
      let before = at(0);
      for (const step of steps) {
        const back = step < 0 && before - (hosts + step) > 10 * MINUTE_MS - 1_000;
        hosts += step;
        const now = at(hosts);
        expect(now - hosts).toBeLessThanOrEqual(10 * MINUTE_MS);
        expect(now).toBeGreaterThanOrEqual(hosts);
        if (!back) expect(now).toBeGreaterThanOrEqual(before);
        if (!back && step > 1) expect(now).toBeGreaterThan(before);
        before = now;
      }
    }),
  );
});

test.each([
  ['the device clock is right', 1_000_000, 1_000_000, 1_000_000],
  ['the device clock is years fast', 9e12, 9e12, 1_000_000],
  ['the device clock is an hour fast and the tap waited 5 s', 4_595_000, 4_600_000, 995_000],
  ['the device clock was set back after the tap', 1_000_000, 400_000, 1_000_000],
  ['the device clock was set forward after the tap', 1_000_000, 4_600_000, 1_000_000 - 3_600_000],
  ['the device clock shows the end of time', 8.64e15, 8.64e15, 1_000_000],
  ['the device clock was set from the beginning of time to its end', 0, 8.64e15, 1_000_000 - 7 * DAY_MS],
  ['the tap waited 5 s', 995_000, 1_000_000, 995_000],
  ['the tap is from the future', 1_005_000, 1_000_000, 1_000_000],
  ['the tap is older than a week', 1_000_000 - 8 * DAY_MS, 1_000_000, 1_000_000 - 7 * DAY_MS],
])('occurredAt is right when %s', (_what, at, sentAt, expected) => {
  expect(occurredAt(at, sentAt, 1_000_000)).toBe(expected);
});

const NOW = 1_800_000_000_000;
/** The time of a device whose clock is an hour ahead. */
const DEVICE = NOW + 3_600_000;

test('a tap from a slow frame stays before a later tap that came in a quick frame', () => {
  const clock = new TapClock();
  // The first tap is made at 0 and takes 400 ms to arrive. The next one is made at 100 and waits for the ack of the
  // first.
  expect(nextTapAt(clock.latestOf('c1'), DEVICE, DEVICE, NOW + 400)).toBe(NOW + 400);
  expect(nextTapAt(clock.latestOf('c1'), DEVICE + 100, DEVICE + 405, NOW + 410)).toBe(NOW + 400);
  expect(nextTapAt(clock.latestOf('c1'), DEVICE + 900, DEVICE + 900, NOW + 905)).toBe(NOW + 905);
  // Another device has its own order, and no tap occurs after it was received.
  expect(nextTapAt(clock.latestOf('c2'), DEVICE + 100, DEVICE + 405, NOW + 410)).toBe(NOW + 105);
  expect(nextTapAt(clock.latestOf('c1'), DEVICE + 910, DEVICE + 910, NOW - 5_000)).toBe(NOW - 5_000);
});

test("a tap's time depends on its frame alone when the device's clock was set in between", () => {
  const back = new TapClock();
  nextTapAt(back.latestOf('c1'), DEVICE, DEVICE, NOW);
  expect(nextTapAt(back.latestOf('c1'), DEVICE - 60_000, DEVICE - 50_000, NOW + 1_000)).toBe(NOW - 9_000);
  const ahead = new TapClock();
  nextTapAt(ahead.latestOf('c1'), DEVICE, DEVICE, NOW);
  expect(nextTapAt(ahead.latestOf('c1'), DEVICE, DEVICE + 56_000, NOW)).toBe(NOW - 56_000);
});
