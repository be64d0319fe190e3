import type { Notice } from '../../rpc/source-batch';
import { SOURCE_AHEAD_MAX_MS as CLOCK_TOLERANCE_MS } from '../../rpc/limits';
import { PASSING_AT_ONCE, PASSING_PER_S, RESTART_TOTAL_MAX, SOURCE_JUMP_MAX, SOURCE_READINGS_MAX } from './limits';

/** People who passed, or whom counters show. */
export interface People {
  readonly ins: number;
  readonly outs: number;
}

/** What a source's counters showed at a time, epoch ms. */
export interface Reading extends People {
  readonly at: number;
  /** Why the totals do not follow those before: the source restarted, or nobody knows, and nobody was counted. */
  readonly begins?: 'restart' | 'unexplained' | undefined;
}

/** How the counters of a source behave. */
export interface Counter {
  /** How many bits they have; undefined if they never begin again. */
  readonly bits: number | undefined;
  /** The local day of the source, as a number. */
  dayOf: (at: number) => number;
}

/** The people who passed, as far as counters show. */
export interface PeoplePassed extends People {
  readonly notice: Notice | null;
}

/** Where a reading belongs, and what the sum over the readings has grown by: that may be negative. */
export interface Placed extends PeoplePassed {
  readonly readings: readonly Reading[];
}

export const NOBODY: People = { ins: 0, outs: 0 };

export const sum = (a: People, b: People): People => ({ ins: a.ins + b.ins, outs: a.outs + b.outs });
export const difference = (a: People, b: People): People => ({ ins: a.ins - b.ins, outs: a.outs - b.outs });
export const totalOf = ({ ins, outs }: People): number => ins + outs;
/** Whether neither counter shows less. */
export const isAtLeast = (a: People, b: People): boolean => a.ins >= b.ins && a.outs >= b.outs;
export const highest = (a: People, b: People): People => ({
  ins: Math.max(a.ins, b.ins),
  outs: Math.max(a.outs, b.outs),
});
export const isSame = (a: People | undefined, b: People | undefined): boolean =>
  a !== undefined && b !== undefined && a.ins === b.ins && a.outs === b.outs;

/** How many people can have passed a machine in one direction within this time. */
export const passable = (ms: number, perSecond = PASSING_PER_S): number =>
  PASSING_AT_ONCE + (perSecond * Math.max(0, ms)) / 1000;
export const canPass = ({ ins, outs }: People, ms: number): boolean => Math.max(ins, outs) <= passable(ms);

/** A counter that has passed its highest number was near it before, and is near 0 after: within a quarter of its range. */
const isWrap = (from: number, to: number, range: number): boolean => from >= range * 0.75 && to < range * 0.25;

/** Whether counters that fell are as near to 0 as those of a source that has just begun again (docs/product.md, M5). */
function isNearZero(from: People, to: People, ms: number): boolean {
  const isHalved = (before: number, after: number) => after >= before || after <= before / 2;
  return (
    isHalved(from.ins, to.ins) &&
    isHalved(from.outs, to.outs) &&
    Math.max(to.ins, to.outs) <= Math.min(RESTART_TOTAL_MAX, passable(ms))
  );
}

/**
 * Returns who passed between two readings that follow each other; null if nothing explains that the totals fell.
 * @param ms how much time can have passed between them at most
 */
export function passedBetween(from: Reading, to: Reading, counter: Counter, ms = to.at - from.at): PeoplePassed | null {
  const isLower = !isAtLeast(to, from);
  if (to.begins === 'unexplained') return { ...NOBODY, notice: isLower ? 'totals_fell' : 'jump' };
  const range = counter.bits === undefined ? null : 2 ** counter.bits;
  const counters = [
    [from.ins, to.ins],
    [from.outs, to.outs],
  ] as const;
  const fell = counters.filter(([before, after]) => after < before);
  const isWrapped = range !== null && fell.every(([before, after]) => isWrap(before, after, range));
  const step = (before: number, after: number): number => after - before + (after < before ? (range ?? 0) : 0);
  if (fell.length === 0 || isWrapped) {
    const grown = { ins: step(from.ins, to.ins), outs: step(from.outs, to.outs) };
    if (Math.max(grown.ins, grown.outs) > SOURCE_JUMP_MAX) return { ...NOBODY, notice: 'jump' };
    return { ...grown, notice: fell.length > 0 ? 'wrapped' : null };
  }
  if (to.begins === undefined && !isNearZero(from, to, ms)) return null;
  // A source that begins again does so with both counters.
  return {
    ins: to.ins,
    outs: to.outs,
    notice: counter.dayOf(from.at) === counter.dayOf(to.at) ? 'restarted' : 'midnight',
  };
}

/** Returns who passed along these readings. */
export function passedAlong(readings: readonly Reading[], counter: Counter): People {
  let people = NOBODY;
  for (const [index, to] of readings.entries()) {
    const from = readings[index - 1];
    if (from !== undefined) people = sum(people, passedBetween(from, to, counter) ?? NOBODY);
  }
  return people;
}

/** Readings of one time are in the order of their numbers: clocks of sources often show whole seconds. */
const isBefore = (a: Reading, b: Reading): boolean => a.at < b.at || (a.at === b.at && totalOf(a) < totalOf(b));

export const isKnown = (readings: readonly Reading[], { at, ...people }: Reading): boolean =>
  readings.some((one) => one.at === at && isSame(one, people));

/** Marks a reading that is below the one before: what comes between them later must find the fall explained. */
const marked = (reading: Reading, { notice }: PeoplePassed): Reading => {
  const { at, ins, outs } = reading;
  if (notice === 'totals_fell' || notice === 'jump') return { at, ins, outs, begins: 'unexplained' };
  return notice === 'restarted' || notice === 'midnight' ? { at, ins, outs, begins: 'restart' } : { at, ins, outs };
};

/**
 * Adds a reading after the newest one; null if nothing explains what it shows.
 * @param ms how much time can have passed since the newest one at most
 */
export function following(readings: readonly Reading[], given: Reading, counter: Counter, ms: number): Placed | null {
  const [newest, before] = [readings.at(-1), readings.at(-2)];
  if (newest === undefined) return null;
  const reading = { ...given, at: Math.max(given.at, newest.at) };
  const passed = passedBetween(newest, reading, counter, Math.max(ms, reading.at - newest.at));
  if (passed === null) return null;
  // Of readings with the same numbers, the first and the last one say everything.
  const isPlateau = isSame(newest, reading) && isSame(before, reading);
  const kept = isPlateau ? readings.slice(0, -1) : readings;
  return { ...passed, readings: [...kept, marked(reading, passed)].slice(-SOURCE_READINGS_MAX) };
}

/** Steps at which the totals do not go on from those before. */
const BREAKS: ReadonlySet<Notice | null> = new Set(['restarted', 'midnight', 'totals_fell', 'jump']);
const breaksOf = (...steps: (PeoplePassed | null)[]): number =>
  steps.filter((step) => step !== null && BREAKS.has(step.notice)).length;

/**
 * Adds a reading among those that are known, by its time; null if it cannot have been then. A reading that is older than all of
 * them comes to nobody.
 */
export function among(readings: readonly Reading[], reading: Reading, counter: Counter): Placed | null {
  const index = readings.findIndex((one) => isBefore(reading, one));
  const [before, after] = [readings[index - 1], readings[index]];
  const isOld = after !== undefined && before === undefined && reading.at < after.at && isAtLeast(after, reading);
  if (isOld) return { readings, ...NOBODY, notice: 'late' };
  if (after !== undefined && before !== undefined) {
    // Where the totals fell, an earlier reading of the new ones shows the same fall.
    const placed =
      isAtLeast(after, reading) && !isAtLeast(after, before) ? { ...reading, begins: after.begins } : reading;
    const first = passedBetween(before, placed, counter);
    const second = passedBetween(reading, after, counter);
    const counted = passedBetween(before, after, counter);
    const isOneMoreBreak = first !== null && second !== null && breaksOf(first, second) > breaksOf(counted);
    if (first !== null && second !== null && !isOneMoreBreak) {
      const kept = [...readings.slice(0, index), marked(reading, first), marked(after, second)];
      const all = [...kept, ...readings.slice(index + 1)];
      const added = difference(sum(first, second), counted ?? NOBODY);
      return { readings: all.slice(-SOURCE_READINGS_MAX), ...added, notice: 'late' };
    }
  }
  return null;
}

/** Whether the very same totals are known: a broker has kept the message, or a call was sent again. */
export const isSentAgain = (readings: readonly Reading[], reading: Reading): boolean =>
  readings.some((one) => isSame(one, reading));

/**
 * Whether the counters went through these totals on the way to the newest ones: then its clock is another one, or was set.
 * @returns `now` since they fell last, `earlier` before that at about this time, or null
 */
export function wasOnTheWay(readings: readonly Reading[], reading: Reading): 'now' | 'earlier' | null {
  let isNow = true;
  for (let index = readings.length - 1; index > 0; index--) {
    const [from, to] = [readings[index - 1], readings[index]];
    if (from === undefined || to === undefined) break;
    const isAbout = reading.at >= from.at - CLOCK_TOLERANCE_MS && reading.at <= to.at + CLOCK_TOLERANCE_MS;
    // A counter that has begun again went through all that is below.
    if (isNow && to.begins === 'restart' && isAtLeast(to, reading)) return 'now';
    if (!isAtLeast(to, from)) isNow = false;
    else if (isAtLeast(reading, from) && isAtLeast(to, reading) && (isNow || isAbout)) return isNow ? 'now' : 'earlier';
  }
  return null;
}
