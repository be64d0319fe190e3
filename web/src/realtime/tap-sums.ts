interface CountedTap {
  readonly areaId: string;
  readonly change: number;
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
function changed(sums: AreaTaps, taps: readonly CountedTap[], sign: 1 | -1): AreaTaps {
  if (taps.length === 0) return sums;
  const next = new Map(sums);
  for (const { areaId, change } of taps) {
    const { ins, outs, taps: count } = next.get(areaId) ?? NOTHING;
    const sum = {
      ins: ins + sign * Math.max(change, 0),
      outs: outs + sign * Math.max(-change, 0),
      taps: count + sign,
    };
    if (sum.taps > 0) next.set(areaId, sum);
    else next.delete(areaId);
  }
  return next;
}

export const withTaps = (sums: AreaTaps, taps: readonly CountedTap[]): AreaTaps => changed(sums, taps, 1);
/** `taps` are part of `sums`. */
export const withoutTaps = (sums: AreaTaps, taps: readonly CountedTap[]): AreaTaps => changed(sums, taps, -1);

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
