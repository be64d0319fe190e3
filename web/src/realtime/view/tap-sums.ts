import type { CategoryCount } from '../../../../src/shared/schemas/category';

/** The fields of a tap that change counts. */
export interface CountedTap {
  readonly areaId: string;
  readonly change: number;
  readonly to?: string | undefined;
  readonly undoes?: number | undefined;
  readonly category?: string | undefined;
}

/** Stands for the category of unnamed taps. No category has this id. */
const UNNAMED = '';

/** The change that a tap makes to one area. An undo lowers the totals that the undone tap raised. */
export interface AreaChange {
  readonly areaId: string;
  readonly change: number;
  readonly isUndo: boolean;
  /** The id of the people's category; {@link UNNAMED} for none. */
  readonly category: string;
}

/** Returns the changes of a tap: one, or two for a transfer. */
export function changesOf({ areaId, change, to, undoes, category = UNNAMED }: CountedTap): readonly AreaChange[] {
  const isUndo = undoes !== undefined;
  const own = { areaId, change, isUndo, category };
  return to === undefined ? [own] : [own, { ...own, areaId: to, change: -change }];
}

/** The people of several taps. */
export interface PeopleSum {
  readonly ins: number;
  readonly outs: number;
}

/** The sum of several taps on one area. */
export interface TapSum extends PeopleSum {
  readonly taps: number;
  /** The people by category, unnamed ones included. Categories without taps can be missing. */
  readonly categories: ReadonlyMap<string, PeopleSum>;
}

/** The sums by area. Areas without taps are missing. */
export type AreaTaps = ReadonlyMap<string, TapSum>;

export const NO_TAPS: AreaTaps = new Map();
const NOBODY: PeopleSum = { ins: 0, outs: 0 };
const NOTHING: TapSum = { ...NOBODY, taps: 0, categories: new Map() };

const added = (sum: PeopleSum, more: PeopleSum): PeopleSum => ({ ins: sum.ins + more.ins, outs: sum.outs + more.outs });

function addedCategories(sum: TapSum['categories'], more: TapSum['categories']): TapSum['categories'] {
  const next = new Map(sum);
  for (const [category, people] of more) next.set(category, added(next.get(category) ?? NOBODY, people));
  return next;
}

/** @param sign 1 adds the changes, −1 subtracts them */
function changed(sums: AreaTaps, changes: readonly AreaChange[], sign: 1 | -1): AreaTaps {
  if (changes.length === 0) return sums;
  const next = new Map(sums);
  for (const { areaId, change, isUndo, category } of changes) {
    const before = next.get(areaId) ?? NOTHING;
    const isIn = isUndo ? change < 0 : change > 0;
    const people = { ins: isIn ? sign * change : 0, outs: isIn ? 0 : 0 - sign * change };
    const sum = {
      ...added(before, people),
      taps: before.taps + sign,
      categories: addedCategories(before.categories, new Map([[category, people]])),
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
    ...added(sum, more),
    taps: sum.taps + more.taps,
    categories: addedCategories(sum.categories, more.categories),
  }));
}

/**
 * Returns the room's counts by category with this device's taps that they do not contain. As in the room, the people
 * inside become unknown with an unnamed tap, and where the numbers cannot be right (docs/product.md, C16).
 * @param occupancy the area's, with these taps
 */
export function withCategoryTaps(
  counts: readonly CategoryCount[],
  taps: ReadonlyMap<string, PeopleSum>,
  occupancy: number,
): CategoryCount[] {
  const newIds = [...taps.keys()].filter((id) => id !== UNNAMED && !counts.some(({ categoryId }) => categoryId === id));
  const isKnown = counts.every(({ occupancy: inside }) => inside !== null);
  const unnamed = taps.get(UNNAMED) ?? NOBODY;
  const summed = [
    ...counts,
    ...newIds.map((categoryId) => ({ categoryId, ins: 0, outs: 0, occupancy: isKnown ? 0 : null })),
  ].map(({ categoryId, ins, outs, occupancy: inside }) => {
    const more = taps.get(categoryId) ?? NOBODY;
    const next = inside === null ? null : inside + more.ins - more.outs;
    return { categoryId, ins: ins + more.ins, outs: outs + more.outs, occupancy: next };
  });
  const isPossible = summed.every(({ occupancy: inside }) => inside !== null && inside >= 0);
  const people = summed.reduce((sum, { occupancy: inside }) => sum + (inside ?? 0), 0);
  if (isPossible && people === occupancy && unnamed.ins === 0 && unnamed.outs === 0) return summed;
  return summed.map((count) => ({ ...count, occupancy: null }));
}
