import { CLOCK_JITTER_MS, OLD_TOTALS_MS } from './limits';
import { isSame, type Reading } from '../source-state/readings';
import type { Arrival, TotalsState } from '../source-state/totals-state';

/** Whether the reading is by the clock that was set back before: it stands still, or has gone on as long as the room's clock. */
export function isOfSlowClock({ slow }: TotalsState, { at }: Reading, { now }: Arrival): boolean {
  if (slow === undefined || at <= slow.at) return at === slow?.at;
  return now > slow.arrivedAt && Math.abs(at - slow.at - (now - slow.arrivedAt)) <= CLOCK_JITTER_MS;
}

/** Whether a reading was read after the newest one, although its clock may be wrong or another computer's. */
export function isSurelyLater(
  { arrivedAt = 0 }: TotalsState,
  newest: Reading,
  { at }: Reading,
  { now }: Arrival,
): boolean {
  if (at < newest.at) return false;
  // Its clock has gone on at least as long as the room's: it is told as it is read, or what had waited is told in order.
  const isInOrder = at - newest.at >= now - arrivedAt - CLOCK_JITTER_MS;
  return arrivedAt === now || isInOrder || at >= arrivedAt - CLOCK_JITTER_MS;
}

/** A reading whose time does not come after the newest one may be as late as its arrival. Within a batch, clocks may be coarse. */
export function asArrived({ arrivedAt }: TotalsState, newest: Reading, reading: Reading, { now }: Arrival): Reading {
  const isOfItsTime = reading.at > newest.at || (reading.at === newest.at && arrivedAt === now);
  return isOfItsTime ? reading : { ...reading, at: Math.max(newest.at, now) };
}

/** How much time can have passed since a reading at most, in ms: the source's clock may stand still, or was set. */
export function elapsed({ arrivedAt = 0 }: TotalsState, from: Reading, to: Reading, { now, heardAt }: Arrival): number {
  const byClock = to.at - from.at;
  if (arrivedAt !== now) return Math.max(byClock, now - arrivedAt);
  return byClock > 0 ? byClock : now - heardAt;
}

/**
 * How much time can have passed at most since the newest totals were shown, in ms: those that stayed for a while, or came after a
 * silence, may have been told late.
 */
export function longest(state: TotalsState, newest: Reading, reading: Reading, arrival: Arrival): number {
  const before = state.readings.at(-2);
  const isOlder = before !== undefined && (isSame(before, newest) || newest.at - before.at > OLD_TOTALS_MS);
  const since = asArrived(state, newest, reading, arrival).at - (isOlder ? before : newest).at;
  return Math.max(elapsed(state, newest, reading, arrival), since);
}
