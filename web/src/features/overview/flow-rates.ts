import { MINUTE_MS } from '../../../../src/shared/durations';
import { FLOW_MINUTES } from '../../../../src/shared/schemas/limits';
import type { Area } from '../../../../src/shared/schemas/area';
import type { Flow, FlowMinute } from '../../../../src/shared/schemas/flow';

/**
 * The number of whole minutes from which rates are computed, besides the current minute. With fewer minutes, a single
 * bus makes the forecast jump. With more, the forecast shows too late that a crowd has begun to push in.
 */
export const RATE_MINUTES = 5;

/** Returns the minutes from which rates are computed. */
const newest = (minutes: readonly FlowMinute[]): readonly FlowMinute[] => minutes.slice(-(RATE_MINUTES + 1));

/**
 * The horizon of the forecast in minutes. No rate stays the same for longer. A crowd that neither fills nor empties the
 * area within this time counts as steady.
 */
export const HORIZON_MINUTES = 120;

/** People per minute, never below 0. */
export interface Rates {
  readonly ins: number;
  readonly outs: number;
}

/**
 * Returns how much of the current minute has passed, from 0 to 1. `now` can be from any clock: a wrong clock changes
 * the rate by at most a sixth.
 */
export function elapsedOf({ lastMinuteAt }: Pick<Flow, 'lastMinuteAt'>, now: number): number {
  const elapsed = (now - Date.parse(lastMinuteAt)) / MINUTE_MS;
  return Number.isNaN(elapsed) ? 1 : Math.min(1, Math.max(0, elapsed));
}

/**
 * Returns people per minute over the last RATE_MINUTES whole minutes and the past part of the current minute. Late taps
 * are left out, because a phone that was offline for an hour brings no crowd with it.
 * @param minutes oldest first; the last one is the current minute
 * @param elapsed how much of the current minute has passed, from 0 to 1
 */
export function ratesOf(minutes: readonly FlowMinute[], elapsed: number): Rates {
  const counted = newest(minutes);
  // The duration is at least one minute, so that the people of the first second do not look like a crowd.
  const duration = Math.max(1, counted.length - 1 + elapsed);
  let ins = 0;
  let outs = 0;
  for (const minute of counted) {
    ins += minute.ins - (minute.late?.ins ?? 0);
    outs += minute.outs - (minute.late?.outs ?? 0);
  }
  // An undo subtracts what an earlier minute has counted, so the sums can be below 0.
  return { ins: Math.max(0, ins) / duration, outs: Math.max(0, outs) / duration };
}

/** Returns how many people arrived late in the minutes from which rates are computed. */
export const lateOf = (minutes: readonly FlowMinute[]): number =>
  Math.max(
    0,
    newest(minutes).reduce((sum, { late }) => sum + (late ? late.ins + late.outs : 0), 0),
  );

/**
 * The forecast at the current rate. `minutes` is the time until the area is full, rounded down, because a late forecast
 * is worse than an early one.
 */
export type Forecast =
  | { readonly type: 'full' | 'filling' | 'steady' | 'emptying' }
  | { readonly type: 'full_in'; readonly minutes: number };

const isWithinHorizon = (people: number, perMinute: number): boolean => people <= perMinute * HORIZON_MINUTES;

/**
 * Returns 'full_in' if the area is full within the horizon. Otherwise it returns 'filling' or 'emptying' if within the
 * horizon as many people would come or go as are inside now, and 'steady' if not. A full area stays 'full' until more
 * people leave than come.
 * @param capacity null without a limit
 */
export function forecastOf(rates: Rates, occupancy: number, capacity: number | null): Forecast {
  const net = rates.ins - rates.outs;
  const moves = net !== 0 && isWithinHorizon(occupancy, Math.abs(net));
  if (net < 0) return { type: moves && occupancy > 0 ? 'emptying' : 'steady' };
  const left = capacity === null ? Number.POSITIVE_INFINITY : capacity - occupancy;
  if (left <= 0) return { type: 'full' };
  if (net > 0 && isWithinHorizon(left, net)) return { type: 'full_in', minutes: Math.floor(left / net) };
  return { type: moves ? 'filling' : 'steady' };
}

/** The course of an occupancy, in numbers for people who do not see its curve. */
export interface Trend {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  readonly highestMinutesAgo: number;
}

/** Returns null if there are no minutes. @param minutes oldest first; the last one is the current minute */
export function trendOf(minutes: readonly FlowMinute[]): Trend | null {
  const occupancies = minutes.map(({ occupancy }) => occupancy);
  const [first] = occupancies;
  const last = occupancies.at(-1);
  if (first === undefined || last === undefined) return null;
  const highest = Math.max(...occupancies);
  return { first, last, highest, highestMinutesAgo: occupancies.length - 1 - occupancies.lastIndexOf(highest) };
}

/** Returns the flow of an event in which nobody has counted yet. @param now epoch ms */
export function noFlow(eventId: string, areas: readonly Area[], now: number): Flow {
  const total = Array.from({ length: FLOW_MINUTES }, () => ({ ins: 0, outs: 0, occupancy: 0 }));
  const lastMinuteAt = new Date(now - (now % MINUTE_MS)).toISOString();
  return { eventId, lastMinuteAt, venue: total, areas: areas.map(({ areaId }) => ({ areaId, minutes: total })) };
}
