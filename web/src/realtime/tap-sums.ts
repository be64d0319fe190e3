/** What a tap says of people. */
export interface CountedTap {
  readonly areaId: string;
  readonly change: number;
  readonly to?: string | undefined;
  readonly undoes?: number | undefined;
}

/** What a tap does to one area. An undo lowers the totals of what it takes back. */
export interface AreaChange {
  readonly areaId: string;
  readonly change: number;
  readonly isUndo: boolean;
}

/** Of a transfer, both ends. */
export function changesOf({ areaId, change, to, undoes }: CountedTap): readonly AreaChange[] {
  const isUndo = undoes !== undefined;
  const own = { areaId, change, isUndo };
  return to === undefined ? [own] : [own, { areaId: to, change: -change, isUndo }];
}

/** What some taps on one area come to. */
export interface TapSum {
  readonly ins: number;
  readonly outs: number;
  readonly taps: number;
}

/** By area; those without a tap are not in it. */
export type AreaTaps = ReadonlyMap<string, TapSum>;

export const NO_TAPS: AreaTaps = new Map();
const NOTHING: TapSum = { ins: 0, outs: 0, taps: 0 };

/** @param sign 1 adds them, −1 takes them away */
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
/** `taps` are part of `sums`. */
export const withoutTaps = (sums: AreaTaps, taps: readonly CountedTap[]): AreaTaps =>
  changed(sums, taps.flatMap(changesOf), -1);

/** One area's taps of all of these; null where it has none. */
export function sumOn(areaId: string, all: readonly AreaTaps[]): TapSum | null {
  const sums = all.flatMap((taps) => taps.get(areaId) ?? []);
  if (sums.length === 0) return null;
  return sums.reduce((sum, more) => ({
    ins: sum.ins + more.ins,
    outs: sum.outs + more.outs,
    taps: sum.taps + more.taps,
  }));
}
