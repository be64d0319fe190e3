import { CLOCK_JITTER_MS, LOWER_READINGS, MISSING_PER_S, OLD_TOTALS_MS } from './limits';
import { SOURCE_READINGS_MAX } from '../source-state/limits';
import {
  canPass,
  difference,
  highest,
  isAtLeast,
  isSame,
  isSentAgain,
  NOBODY,
  passable,
  type PeoplePassed,
  type People,
  type Placed,
  type Reading,
  sum,
  totalOf,
} from '../source-state/readings';
import { elapsed, longest } from './reading-times';
import {
  type Arrival,
  counted,
  grownOn,
  type LowerLine,
  type Taken,
  type TotalsState,
  withDoubt,
} from '../source-state/totals-state';
import { afterRise } from './wrong-totals';

/** Totals that fell, or rose too far, and what becomes of them: the counter after all, or something else's for a moment. */

/** Takes a reading that nothing explains. It counts nobody, until the totals stay as low. */
export function fallen(state: TotalsState, reading: Reading, arrival: Arrival): Taken {
  const lower = extended(state.lower, reading, arrival) ?? begun(state, reading, arrival);
  const newest = state.readings.at(-1) ?? reading;
  const notice = isAtLeast(reading, newest) ? 'jump' : 'totals_fell';
  // What was sent before may only come again: the counter shows that it is there with somebody new.
  const isOld = totalOf(reading) > 0 && isSentAgain(state.readings, reading);
  if (!isOld && isProven(lower, reading, arrival))
    return onLower(state, lower, { ...grownOn(lower), notice }, reading, arrival);
  return { state: { ...state, lower }, passed: { ...NOBODY, notice }, at: reading.at };
}

/**
 * Whether lower totals are the counter. What arrives in one call can be a backlog of another computer, and totals that come
 * again may have waited: neither proves that the counter shows them now.
 */
function isProven({ readings, doubt }: LowerLine, reading: Reading, { now }: Arrival): boolean {
  return readings.length >= LOWER_READINGS && now > doubt.noticedAt && isAtLeast(reading, readings.at(-1) ?? reading);
}

/** Goes on from lower totals that are the counter. If those before had been wrong, what they counted is owed; else it is in doubt. */
function onLower(state: TotalsState, lower: LowerLine, grown: PeoplePassed, reading: Reading, arrival: Arrival): Taken {
  const newest = state.readings.at(-1) ?? reading;
  const line = lower.readings.map((one): Reading => ({ ...one, at: Math.max(one.at, newest.at) }));
  const { lower: _, ...rest } = state;
  const rise = afterRise(rest, line[0] ?? reading, arrival);
  if (rise === null) {
    const fallenTo = line.map((one, index): Reading => (index === 0 ? { ...one, begins: 'unexplained' } : one));
    const readings = [...rest.readings, ...fallenTo].slice(-SOURCE_READINGS_MAX);
    return counted({ ...rest, readings, doubts: withDoubt(rest.doubts, lower.doubt) }, grown, reading.at);
  }
  const readings = [...rise.readings, ...line].slice(-SOURCE_READINGS_MAX);
  const missed = sum(lower.doubt, highest(NOBODY, difference(rise.since, rise.grown)));
  const doubts = withDoubt(rest.doubts, { ...lower.doubt, ...missed });
  const passed = { ...sum(grown, rise.grown), notice: grown.notice };
  return counted({ ...rest, readings, owed: sum(rest.owed, rise.since), doubts }, passed, reading.at);
}

/** The lower totals with one more reading: by its time, or else as the newest one; undefined if it is not one of them. */
function extended(lower: LowerLine | undefined, reading: Reading, arrival: Arrival): LowerLine | undefined {
  if (lower === undefined) return undefined;
  // The sort is stable: with the same time, the reading that arrived later is the newer one, whatever it shows.
  const byTime = [...lower.readings, reading].toSorted((a, b) => a.at - b.at);
  const at = Math.max(reading.at, lower.readings.at(-1)?.at ?? 0);
  const readings = [byTime, [...lower.readings, { ...reading, at }]].find((all) => isRising(all, arrival));
  if (readings === undefined) return undefined;
  const [first] = readings;
  const people = first === undefined || isSame(first, lower.readings[0]) ? lower.doubt : lowest(lower.doubt, first);
  return { ...lower, readings, doubt: { ...lower.doubt, ...people } };
}

/** Returns who passed if the reading goes on from lower totals, whatever its time; nobody if it cannot. */
export function beyondLower({ lower }: TotalsState, reading: Reading, arrival: Arrival): People {
  const last = lower?.readings.at(-1);
  const isBeyond = last !== undefined && isRising([last, { ...reading, at: Math.max(reading.at, last.at) }], arrival);
  return isBeyond ? difference(reading, last) : NOBODY;
}

/** Whether the totals rise along these readings, by no more than can have passed. */
const isRising = (readings: readonly Reading[], { now, heardAt }: Arrival): boolean =>
  readings.every((one, index) => {
    const before = readings[index - 1] ?? one;
    const ms = Math.max(one.at - before.at, now - heardAt) + CLOCK_JITTER_MS;
    return isAtLeast(one, before) && canPass(difference(one, before), ms);
  });

const lowest = (a: People, b: People): People => ({ ins: Math.min(a.ins, b.ins), outs: Math.min(a.outs, b.outs) });

function begun(state: TotalsState, reading: Reading, arrival: Arrival): LowerLine {
  const newest = state.readings.at(-1) ?? reading;
  const ms = longest(state, newest, reading, arrival);
  const isHigher = isAtLeast(reading, newest);
  const most = Math.floor(passable(ms + (isHigher ? OLD_TOTALS_MS : CLOCK_JITTER_MS), MISSING_PER_S));
  const { lower } = state;
  const beyond = isHigher && reading.at >= newest.at ? difference(reading, newest) : reading;
  const missed = lowest(beyond, { ins: most, outs: most });
  const all = lower === undefined ? missed : sum(missed, sum(lower.doubt, grownOn(lower)));
  return {
    readings: [reading],
    doubt: { areaId: arrival.areaId, at: Math.max(reading.at, newest.at), noticedAt: arrival.now, ...all },
    mayBeRestart: canPass(reading, ms + OLD_TOTALS_MS) || lower?.mayBeRestart === true,
  };
}

/** Counts a reading that follows the newest one, and decides about lower totals that came between them. */
export function goOn(state: TotalsState, { readings, ...passed }: Placed, reading: Reading, arrival: Arrival): Taken {
  const at = readings.at(-1)?.at ?? reading.at;
  const { now: arrivedAt } = arrival;
  const slow = reading.at < at ? { at: reading.at, arrivedAt } : state.slow;
  const { lower, ...rest } = { ...state, readings, slow, arrivedAt };
  const [first, last] = [lower?.readings[0], lower?.readings.at(-1)];
  if (lower === undefined || first === undefined || last === undefined) return counted(rest, passed, at);
  if (at < first.at) {
    // It arrived late. Perhaps the lower totals follow it.
    if (!isAtLeast(first, reading)) return counted({ ...rest, lower }, passed, at);
    const all = [...readings, ...lower.readings].slice(-SOURCE_READINGS_MAX);
    const people = sum(passed, difference(last, reading));
    return counted({ ...rest, readings: all }, { ...people, notice: passed.notice }, at);
  }
  const isOn = isAtLeast(reading, last);
  const beyond = difference(reading, last);
  const ms = elapsed(state, last, reading, arrival) + OLD_TOTALS_MS;
  const canBeOn = isOn && canPass(beyond, ms);
  // The newest totals sent again, without anybody new, may have waited: they do not show that the counter is back.
  const isBack = isOn && !canBeOn && totalOf(passed) > 0;
  if (!lower.mayBeRestart || isBack) return counted(rest, passed, at);
  const before = sum(lower.doubt, grownOn(lower));
  const missed = canBeOn ? difference(sum(before, beyond), passed) : before;
  return counted({ ...rest, doubts: withDoubt(rest.doubts, { ...lower.doubt, ...missed }) }, passed, at);
}
