import type { Notice } from '../../rpc/source-batch';
import { SOURCE_JUMP_MAX, SOURCE_READINGS_MAX } from '../limits';

/** What a source's counters showed at a time, epoch ms. */
export interface Reading {
  readonly at: number;
  readonly ins: number;
  readonly outs: number;
}

/** How the counters of a source behave. */
export interface Counter {
  /** How many bits they have; undefined if they never begin again. */
  readonly bits: number | undefined;
  /** The local day of the source, as a number. */
  dayOf: (at: number) => number;
}

/** The people who passed, as far as counters show. */
export interface Passed {
  readonly ins: number;
  readonly outs: number;
  readonly notice: Notice | null;
}

const NOBODY: Passed = { ins: 0, outs: 0, notice: null };

/** A counter that has passed its highest number was near it before, and is near 0 after: within a quarter of its range. */
const isWrap = (from: number, to: number, range: number): boolean => from >= range * 0.75 && to < range * 0.25;

/** Returns who passed between two readings that follow each other. */
function passedBetween(from: Reading, to: Reading, { bits, dayOf }: Counter): Passed {
  const range = bits === undefined ? null : 2 ** bits;
  const counters = [
    [from.ins, to.ins],
    [from.outs, to.outs],
  ] as const;
  const fell = counters.filter(([before, after]) => after < before);
  const isWrapped = range !== null && fell.every(([before, after]) => isWrap(before, after, range));
  const isRestart = fell.length > 0 && !isWrapped;
  // A source that begins again does so with both counters.
  const step = (before: number, after: number): number => {
    if (isRestart) return after;
    return after < before ? after - before + (range ?? 0) : after - before;
  };
  const [ins, outs] = [step(from.ins, to.ins), step(from.outs, to.outs)];
  if (ins > SOURCE_JUMP_MAX || outs > SOURCE_JUMP_MAX) return { ...NOBODY, notice: 'jump' };
  if (isRestart) return { ins, outs, notice: dayOf(from.at) === dayOf(to.at) ? 'restarted' : 'midnight' };
  return { ins, outs, notice: fell.length > 0 ? 'wrapped' : null };
}

/** Readings of one time are in the order of their numbers: clocks of sources often show whole seconds. */
const isBefore = (a: Reading, b: Reading): boolean => a.at < b.at || (a.at === b.at && a.ins + a.outs < b.ins + b.outs);
const isSame = (a: Reading | undefined, b: Reading | undefined): boolean =>
  a !== undefined && b !== undefined && a.ins === b.ins && a.outs === b.outs;

/**
 * Adds a reading to those that are remembered, and returns who passed because of it. Readings can come in any order, because
 * what they come to is the sum over their order in time: one between two others replaces their difference by two.
 * @param readings in order of time
 * @returns null if the reading is known, or older than all that are remembered
 */
export function addReading(
  readings: readonly Reading[],
  reading: Reading,
  counter: Counter,
): { readings: readonly Reading[]; passed: Passed } | null {
  if (readings.some((one) => one.at === reading.at && isSame(one, reading))) return null;
  const later = readings.findIndex((one) => isBefore(reading, one));
  const index = later < 0 ? readings.length : later;
  if (index === 0 && readings.length >= SOURCE_READINGS_MAX) return null;
  const [before, after] = [readings[index - 1], readings[index]];
  const passed = addedBy(before, reading, after, counter);
  // Of readings with the same numbers, the first and the last one say everything.
  const isPlateau = after === undefined && isSame(before, reading) && isSame(readings[index - 2], reading);
  const kept = [...readings.slice(0, isPlateau ? index - 1 : index), reading, ...readings.slice(index)];
  return { readings: kept.slice(-SOURCE_READINGS_MAX), passed };
}

function addedBy(before: Reading | undefined, reading: Reading, after: Reading | undefined, counter: Counter): Passed {
  if (before === undefined && after === undefined) return { ...NOBODY, notice: 'baseline' };
  const first = before === undefined ? NOBODY : passedBetween(before, reading, counter);
  if (after === undefined) return first;
  const second = passedBetween(reading, after, counter);
  const counted = before === undefined ? NOBODY : passedBetween(before, after, counter);
  return {
    // It is less only where numbers are impossible. Nobody is taken back then.
    ins: Math.max(0, first.ins + second.ins - counted.ins),
    outs: Math.max(0, first.outs + second.outs - counted.outs),
    notice: counted.notice === null ? (first.notice ?? second.notice) : null,
  };
}
