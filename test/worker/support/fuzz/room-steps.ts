import * as fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../src/shared/durations';
import { ORDER_KINDS } from '../../../../src/shared/orders/schemas';

/**
 * The time between two steps. No tap has the same time as a reset, and the room may ask D1 again. All waits are
 * multiples of it, so that a held-back alert is never due within a second: such a timer would be a real one and keep
 * the room from eviction.
 */
export const STEP_MS = 2_000;

export const AREAS = ['main', 'bar', 'tent'] as const;
const area = fc.constantFrom(...AREAS);
/** The event has these categories. */
export const CATEGORIES = ['adult', 'child'] as const;
const category = fc.option(
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...CATEGORIES) },
    { weight: 1, arbitrary: fc.constantFrom('nothing', '__proto__', 'x'.repeat(64)) },
  ),
  { freq: 4, nil: undefined },
);
const client = fc.nat({ max: 2 });
const step = <Name extends string, T>(weight: number, name: Name, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => ({
  weight,
  arbitrary: fc.record(fields).map((made): T & { do: Name } => ({ ...made, do: name })),
});

/** The steps that can happen to a room. */
export const STEPS = fc.oneof(
  step(10, 'tap', {
    client,
    // The room asks D1 for an unknown area.
    areaId: fc.oneof(
      { weight: 30, arbitrary: area },
      { weight: 1, arbitrary: fc.constantFrom('nowhere', '__proto__', 'constructor', '\u0000', 'x'.repeat(64)) },
    ),
    to: fc.option(area, { freq: 3, nil: undefined }),
    category,
    change: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(1, 1, 5, -1, -3) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 300 }) },
    ),
    // The extra 3 ms make sure that no late tap has the exact time of a recount.
    ageMs: fc.constantFrom(0, 0, 0, 0, 20 * MINUTE_MS + 3, 7 * HOUR_MS + 3, 30 * HOUR_MS + 3, 3 * DAY_MS + 3),
    times: fc.constantFrom(1, 1, 1, 2, 9),
    isSent: fc.constantFrom(true, true, false),
  }),
  // People leave at one door, and the other door's phone was offline when they came.
  step(3, 'leaveEarly', {
    client,
    areaId: area,
    category,
    left: fc.integer({ min: 1, max: 9 }),
    came: fc.integer({ min: 1, max: 9 }),
    ageMs: fc.constantFrom(20 * MINUTE_MS + 3, 40 * MINUTE_MS + 3, 7 * HOUR_MS + 3),
  }),
  step(5, 'undo', {
    client,
    back: fc.constantFrom(0, 0, 1, 2, 8),
    isRight: fc.constantFrom(true, true, true, false),
    category,
  }),
  step(5, 'send', {
    client,
    // From a gap to taps that were sent and acknowledged long ago.
    back: fc.integer({ min: -2, max: 9 }),
    size: fc.integer({ min: 1, max: 7 }),
    way: fc.constantFrom('socket' as const, 'socket' as const, 'poll' as const),
  }),
  step(2, 'drop', { client }),
  step(2, 'restart', {}),
  step(2, 'crash', { client, size: fc.integer({ min: 1, max: 4 }), afterMs: fc.nat({ max: 4 }) }),
  step(1, 'reset', { areaId: fc.option(area) }),
  step(2, 'recount', {
    areaId: area,
    occupancy: fc.nat({ max: 400 }),
    // In percent of the occupancy.
    adults: fc.option(fc.nat({ max: 100 }), { nil: undefined }),
  }),
  step(1, 'define', {
    change: fc.constantFrom('capacity' as const, 'capacity' as const, 'venue' as const, 'delete' as const),
    capacity: fc.constantFrom(9, 60, 300),
  }),
  step(2, 'order', {
    // Null is all doors.
    areaId: fc.option(area),
    kind: fc.constantFrom(...ORDER_KINDS),
  }),
  step(2, 'confirm', { client, order: fc.nat({ max: 3 }), times: fc.constantFrom(1, 2) }),
  step(1, 'endOrder', { order: fc.nat({ max: 3 }) }),
  step(1, 'evacuate', { isDrill: fc.constantFrom(true, true, false) }),
  step(4, 'drillTap', {
    areaId: area,
    change: fc.constantFrom(1, -1, -3, 40),
    ageMs: fc.constantFrom(0, 0, 20 * MINUTE_MS + 3, 30 * HOUR_MS + 3),
  }),
  step(1, 'endEvacuation', {}),
  step(5, 'wait', {
    ms: fc.constantFrom(
      STEP_MS,
      3 * STEP_MS,
      20_000,
      MINUTE_MS,
      4 * MINUTE_MS,
      12 * MINUTE_MS,
      3 * HOUR_MS,
      9 * HOUR_MS,
      26 * HOUR_MS,
    ),
  }),
  step(1, 'look', {}),
);
export type Step = typeof STEPS extends fc.Arbitrary<infer T> ? T : never;
