import { CLOCK_JITTER_MS, MISSING_PER_S, OLD_TOTALS_MS } from './limits';
import { beyondLower, fallen, goOn } from './lower-totals';
import { asArrived, elapsed, isOfSlowClock, isSurelyLater, longest } from './reading-times';
import {
  among,
  canPass,
  difference,
  following,
  highest,
  isKnown,
  isSame,
  isSentAgain,
  NOBODY,
  passable,
  type People,
  type Placed,
  type Reading,
  sum,
  totalOf,
  wasOnTheWay,
} from '../source-state/readings';
import { type Arrival, counted, doubting, type Taken, type TotalsState } from '../source-state/totals-state';
import { afterRise, onEarlierTotals, uncertainFalls, withoutFall } from './wrong-totals';

/** A reading, and the explanations of it that its time and totals leave. */
interface Step {
  readonly state: TotalsState;
  readonly reading: Reading;
  readonly arrival: Arrival;
  /** How much time can have passed since the newest reading at most. */
  readonly ms: number;
  /** Whether its time is before the newest one. */
  readonly isSetBack: boolean;
  readonly isOfSlow: boolean;
  /** Whether it was surely read after the newest one. Only then it shows a restart. Otherwise a late or wrong one is likelier. */
  readonly isLater: boolean;
  /** Whether the very same totals were sent before, and are not those of nobody. */
  readonly isKnownBefore: boolean;
  /** Whether it would show a restart and is not surely later: then it is wrong, or late. */
  readonly isOnlyFall: boolean;
  /** It follows the newest one. */
  readonly next: Placed | null;
  /** Whether so many can have passed since the newest one; and if that was told a while after it was read. */
  readonly isPossible: boolean;
  readonly mayBe: boolean;
  /** It is late, and belongs among those that are known. */
  readonly late: Placed | null;
  /** Whether `late` says more than that it is older than all that are known. */
  readonly isAmong: boolean;
  /** Since when the counters went through these totals on the way to the newest ones. */
  readonly way: 'now' | 'earlier' | null;
}

/**
 * Adds a reading to what is known of a source's totals (docs/product.md, M4 and M5). Of several explanations the one that adds
 * the fewest people counts. What it adds less than a possible one is in doubt.
 */
export function addTotals(state: TotalsState, reading: Reading, arrival: Arrival): Taken {
  const newest = state.readings.at(-1);
  if (newest === undefined) {
    const known = { ...state, readings: [reading], arrivedAt: arrival.now };
    return { state: known, passed: { ...NOBODY, notice: 'baseline' }, at: reading.at };
  }
  if (isSentBefore(state, newest, reading)) return { state, passed: null, at: reading.at };
  const step = explained(state, newest, reading, arrival);
  return asLate(step) ?? asEarlierTotals(step) ?? asNext(step);
}

/** Whether a reading says nothing new. A clock that stands still says the same again, which says something while the totals are lower. */
function isSentBefore({ readings, lower, slow }: TotalsState, newest: Reading, reading: Reading): boolean {
  if (isKnown(readings, reading)) return true;
  if (reading.at === slow?.at) return isSame(reading, newest);
  return lower !== undefined && isKnown(lower.readings, reading);
}

function explained(state: TotalsState, newest: Reading, reading: Reading, arrival: Arrival): Step {
  const { counter, now } = arrival;
  const { readings } = state;
  const ms = elapsed(state, newest, reading, arrival);
  const isOfSlow = isOfSlowClock(state, reading, arrival);
  // The newest totals again, with a time long before, show a clock that was set back while nobody passed.
  const isQuiet = isSame(reading, newest) && reading.at < newest.at - OLD_TOTALS_MS;
  const mayBeLate = !isQuiet && (reading.at < newest.at || (reading.at === newest.at && state.arrivedAt === now));
  const placed = mayBeLate ? among(readings, reading, counter) : null;
  const isAmong = placed !== null && placed.readings !== readings;
  // By a clock that was set back before it is no late one, unless it fits exactly.
  const isEarlier = mayBeLate && (!isOfSlow || (isAmong && totalOf(placed) === 0));
  const after = following(readings, asArrived(state, newest, reading, arrival), counter, ms);
  const isLater = isSurelyLater(state, newest, reading, arrival);
  const isKnownBefore = totalOf(reading) > 0 && isSentAgain(readings.slice(0, -1), reading);
  const isOnlyFall = after?.readings.at(-1)?.begins !== undefined && (!isLater || isKnownBefore);
  const next = isOnlyFall ? null : after;
  return {
    state,
    reading,
    arrival,
    ms,
    isSetBack: reading.at < newest.at,
    isOfSlow,
    isLater,
    isKnownBefore,
    isOnlyFall,
    next,
    isPossible: next !== null && canPass(next, ms),
    mayBe: next !== null && canPass(next, longest(state, newest, reading, arrival) + OLD_TOTALS_MS),
    late: isEarlier ? placed : null,
    isAmong: isEarlier && isAmong,
    way: isEarlier ? wasOnTheWay(readings, reading) : null,
  };
}

/** Takes a reading as one that was read before the newest one; null if another explanation adds fewer people. */
function asLate(step: Step): Taken | null {
  const { state, reading, arrival, next, isPossible, late, way } = step;
  if (step.isOnlyFall && late !== null && totalOf(late) > 0)
    return fallen(state.lower === undefined ? doubting(state, late, reading, arrival) : state, reading, arrival);
  const nobody = { ...NOBODY, notice: 'late' } as const;
  // Older than all that is known, or the newest one by a clock that was set back. After a fall it may be from before that.
  const isAfterFall = state.readings.some(({ begins }) => begins !== undefined);
  if (late !== null && !step.isAmong && (!isPossible || isAfterFall)) {
    const known = { ...state, slow: { at: reading.at, arrivedAt: arrival.now } };
    // Its clock may have been set back while the totals were lower, and then it goes on from those.
    const beyond = next === null ? beyondLower(state, reading, arrival) : NOBODY;
    if (totalOf(beyond) > 0) return counted(doubting(known, beyond, reading, arrival), nobody, reading.at);
    return counted(step.mayBe && next !== null ? doubting(known, next, reading, arrival) : known, nobody, reading.at);
  }
  if (late !== null && step.isAmong && (next === null || totalOf(late) <= totalOf(next)))
    if (way !== 'now' || totalOf(late) === 0) return counted({ ...state, readings: late.readings }, late, reading.at);
  if (way !== null) {
    const isGuess = way === 'earlier' && isPossible && next !== null;
    return counted(isGuess ? doubting(state, next, reading, arrival) : state, nobody, reading.at);
  }
  const isOld = step.isKnownBefore && !isPossible && (next !== null || !step.isLater);
  return isOld ? counted(state, nobody, reading.at) : null;
}

/** Takes a reading as one of the totals before they fell; null if they did not, or if another explanation adds fewer people. */
function asEarlierTotals({
  state,
  reading,
  arrival,
  next,
  mayBe,
  late,
  isAmong,
  isSetBack,
  isKnownBefore,
}: Step): Taken | null {
  const earlier = onEarlierTotals(state, reading, arrival);
  if (earlier === null) return null;
  const back = { ...earlier.next, ...difference(earlier.next, earlier.since) };
  if (next !== null && totalOf(back) >= totalOf(next)) return null;
  // By its time, or as totals that were sent before, it may be older than the fall, which is one then.
  const others = [
    mayBe ? next : null,
    isAmong ? late : null,
    isSetBack ? earlier.next : null,
    isKnownBefore ? NOBODY : null,
  ];
  const most = others.reduce<People>((people, other) => (other === null ? people : highest(people, other)), back);
  return goOn(doubting(state, difference(most, back), reading, arrival), back, reading, arrival);
}

/** Takes a reading as one that follows the newest one, or as one that nothing explains. */
function asNext(step: Step): Taken {
  const { state, reading, arrival, next, isSetBack, ms } = step;
  const { counter } = arrival;
  if (next === null) return fallen(state, reading, arrival);
  const isRestart = next.notice === 'restarted' || next.notice === 'midnight';
  const rise = isRestart ? afterRise(state, reading, arrival) : null;
  if (rise !== null) {
    const owing = { ...state, owed: sum(state.owed, rise.since) };
    const missed = sum(next, difference(rise.since, rise.grown));
    const at = next.readings.at(-1)?.at ?? reading.at;
    const placed = { ...next, ...rise.grown, readings: [...rise.readings, { ...reading, at }] };
    return goOn(doubting(owing, missed, reading, arrival), placed, reading, arrival);
  }
  // Totals from before the fall may be sent once more. If the counter has come to the very same ones, its people are in doubt.
  const [fall] = uncertainFalls(state.readings, counter);
  if (totalOf(next) > 0 && isSentAgain(state.readings.slice(0, fall ?? 0), reading))
    return counted(doubting(state, next, reading, arrival), { ...NOBODY, notice: 'late' }, reading.at);
  // More than can have passed since a fall that is uncertain: the totals from before it are back, and fell by themselves.
  const most = isSetBack ? passable(ms + CLOCK_JITTER_MS) : passable(ms + OLD_TOTALS_MS, MISSING_PER_S);
  const isTooMany = next.notice === 'jump' || Math.max(next.ins, next.outs) > most;
  if (isTooMany && !isSetBack && fall !== undefined) {
    const before = withoutFall(state, fall, counter);
    return fallen(doubting(before, difference(before.owed, state.owed), reading, arrival), reading, arrival);
  }
  if (isTooMany) return fallen(state, reading, arrival);
  // The newest totals, sent again, do not end lower ones that came after them.
  if (!step.isLater && state.lower !== undefined && totalOf(next) === 0)
    return counted(state, { ...NOBODY, notice: 'late' }, reading.at);
  const isClock = isSetBack && !step.isOfSlow && next.notice === null;
  const missed = step.isAmong && step.late !== null ? difference(step.late, next) : NOBODY;
  const notice = isClock ? 'clock_set_back' : next.notice;
  return goOn(doubting(state, missed, reading, arrival), { ...next, notice }, reading, arrival);
}
