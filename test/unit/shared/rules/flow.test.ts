import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  elapsedOf,
  forecastOf,
  HORIZON_MINUTES,
  RATE_MINUTES,
  type Rates,
  lateOf,
  ratesOf,
  trendOf,
} from '../../../../src/shared/rules/flow';
import type { FlowMinute } from '../../../../src/shared/schemas/flow';

const minute = (ins: number, outs = 0, occupancy = 0): FlowMinute => ({ ins, outs, occupancy });
const hour = (last: readonly FlowMinute[]): FlowMinute[] => [
  ...Array.from({ length: 60 - last.length }, () => minute(0)),
  ...last,
];

test.each([
  ['an even flow', hour(Array.from({ length: 6 }, () => minute(10, 4))), 1, 10, 4],
  [
    'half of the running minute',
    hour([minute(10), minute(10), minute(10), minute(10), minute(10), minute(5)]),
    0.5,
    10,
    0,
  ],
  [
    'a minute that has just begun',
    hour([minute(10), minute(10), minute(10), minute(10), minute(10), minute(0)]),
    0,
    10,
    0,
  ],
  ['what was before the last minutes', hour([minute(600), ...Array.from({ length: 6 }, () => minute(0))]), 1, 0, 0],
  ['nothing at all', [], 1, 0, 0],
  ['a single minute that has just begun', [minute(7)], 0, 7, 0],
  ['more taken back than counted', hour([minute(-3, -2), minute(1)]), 1, 0, 0],
])('rates of %s', (_what, minutes, elapsed, ins, outs) => {
  const rates = ratesOf(minutes, elapsed);
  expect(rates.ins).toBeCloseTo(ins, 10);
  expect(rates.outs).toBeCloseTo(outs, 10);
});

test('who arrives late makes no rate and no forecast, and is told apart for as long as rates look back', () => {
  const late = { ins: 180, outs: 20, occupancy: 160, late: { ins: 175, outs: 20 } };
  const minutes = hour([minute(10, 5), late, minute(10), minute(10), minute(10), minute(10)]);
  expect(ratesOf(minutes, 1)).toEqual({ ins: 55 / 6, outs: 5 / 6 });
  expect(lateOf(minutes)).toBe(195);
  expect(lateOf(hour([late, ...Array.from({ length: 6 }, () => minute(0))]))).toBe(0);
});

test('the running minute has passed as far as a clock says that can be wrong', () => {
  const flow = { lastMinuteAt: '2026-11-21T20:00:00.000Z' };
  const at = (iso: string) => elapsedOf(flow, Date.parse(iso));
  expect(at('2026-11-21T20:00:15.000Z')).toBe(0.25);
  expect(at('2026-11-21T19:00:00.000Z')).toBe(0);
  expect(at('2026-11-21T23:00:00.000Z')).toBe(1);
  expect(elapsedOf({ lastMinuteAt: 'soon' }, 0)).toBe(1);
});

const rates = (ins: number, outs = 0): Rates => ({ ins, outs });

test.each([
  ['12 minutes at 10 a minute', rates(10), 380, 500, { type: 'full_in', minutes: 12 }],
  ['rounded down', rates(10), 381, 500, { type: 'full_in', minutes: 11 }],
  ['less than a minute', rates(10), 495, 500, { type: 'full_in', minutes: 0 }],
  ['those who leave make it later', rates(10, 5), 380, 500, { type: 'full_in', minutes: 24 }],
  ['at the edge of the horizon', rates(1), 500, 500 + HORIZON_MINUTES, { type: 'full_in', minutes: HORIZON_MINUTES }],
  ['beyond it, a large crowd', rates(1), 500, 501 + HORIZON_MINUTES, { type: 'steady' }],
  ['beyond it, a crowd that doubles', rates(50), 200, 100_000, { type: 'filling' }],
  ['full', rates(0), 500, 500, { type: 'full' }],
  ['over capacity and still filling', rates(10), 600, 500, { type: 'full' }],
  ['over capacity and emptying', rates(0, 10), 600, 500, { type: 'emptying' }],
  ['emptying', rates(2, 12), 400, 500, { type: 'emptying' }],
  ['a few of many leave', rates(0, 1), 400, 500, { type: 'steady' }],
  ['more go than are inside', rates(0, 5), 0, 500, { type: 'steady' }],
  ['nothing moves', rates(0), 400, 500, { type: 'steady' }],
  ['as many come as go', rates(8, 8), 400, 500, { type: 'steady' }],
  ['no capacity, filling', rates(4), 40, null, { type: 'filling' }],
  ['no capacity, a few of many', rates(1), 4000, null, { type: 'steady' }],
  ['no capacity, emptying', rates(0, 4), 40, null, { type: 'emptying' }],
  ['nothing left for guests', rates(0), 0, 0, { type: 'full' }],
] as const)('%s', (_what, flow, occupancy, capacity, forecast) => {
  expect(forecastOf(flow, occupancy, capacity)).toEqual(forecast);
});

test('a trend tells where it began, where it is and when it was at its highest', () => {
  const minutes = [3, 9, 9, 5].map((occupancy) => minute(0, 0, occupancy));
  expect(trendOf(minutes)).toEqual({ first: 3, last: 5, highest: 9, highestMinutesAgo: 1 });
  expect(trendOf([])).toBeNull();
});

const PeopleArb = fc.nat(1_000_000);
const MinuteArb = fc.record({
  ins: fc.integer({ min: -1000, max: 100_000 }),
  outs: fc.integer({ min: -1000, max: 100_000 }),
  occupancy: PeopleArb,
});
const MinutesArb = fc.array(MinuteArb, { maxLength: 60 });
const ElapsedArb = fc.double({ min: 0, max: 1, noNaN: true });
const CapacityArb = fc.option(PeopleArb);

/** Minutes until it is full: 0 when it is, none when that is not in sight. */
function minutesToFull(flow: Rates, occupancy: number, capacity: number | null): number {
  const forecast = forecastOf(flow, occupancy, capacity);
  if (forecast.type === 'full') return 0;
  return forecast.type === 'full_in' ? forecast.minutes : Number.POSITIVE_INFINITY;
}

test('rates are numbers of 0 or more, and forecasts whole minutes within the horizon, whatever the flow', () => {
  fc.assert(
    fc.property(MinutesArb, ElapsedArb, PeopleArb, CapacityArb, (minutes, elapsed, occupancy, capacity) => {
      const flow = ratesOf(minutes, elapsed);
      for (const rate of [flow.ins, flow.outs]) {
        expect(Number.isFinite(rate)).toBe(true);
        expect(rate).toBeGreaterThanOrEqual(0);
      }
      const forecast = forecastOf(flow, occupancy, capacity);
      if (forecast.type !== 'full_in') return;
      expect(Number.isInteger(forecast.minutes)).toBe(true);
      expect(forecast.minutes).toBeGreaterThanOrEqual(0);
      expect(forecast.minutes).toBeLessThanOrEqual(HORIZON_MINUTES);
    }),
  );
});

test('one more who comes in never lowers the rate, and none who comes in makes it full later', () => {
  fc.assert(
    fc.property(
      fc.array(MinuteArb, { minLength: RATE_MINUTES + 1, maxLength: 60 }),
      ElapsedArb,
      fc.nat(RATE_MINUTES),
      fc.integer({ min: 1, max: 1000 }),
      PeopleArb,
      CapacityArb,
      (minutes, elapsed, ago, more, occupancy, capacity) => {
        const busier = minutes.map((one, i) =>
          i === minutes.length - 1 - ago ? { ...one, ins: one.ins + more } : one,
        );
        const before = ratesOf(minutes, elapsed);
        const after = ratesOf(busier, elapsed);
        expect(after.ins).toBeGreaterThanOrEqual(before.ins);
        expect(after.outs).toBe(before.outs);
        expect(minutesToFull(after, occupancy, capacity)).toBeLessThanOrEqual(
          minutesToFull(before, occupancy, capacity),
        );
      },
    ),
  );
});

test('a larger venue is never full earlier, a fuller one never later', () => {
  const RatesArb = fc.record({
    ins: fc.double({ min: 0, max: 10_000, noNaN: true }),
    outs: fc.double({ min: 0, max: 10_000, noNaN: true }),
  });
  fc.assert(
    fc.property(RatesArb, PeopleArb, PeopleArb, fc.nat(1000), (flow, occupancy, capacity, more) => {
      const now = minutesToFull(flow, occupancy, capacity);
      expect(minutesToFull(flow, occupancy, capacity + more)).toBeGreaterThanOrEqual(now);
      expect(minutesToFull(flow, occupancy + more, capacity)).toBeLessThanOrEqual(now);
    }),
  );
});
