import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addReading, type Counter, type Reading } from '../../../src/room/sources/readings';
import { SOURCE_READINGS_MAX } from '../../../src/room/limits';
import { DAY_MS } from '../../../src/shared/limits';
import { readItemTime } from '../../../src/room/sources/item-time';

/** Tests what totals of a source come to, and how the times of its items are read. */

const counterOf = (bits?: number): Counter => ({ bits, dayOf: (at) => Math.floor(at / DAY_MS) });
const reading = (at: number, ins: number, outs: number): Reading => ({ at, ins, outs });

function sumOf(readings: readonly Reading[], bits?: number) {
  let known: readonly Reading[] = [];
  const sum = { ins: 0, outs: 0, notices: [] as (string | null)[] };
  for (const one of readings) {
    const added = addReading(known, one, counterOf(bits));
    if (added === null) continue;
    known = added.readings;
    sum.ins += added.passed.ins;
    sum.outs += added.passed.outs;
    sum.notices.push(added.passed.notice);
  }
  return sum;
}

test('totals count from the first ones on, and again from 0 after a restart', () => {
  expect(sumOf([reading(1, 100, 50), reading(2, 103, 51), reading(3, 2, 0), reading(4, 2, 1)])).toEqual({
    ins: 5,
    outs: 2,
    notices: ['baseline', null, 'restarted', null],
  });
});

test('a restart on another day of the source is its midnight', () => {
  const { notices } = sumOf([reading(DAY_MS - 2, 9, 9), reading(DAY_MS - 1, 10, 9), reading(DAY_MS + 1, 1, 0)]);
  expect(notices).toEqual(['baseline', null, 'midnight']);
});

test('a counter of 16 bits goes on after its highest number, and restarts otherwise', () => {
  const wrapped = [reading(1, 65_530, 0), reading(2, 4, 0)];
  expect(sumOf(wrapped, 16)).toEqual({ ins: 10, outs: 0, notices: ['baseline', 'wrapped'] });
  expect(sumOf(wrapped)).toEqual({ ins: 4, outs: 0, notices: ['baseline', 'restarted'] });
  expect(sumOf([reading(1, 30_000, 0), reading(2, 4, 0)], 16).notices).toEqual(['baseline', 'restarted']);
});

test('more people than can have passed are not counted, and the next totals are', () => {
  const jumps = [reading(1, 5, 5), reading(2, 4_000_000_000, 5), reading(3, 4_000_000_007, 6)];
  expect(sumOf(jumps)).toEqual({ ins: 7, outs: 1, notices: ['baseline', 'jump', null] });
});

test('a late reading from before a restart still counts', () => {
  expect(sumOf([reading(1, 100, 0), reading(3, 2, 0), reading(2, 105, 0)])).toMatchObject({ ins: 7 });
});

test('of many equal readings two are remembered, so that late ones still find their place', () => {
  let known: readonly Reading[] = [reading(1, 5, 5)];
  for (let at = 2; at < 100; at++) known = addReading(known, reading(at, 5, 5), counterOf())?.readings ?? [];
  expect(known).toEqual([reading(1, 5, 5), reading(99, 5, 5)]);
});

/** A door whose counter is read now and then, and starts again now and then. */
const doors = fc
  .array(
    fc.record({
      ins: fc.integer({ min: 0, max: 9 }),
      outs: fc.integer({ min: 0, max: 9 }),
      isRestart: fc.boolean(),
    }),
    { minLength: 1, maxLength: SOURCE_READINGS_MAX },
  )
  .map((steps) => {
    let [ins, outs] = [50, 50];
    return steps.map((step, index) => {
      ins = (step.isRestart ? 0 : ins) + step.ins;
      outs = (step.isRestart ? 0 : outs) + step.outs;
      return reading(index, ins, outs);
    });
  });

/** What the readings say in their order: a model without memory, order and duplicates. */
function modelOf(readings: readonly Reading[]) {
  const sum = { ins: 0, outs: 0 };
  for (const [index, to] of readings.entries()) {
    const from = readings[index - 1];
    if (from === undefined) continue;
    const isRestart = to.ins < from.ins || to.outs < from.outs;
    sum.ins += isRestart ? to.ins : to.ins - from.ins;
    sum.outs += isRestart ? to.outs : to.outs - from.outs;
  }
  return sum;
}

test('readings in any order, some of them twice, come to what they say in their order', () => {
  const scenario = doors.chain((readings) =>
    fc.record({
      readings: fc.constant(readings),
      order: fc.shuffledSubarray([...readings, ...readings], { minLength: readings.length * 2 }),
    }),
  );
  fc.assert(
    fc.property(scenario, ({ readings, order }) => {
      expect(sumOf(order)).toMatchObject(modelOf(readings));
    }),
  );
});

test('a time without an offset is of the source’s zone', () => {
  const now = Date.parse('2026-10-25T12:00:00Z');
  const at = (text: string | number) => readItemTime(text, 'Europe/Berlin', now);
  expect(at('2026-07-31T22:15:00')).toBe(Date.parse('2026-07-31T20:15:00Z'));
  expect(at('2026-07-31 22:15')).toBe(Date.parse('2026-07-31T20:15:00Z'));
  expect(at('2026-07-31T22:15:00+0000')).toBe(Date.parse('2026-07-31T22:15:00Z'));
  expect(at(5)).toBe(5);
  // Shown twice: the later one, unless it is to come. Skipped: from a clock that was not set forward.
  expect(at('2026-10-25T02:30')).toBe(Date.parse('2026-10-25T01:30:00Z'));
  expect(readItemTime('2026-10-25T02:30', 'Europe/Berlin', Date.parse('2026-10-25T00:45:00Z'))).toBe(
    Date.parse('2026-10-25T00:30:00Z'),
  );
  expect(at('2026-03-29T02:30')).toBe(Date.parse('2026-03-29T01:30:00Z'));
  expect(at('yesterday')).toBeNull();
  expect(at('2026-13-01T00:00')).toBeNull();
});
