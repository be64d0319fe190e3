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
