import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { roomClock } from '../../../src/room/clock';
import { HOUR_MS, MINUTE_MS } from '../../../src/shared/limits';

const START = 1_000_000_000_000;

function setUp(since = 0) {
  let hosts = START;
  const now = roomClock(() => hosts, since);
  return {
    /** The room's time, relative to the start, after the host's was set to that. */
    at: (ms: number) => {
      hosts = START + ms;
      return now() - START;
    },
  };
}

test('is the host’s while that goes on', () => {
  const { at } = setUp();
  expect([0, 5, 5, HOUR_MS, 30 * HOUR_MS].map(at)).toEqual([0, 5, 5, HOUR_MS, 30 * HOUR_MS]);
});

test('goes on at half its pace after a step back, until it is caught up', () => {
  const { at } = setUp();
  expect([10_000, 8_000, 9_000, 13_000, 14_000].map(at)).toEqual([10_000, 11_000, 11_500, 13_500, 14_000]);
  expect([13_995, 14_010].map(at)).toEqual([14_005, 14_012]);
});

test('a room that starts is not behind what it has written down', () => {
  const { at } = setUp(START + 2_000);
  expect([0, 1_000, 6_000].map(at)).toEqual([3_000, 3_500, 6_000]);
});

test('a clock that was far ahead takes the room back with it at once, be it after a restart', () => {
  const { at } = setUp();
  expect([3 * HOUR_MS, 0, 1_000].map(at)).toEqual([3 * HOUR_MS, 0, 1_000]);
  const restarted = setUp(START + 3 * HOUR_MS);
  expect([0, 1_000].map(restarted.at)).toEqual([0, 1_000]);
});

test('whatever the host’s clock does in steps of minutes: never back, never stuck, never far ahead', () => {
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
