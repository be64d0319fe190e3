import { expect, test } from 'vitest';
import {
  forecastOf,
  HORIZON_MINUTES,
  lateOf,
  RATE_MINUTES,
  ratesOf,
} from '../../../web/src/features/overview/flow-rates';
import type { FlowMinute } from '../../../src/shared/schemas/flow';

const minute = (ins: number, outs = 0, occupancy = 0): FlowMinute => ({ ins, outs, occupancy });
const minutesOf = (count: number, ins: number, outs = 0) => Array.from({ length: count }, () => minute(ins, outs));
const hour = (...last: FlowMinute[]): FlowMinute[] => [...minutesOf(60 - last.length, 0), ...last];

test.each([
  ['half of the running minute', hour(...minutesOf(5, 10), minute(5)), 0.5, 10, 0],
  ['people from before the last minutes', hour(minute(600), ...minutesOf(6, 0)), 1, 0, 0],
  ['nothing at all', [], 1, 0, 0],
  ['more taps undone than counted', hour(minute(-3, -2), minute(1)), 1, 0, 0],
])('ratesOf counts %s', (_what, minutes, elapsed, ins, outs) => {
  const rates = ratesOf(minutes, elapsed);
  expect(rates.ins).toBeCloseTo(ins, 10);
  expect(rates.outs).toBeCloseTo(outs, 10);
});

test('late taps do not change the rate or the forecast, and are shown apart for as long as rates look back', () => {
  const late = { ins: 180, outs: 20, occupancy: 160, late: { ins: 175, outs: 20 } };
  const minutes = hour(minute(10, 5), late, ...minutesOf(4, 10));
  expect(ratesOf(minutes, 1)).toEqual({ ins: 55 / 6, outs: 5 / 6 });
  expect(lateOf(minutes)).toBe(195);
  expect(lateOf(hour(late, ...minutesOf(RATE_MINUTES + 1, 0)))).toBe(0);
});

const fullIn = (minutes: number) => ({ type: 'full_in', minutes });
test.each([
  ['12 minutes at 10 a minute', 10, 0, 380, 500, fullIn(12)],
  ['people who leave make it later', 10, 5, 380, 500, fullIn(24)],
  ['at the edge of the horizon', 1, 0, 500, 500 + HORIZON_MINUTES, fullIn(HORIZON_MINUTES)],
  ['a large crowd beyond the horizon', 1, 0, 500, 501 + HORIZON_MINUTES, 'steady'],
  ['a doubling crowd beyond the horizon', 50, 0, 200, 100_000, 'filling'],
  ['full', 0, 0, 500, 500, 'full'],
  ['over capacity and emptying', 0, 10, 600, 500, 'emptying'],
  ['a few of many people leave', 0, 1, 400, 500, 'steady'],
  ['no capacity, filling', 4, 0, 40, null, 'filling'],
  ['no places left for guests', 0, 0, 0, 0, 'full'],
] as const)('the forecast is right for: %s', (_what, ins, outs, occupancy, capacity, forecast) => {
  const expected = typeof forecast === 'string' ? { type: forecast } : forecast;
  expect(forecastOf({ ins, outs }, occupancy, capacity)).toEqual(expected);
});
