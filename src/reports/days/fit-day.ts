import { HOUR_MS } from '../../shared/durations';
import { SLOT_MS } from '../../shared/reports/limits';
import { withSlotsOf } from './day-sums';
import type { DayFigures, DeviceFigures, OverPeriod, SubjectFigures } from '../figures';

/**
 * A report lists at most this many devices, those with the most taps: as many as a room serves (docs/cost.md). The
 * limit is needed because clients can invent any number of device ids.
 */
export const DEVICES_MAX = 2_000;

/**
 * The levels of detail of a stored day, each smaller than the one before. Devices are left out first, then the figures
 * by category are told by the hour, because the time over capacity matters more. Only an event with a hundred busy areas
 * and eight categories needs that.
 */
const DETAIL = [
  { devices: DEVICES_MAX, overPeriods: Infinity, categorySlots: 1 },
  { devices: 500, overPeriods: Infinity, categorySlots: 1 },
  { devices: 50, overPeriods: Infinity, categorySlots: 1 },
  { devices: 50, overPeriods: Infinity, categorySlots: HOUR_MS / SLOT_MS },
  { devices: 0, overPeriods: 50, categorySlots: HOUR_MS / SLOT_MS },
  { devices: 0, overPeriods: 0, categorySlots: HOUR_MS / SLOT_MS },
] as const;

/** The entry for all devices that are not listed one by one, before any device is added to it. */
const OTHERS: DeviceFigures = {
  deviceId: '',
  deviceName: null,
  isAdmin: false,
  isOthers: true,
  ins: 0,
  outs: 0,
  moves: 0,
  taps: 0,
  undone: 0,
  firstTapAt: Infinity,
  lastTapAt: 0,
  lateTaps: 0,
  latestMs: 0,
  quietTimes: [],
};

/**
 * Keeps the `max` devices with the most taps, in their order, and adds up the others in one entry at the end. All sums
 * stay the same.
 */
export function fewerDevices(devices: readonly DeviceFigures[], max: number): DeviceFigures[] {
  const named = devices.filter(({ isOthers }) => !isOthers);
  const kept = new Set(named.toSorted((a, b) => b.taps - a.taps).slice(0, max));
  const others = devices.filter((device) => !kept.has(device));
  if (others.length === 0) return [...devices];
  return [...named.filter((device) => kept.has(device)), others.reduce(together, OTHERS)];
}

/** Adds up two devices without their quiet times: one means something only for a single device. */
const together = (a: DeviceFigures, b: DeviceFigures): DeviceFigures => ({
  ...OTHERS,
  ins: a.ins + b.ins,
  outs: a.outs + b.outs,
  moves: a.moves + b.moves,
  taps: a.taps + b.taps,
  undone: a.undone + b.undone,
  firstTapAt: Math.min(a.firstTapAt, b.firstTapAt),
  lastTapAt: Math.max(a.lastTapAt, b.lastTapAt),
  lateTaps: a.lateTaps + b.lateTaps,
  latestMs: Math.max(a.latestMs, b.latestMs),
});

/** Keeps the `max` longest periods, in their order. */
function longest(over: readonly OverPeriod[], max: number): OverPeriod[] {
  if (over.length <= max) return [...over];
  const lengthOf = ({ from, to }: OverPeriod): number => to - from;
  const kept = new Set(over.toSorted((a, b) => lengthOf(b) - lengthOf(a)).slice(0, max));
  return over.filter((period) => kept.has(period));
}

const fewerSlots = <T extends SubjectFigures>(subject: T, length: number): T =>
  subject.categories === undefined || length === 1
    ? subject
    : { ...subject, categories: withSlotsOf(subject.categories, length) };
/** Keeps the longest periods. The total times over the capacity and above each limit stay in `secondsAbove`. */
const fewerOverPeriods = <T extends SubjectFigures>(subject: T, max: number): T => ({
  ...subject,
  over: longest(subject.over, max),
  ...(subject.limits && { limits: subject.limits.map((limit) => ({ ...limit, over: longest(limit.over, max) })) }),
  ...(subject.categoryLimits && {
    categoryLimits: subject.categoryLimits.map((limit) => ({ ...limit, over: longest(limit.over, max) })),
  }),
});

/**
 * Yields the day with less and less detail; the caller takes the first result that fits into a row. Sums, peaks and
 * intervals are exact in every result, those of categories at least by the hour.
 */
export function* everSmaller(figures: DayFigures): Generator<DayFigures, undefined> {
  for (const { devices, overPeriods, categorySlots } of DETAIL) {
    const smaller = <T extends SubjectFigures>(subject: T): T =>
      fewerSlots(fewerOverPeriods(subject, overPeriods), categorySlots);
    yield {
      ...figures,
      devices: fewerDevices(figures.devices, devices),
      venue: smaller(figures.venue),
      areas: figures.areas.map(smaller),
    };
  }
}
