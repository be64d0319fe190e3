/** The axes of a report's charts, on screen, on paper and in the sealed report. */

const STEPS = [1, 2, 2.5, 5, 10];

/** Returns about `about` round whole numbers, from at most `min` to at least `max`. */
export function niceTicks(min: number, max: number, about: number): number[] {
  const rough = Math.max(1, (max - min) / about);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(1, Math.ceil((STEPS.find((it) => it * power >= rough) ?? 10) * power));
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

export interface Axis {
  low: number;
  high: number;
  ticks: number[];
}

/** Returns an axis that begins and ends at a round number. */
export function fullAxis(ticks: number[]): Axis {
  return { low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1, ticks };
}

/**
 * A fraction of the axis's length. If the lowest number were closer to zero, its label would overlap the label of zero.
 */
const APART = 0.12;

/**
 * Returns the axis of a chart of occupancies. Above zero it is like {@link niceTicks}. Below zero it ends at the lowest
 * number, so that a few people take up little height. If no round number is left below zero, the lowest number is
 * labeled if there is room.
 */
export function occupancyAxis(min: number, max: number, about: number): Axis {
  const upward = niceTicks(0, max, about);
  if (min >= 0) return fullAxis(upward);
  const isDip = min > 0 - (upward[1] ?? 1);
  const ticks = isDip ? upward : niceTicks(min, max, about).filter((tick) => tick >= min);
  const high = ticks.at(-1) ?? max;
  const isLabeled = ticks[0] === 0 && 0 - min >= APART * (high - min);
  return { low: min, high, ticks: isLabeled ? [min, ...ticks] : ticks };
}

/** The numbers that a chart of occupancies shows in one step of time. */
interface Occupancies {
  min: number;
  max: number;
  /** Null without one. */
  capacity: number | null;
}

/**
 * The largest capacity that is drawn, as a multiple of the highest occupancy. A larger capacity would flatten the
 * curve, so it is stated in words.
 */
const CAPACITY_IN_SIGHT = 2.5;

/** Returns the range that the axis must show, wherever the chart is drawn. */
export function chartExtent(columns: readonly Occupancies[]): {
  min: number;
  max: number;
  showsCapacity: boolean;
} {
  const max = Math.max(1, ...columns.map((column) => column.max));
  const min = Math.min(0, ...columns.map((column) => column.min));
  const capacity = Math.max(0, ...columns.map((column) => column.capacity ?? 0));
  const showsCapacity = capacity > 0 && capacity <= max * CAPACITY_IN_SIGHT;
  return { min, max: showsCapacity ? Math.max(max, capacity) : max, showsCapacity };
}
