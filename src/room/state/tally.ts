import type { Categories, CategoryCount, CountedCategory } from '../../shared/schemas/category';
import type { CategorySums, Tally } from '../../stored/tally';
import type { TapEffect } from '../../stored/tap-effect';

/** The arithmetic of counts by category (docs/product.md, C14 to C17). */

/** A tally that a draft changes. */
export interface WorkingTally extends Tally {
  readonly categories: Map<string, CategorySums>;
  readonly unnamed: { ins: number; outs: number };
}

/** The people inside an area by category. Categories that are missing have nobody inside. */
export type Occupancies = ReadonlyMap<string, number>;

const NOBODY: CategorySums = { ins: 0, outs: 0, floored: 0, adjustments: 0 };

const occupancyOf = ({ ins, outs, floored, adjustments }: CategorySums): number => ins - outs + floored + adjustments;

/**
 * A copy to change. An area without a tally begins with one: its people are known only if there are none.
 * @param occupancy the area's
 */
export const workingTally = (tally: Tally | null, occupancy: number): WorkingTally => ({
  categories: new Map([...(tally?.categories ?? [])].map(([id, sums]) => [id, { ...sums }])),
  unnamed: { ins: 0, outs: 0, ...tally?.unnamed },
  isUncertain: tally?.isUncertain ?? occupancy !== 0,
});

/**
 * Adds a tap's effect on an area to the area's tally. An exit of people who were not inside is none until they are given
 * back, and a late tap does not change who is inside, so neither makes the people inside unknown.
 * @param category null for a tap without a category
 */
export function addToTally(tally: WorkingTally, effect: TapEffect, category: string | null): void {
  const { ins, outs, floored, adjusted } = effect;
  if (category === null) {
    if (adjusted !== 0) return;
    tally.unnamed.ins += ins;
    // An undone entry can be floored, too. That is no exit.
    if (ins === 0) tally.unnamed.outs += outs - floored;
    return;
  }
  let sums = tally.categories.get(category);
  if (sums === undefined) {
    sums = { ...NOBODY };
    tally.categories.set(category, sums);
  }
  sums.ins += ins;
  sums.outs += outs;
  sums.floored += floored;
  sums.adjustments += adjusted;
}

/**
 * The people inside by category; null if that is unknown: people went in or out without a category, or what was counted
 * cannot be right.
 */
export function occupanciesOf(tally: Tally | null, occupancy: number): Occupancies | null {
  if (tally === null) return occupancy === 0 ? new Map() : null;
  const { categories, unnamed, isUncertain } = tally;
  if (isUncertain || unnamed.ins !== 0 || unnamed.outs !== 0) return null;
  const occupancies = new Map<string, number>();
  let sum = 0;
  for (const [id, sums] of categories) {
    const people = occupancyOf(sums);
    if (people < 0) return null;
    occupancies.set(id, people);
    sum += people;
  }
  return sum === occupancy ? occupancies : null;
}

/**
 * The tally after a reset or recount to `occupancy`; null if the area has none and needs none.
 * @param occupancies how many of the people are of which category; null if a recount did not say it
 */
export function recountedTally(tally: Tally | null, occupancy: number, occupancies: Occupancies | null): Tally | null {
  if (tally === null && (occupancies === null || occupancies.size === 0)) return null;
  const known = occupancy === 0 ? new Map<string, number>() : occupancies;
  const working = workingTally(tally, occupancy);
  if (known === null) return { ...working, isUncertain: true };
  const { categories } = working;
  for (const id of known.keys()) if (!categories.has(id)) categories.set(id, { ...NOBODY });
  for (const [id, sums] of categories) sums.adjustments += (known.get(id) ?? 0) - occupancyOf(sums);
  return { categories, unnamed: { ins: 0, outs: 0 }, isUncertain: false };
}

/** People by category with the categories' names, as the journal has them. */
export const countedCategories = (occupancies: Occupancies, categories: Categories | undefined): CountedCategory[] =>
  [...occupancies].map(([categoryId, occupancy]) => {
    const name = categories?.list.find((category) => category.categoryId === categoryId)?.name;
    return { categoryId, name: name ?? categoryId, occupancy };
  });

/** An area's counts by category, as devices get them; undefined if there are no categories. */
export function categoryCounts(
  tally: Tally | null,
  occupancy: number,
  categories: Categories | undefined,
): CategoryCount[] | undefined {
  if (categories === undefined && tally === null) return undefined;
  const occupancies = occupanciesOf(tally, occupancy);
  const list = categories?.list ?? [];
  const present = list.filter(({ isRemoved }) => !isRemoved).map(({ categoryId }) => categoryId);
  const counted = [...(tally?.categories.keys() ?? [])];
  const places = new Map(list.map(({ categoryId }, place) => [categoryId, place]));
  const placeOf = (id: string): number => places.get(id) ?? list.length;
  return [...new Set([...present, ...counted])]
    .toSorted((a, b) => placeOf(a) - placeOf(b))
    .map((categoryId) => {
      const { ins, outs } = tally?.categories.get(categoryId) ?? NOBODY;
      return { categoryId, ins, outs, occupancy: occupancies === null ? null : (occupancies.get(categoryId) ?? 0) };
    });
}
