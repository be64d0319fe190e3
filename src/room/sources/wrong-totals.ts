import { MISSING_PER_S, OLD_TOTALS_MS, RESTART_CONFIRMED } from './limits';
import {
  canPass,
  type Counter,
  difference,
  following,
  isAtLeast,
  NOBODY,
  passable,
  passedAlong,
  passedBetween,
  type People,
  type Placed,
  type Reading,
  sum,
  totalOf,
} from '../source-state/readings';
import { asArrived, elapsed } from './reading-times';
import type { Arrival, TotalsState } from '../source-state/totals-state';

/** Explains a reading by what was counted before and turns out to be wrong: totals that fell, or that rose, for a moment. */

/** The falls after which so few readings have counted anybody that the totals before may come back; the newest one first. */
export function uncertainFalls(readings: readonly Reading[], counter: Counter): number[] {
  const falls: number[] = [];
  let growths = 0;
  for (let index = readings.length - 1; index > 0 && growths < RESTART_CONFIRMED; index--) {
    const [from, to] = [readings[index - 1], readings[index]];
    if (from === undefined || to === undefined) break;
    if (to.begins === 'unexplained' || (to.begins === 'restart' && !isAtLeast(to, from))) falls.push(index);
    if (totalOf(passedBetween(from, to, counter) ?? NOBODY) > 0) growths += 1;
  }
  return falls;
}

/** The state as if the totals had not fallen at this reading: what was counted since is owed. */
export function withoutFall({ readings, owed, ...state }: TotalsState, fall: number, counter: Counter): TotalsState {
  const since = passedAlong(readings.slice(fall - 1), counter);
  return { ...state, readings: readings.slice(0, fall), owed: sum(owed, since) };
}

/** A reading on totals from before a fall: who passed beyond them, and who was counted since, who are then too many. */
interface OnEarlier {
  readonly next: Placed;
  readonly since: People;
}

/** Explains a reading by totals that were known before they fell; null if it cannot be one of those. */
export function onEarlierTotals(state: TotalsState, reading: Reading, arrival: Arrival): OnEarlier | null {
  const { readings } = state;
  const { counter } = arrival;
  const newest = readings.at(-1);
  for (const fall of uncertainFalls(readings, counter)) {
    const [earlier, old] = [readings.slice(0, fall), readings[fall - 1]];
    if (newest === undefined || old === undefined || !isAtLeast(reading, old)) continue;
    const next = following(earlier, asArrived(state, newest, reading, arrival), counter, 0);
    const since = passedAlong(readings.slice(fall - 1), counter);
    const most = passable(elapsed(state, old, reading, arrival) + OLD_TOTALS_MS, MISSING_PER_S);
    if (next !== null && Math.max(next.ins, next.outs) <= most) return { next, since };
  }
  return null;
}

/** So many readings in a row that are too high may be wrong; with one more they are the counter (LOWER_READINGS). */
const WRONG_READINGS = [1, 2] as const;

/** A reading after totals that were too high: who passed since those before them, and who was counted by them. */
interface AfterRise {
  /** Without those that were too high. */
  readonly readings: readonly Reading[];
  readonly grown: People;
  readonly since: People;
}

/** Explains a reading that is lower than the newest totals: those were something else's. Null if the ones before do not lead to it. */
export function afterRise(state: TotalsState, reading: Reading, arrival: Arrival): AfterRise | null {
  const { readings } = state;
  for (const wrong of WRONG_READINGS) {
    const before = readings.at(-1 - wrong);
    if (before === undefined || !isAtLeast(reading, before)) continue;
    const grown = difference(reading, before);
    const since = passedAlong(readings.slice(-1 - wrong), arrival.counter);
    const isFewer = totalOf(since) > totalOf(grown);
    if (isFewer && canPass(grown, elapsed(state, before, reading, arrival) + OLD_TOTALS_MS))
      return { readings: readings.slice(0, -wrong), grown, since };
  }
  return null;
}
