import type { Intervals } from '../../../../../src/shared/schemas/report';
import { isQuiet } from '../tables/interval-table';

/** The figures of one interval, or the sums of several consecutive intervals in [from, to). */
export interface ChartColumn {
  from: number;
  to: number;
  min: number;
  max: number;
  ins: number;
  outs: number;
  /** The lowest capacity in force; null without one. */
  capacity: number | null;
}

/**
 * Returns the range [from, to) of the intervals in which anybody came, left or was inside, plus one interval before and
 * one after.
 */
export function busyRange(intervals: Intervals): readonly [from: number, to: number] {
  const { ins } = intervals;
  const isBusy = (_: number, i: number) => !isQuiet(intervals, i);
  const first = ins.findIndex(isBusy);
  if (first === -1) return [0, ins.length];
  return [Math.max(0, first - 1), Math.min(ins.length, ins.findLastIndex(isBusy) + 2)];
}

const lowest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/**
 * Combines the intervals in [from, to) into at most `most` columns. Each column keeps the lowest and the highest
 * number.
 */
export function chartColumns(intervals: Intervals, [from, to]: readonly [number, number], most: number): ChartColumn[] {
  const size = Math.max(1, Math.ceil((to - from) / most));
  const columns: ChartColumn[] = [];
  for (let start = from; start < to; start += size) {
    const end = Math.min(to, start + size);
    const column: ChartColumn = {
      from: start,
      to: end,
      min: Infinity,
      max: -Infinity,
      ins: 0,
      outs: 0,
      capacity: null,
    };
    for (let i = start; i < end; i++) {
      column.min = Math.min(column.min, intervals.min[i] ?? 0);
      column.max = Math.max(column.max, intervals.max[i] ?? 0);
      column.ins += intervals.ins[i] ?? 0;
      column.outs += intervals.outs[i] ?? 0;
      column.capacity = lowest(column.capacity, intervals.capacity[i] || null);
    }
    columns.push(column);
  }
  return columns;
}

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

/**
 * The largest capacity that is drawn, as a multiple of the highest occupancy. A larger capacity would flatten the
 * curve, so it is stated in words.
 */
const CAPACITY_IN_SIGHT = 2.5;

/** Returns the range that the axis must show, on paper and on the screen. */
export function chartExtent(columns: readonly Pick<ChartColumn, 'min' | 'max' | 'capacity'>[]): {
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

type Scale = (value: number) => number;
const round = (value: number): string => String(Math.round(value * 100) / 100);

/** Returns an SVG path of the band between the lowest and the highest number of each column. */
export function bandPath(columns: readonly ChartColumn[], x: Scale, y: Scale): string {
  const along = (list: readonly ChartColumn[], value: (column: ChartColumn) => number, back: boolean) =>
    list.flatMap((column) => {
      const ends = [column.from, column.to].map((at) => `${round(x(at))} ${round(y(value(column)))}`);
      return back ? ends.toReversed() : ends;
    });
  const top = along(columns, ({ max }) => max, false);
  const bottom = along(columns.toReversed(), ({ min }) => min, true);
  return `M${[...top, ...bottom].join('L')}Z`;
}

/** Returns an SVG path from the axis up to the highest number of each column. */
export const areaPath = (columns: readonly ChartColumn[], x: Scale, y: Scale): string =>
  bandPath(
    columns.map((column) => ({ ...column, min: 0 })),
    x,
    y,
  );

/** Returns an SVG path with a line where a capacity is in force. */
export function capacityPath(columns: readonly ChartColumn[], x: Scale, y: Scale): string {
  let before: number | null = null;
  return columns
    .map(({ from, to, capacity }) => {
      const move = before === null ? 'M' : 'L';
      before = capacity;
      if (capacity === null) return '';
      const level = round(y(capacity));
      return `${move}${round(x(from))} ${level}L${round(x(to))} ${level}`;
    })
    .join('');
}
