/** The fields of a tap that change counts. */
export interface CountedTap {
  readonly areaId: string;
  readonly change: number;
  readonly to?: string | undefined;
  readonly undoes?: number | undefined;
}

/** The change that a tap makes to one area. An undo lowers the totals that the undone tap raised. */
export interface AreaChange {
  readonly areaId: string;
  readonly change: number;
  readonly isUndo: boolean;
}

/** Returns the changes of a tap: one, or two for a transfer. */
export function changesOf({ areaId, change, to, undoes }: CountedTap): readonly AreaChange[] {
  const isUndo = undoes !== undefined;
  const own = { areaId, change, isUndo };
  return to === undefined ? [own] : [own, { areaId: to, change: -change, isUndo }];
}

/** The sum of several taps on one area. */
export interface TapSum {
  readonly ins: number;
  readonly outs: number;
  readonly taps: number;
}

/** The sums by area. Areas without taps are missing. */
export type AreaTaps = ReadonlyMap<string, TapSum>;

export const NO_TAPS: AreaTaps = new Map();
const NOTHING: TapSum = { ins: 0, outs: 0, taps: 0 };

/** @param sign 1 adds the changes, −1 subtracts them */
function changed(sums: AreaTaps, changes: readonly AreaChange[], sign: 1 | -1): AreaTaps {
  if (changes.length === 0) return sums;
  const next = new Map(sums);
  for (const { areaId, change, isUndo } of changes) {
    const { ins, outs, taps: count } = next.get(areaId) ?? NOTHING;
    const isIn = isUndo ? change < 0 : change > 0;
    const sum = {
      ins: ins + (isIn ? sign * change : 0),
      outs: outs - (isIn ? 0 : sign * change),
      taps: count + sign,
    };
    if (sum.taps > 0) next.set(areaId, sum);
    else next.delete(areaId);
  }
  return next;
}

export const sumsOf = (changes: readonly AreaChange[]): AreaTaps => changed(NO_TAPS, changes, 1);
export const withTaps = (sums: AreaTaps, taps: readonly CountedTap[]): AreaTaps =>
  changed(sums, taps.flatMap(changesOf), 1);
/** Subtracts `taps`, which must be part of `sums`. */
export const withoutTaps = (sums: AreaTaps, taps: readonly CountedTap[]): AreaTaps =>
  changed(sums, taps.flatMap(changesOf), -1);

/** Adds up one area's sums; null if the area has no taps. */
export function sumOn(areaId: string, all: readonly AreaTaps[]): TapSum | null {
  const sums = all.flatMap((taps) => taps.get(areaId) ?? []);
  if (sums.length === 0) return null;
  return sums.reduce((sum, more) => ({
    ins: sum.ins + more.ins,
    outs: sum.outs + more.outs,
    taps: sum.taps + more.taps,
  }));
}
