import { MINUTE_MS } from '../../../../src/shared/limits';
import type { Flow, FlowMinute } from '../../../../src/shared/schemas/flow';

/**
 * Whole minutes that rates are computed from, besides the running one. With fewer, a single bus makes the forecast
 * jump; with more, a crowd that has just begun to push in shows too late to act.
 */
export const RATE_MINUTES = 5;

/** The fields of a minute that rates need. */
const newest = (minutes: readonly FlowMinute[]): readonly FlowMinute[] => minutes.slice(-(RATE_MINUTES + 1));

/** No rate holds further ahead. A crowd that neither fills nor empties the area within this time is steady. */
export const HORIZON_MINUTES = 120;

/** People per minute, never below 0. */
export interface Rates {
  readonly ins: number;
  readonly outs: number;
}

/** How much of the running minute has passed, from 0 to 1, by any clock: a wrong one costs a sixth of the rate. */
export function elapsedOf({ lastMinuteAt }: Pick<Flow, 'lastMinuteAt'>, now: number): number {
  const elapsed = (now - Date.parse(lastMinuteAt)) / MINUTE_MS;
  return Number.isNaN(elapsed) ? 1 : Math.min(1, Math.max(0, elapsed));
}

/**
 * People per minute over the last RATE_MINUTES whole minutes and the past part of the running one. Late taps are left
 * out: a phone that was offline for an hour brings no crowd with it.
 * @param minutes oldest first; the last one is still running
 * @param elapsed how much of it has passed, from 0 to 1
 */
export function ratesOf(minutes: readonly FlowMinute[], elapsed: number): Rates {
  const counted = newest(minutes);
  // With less than a minute of data, the people of one second must not look like a crowd.
  const duration = Math.max(1, counted.length - 1 + elapsed);
  let ins = 0;
  let outs = 0;
  for (const minute of counted) {
    ins += minute.ins - (minute.late?.ins ?? 0);
    outs += minute.outs - (minute.late?.outs ?? 0);
  }
  // An undo takes back what an earlier minute has counted: a minute with nothing else is below 0.
  return { ins: Math.max(0, ins) / duration, outs: Math.max(0, outs) / duration };
}

/** How many people arrived late in the minutes that rates are computed from. */
export const lateOf = (minutes: readonly FlowMinute[]): number =>
  Math.max(
    0,
    newest(minutes).reduce((sum, { late }) => sum + (late ? late.ins + late.outs : 0), 0),
  );

/**
 * The forecast at the present rate. `minutes`: until it is full, rounded down, because too late is worse than too
 * early.
 */
export type Forecast =
  | { readonly type: 'full' | 'filling' | 'steady' | 'emptying' }
  | { readonly type: 'full_in'; readonly minutes: number };

const isWithinHorizon = (people: number, perMinute: number): boolean => people <= perMinute * HORIZON_MINUTES;

/**
 * Full within the horizon: when. Otherwise filling or emptying when as many people as are inside would come or go
 * within it, whatever the size of the crowd; otherwise steady. A full area stays full until more people go than come.
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

/** A crowd over time in words, for people who do not see its curve. */
export interface Trend {
  readonly first: number;
  readonly last: number;
  readonly highest: number;
  readonly highestMinutesAgo: number;
}

/** @param minutes oldest first; the last one is still running. Null for none. */
export function trendOf(minutes: readonly FlowMinute[]): Trend | null {
  const occupancies = minutes.map(({ occupancy }) => occupancy);
  const [first] = occupancies;
  const last = occupancies.at(-1);
  if (first === undefined || last === undefined) return null;
  const highest = Math.max(...occupancies);
  return { first, last, highest, highestMinutesAgo: occupancies.length - 1 - occupancies.lastIndexOf(highest) };
}
