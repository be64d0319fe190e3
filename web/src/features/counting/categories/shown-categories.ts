import type { Area } from '../../../../../src/shared/schemas/area';
import type { Categories, CategoryCount } from '../../../../../src/shared/schemas/category';

/** A category with its counts, as screens show it. */
export interface ShownCategory {
  readonly categoryId: string;
  readonly name: string;
  /** Null without a limit. */
  readonly capacity: number | null;
  readonly ins: number;
  readonly outs: number;
  /** Null if it is unknown. */
  readonly occupancy: number | null;
  /** The percentage of all people inside, or of all people in if those inside are unknown; null if there are none. */
  readonly share: number | null;
}

export interface ShownCategories {
  readonly rows: readonly ShownCategory[];
  readonly isInsideKnown: boolean;
  /** Whether there are people out by category to show. */
  readonly hasOuts: boolean;
}

const NO_COUNT = { ins: 0, outs: 0 };

/**
 * Returns the event's categories with an area's counts. A removed one is listed only while people of it are inside.
 * @param occupancy the area's: people of a category that the counts do not list yet are unknown if somebody is inside
 */
export function shownCategories(
  { list, areOutsNamed }: Categories,
  counts: readonly CategoryCount[],
  occupancy: number,
): ShownCategories {
  const byId = new Map(counts.map((count) => [count.categoryId, count]));
  const isInsideKnown = counts.length > 0 ? counts.every(({ occupancy: inside }) => inside !== null) : occupancy === 0;
  const weightOf = ({ ins, occupancy: inside }: Pick<CategoryCount, 'ins' | 'occupancy'>) =>
    isInsideKnown ? (inside ?? 0) : ins;
  const sum = counts.reduce((people, count) => people + weightOf(count), 0);
  const rows = list.flatMap(({ categoryId, name, capacity, isRemoved }) => {
    const known = byId.get(categoryId);
    const inside = isInsideKnown ? (known?.occupancy ?? 0) : null;
    if (isRemoved && !inside) return [];
    const { ins, outs } = known ?? NO_COUNT;
    const share = sum === 0 ? null : (weightOf({ ins, occupancy: inside }) / sum) * 100;
    return [{ categoryId, name, capacity, ins, outs, occupancy: inside, share }];
  });
  return { rows, isInsideKnown, hasOuts: areOutsNamed || rows.some(({ outs }) => outs > 0) };
}

/**
 * Adds up the counts of all areas; undefined if no area has any. The people inside are unknown if those of one area are
 * (docs/product.md, C16).
 */
export function venueCategories(areas: readonly Area[]): CategoryCount[] | undefined {
  if (areas.every(({ categories }) => categories === undefined)) return undefined;
  const isKnown = areas.every(
    ({ categories = [], currentOccupancy }) =>
      categories.every(({ occupancy: inside }) => inside !== null) && (categories.length > 0 || currentOccupancy === 0),
  );
  const sums = new Map<string, CategoryCount>();
  for (const { categoryId, ins, outs, occupancy: inside } of areas.flatMap(({ categories = [] }) => categories)) {
    const held = sums.get(categoryId) ?? { categoryId, ins: 0, outs: 0, occupancy: 0 };
    sums.set(categoryId, {
      categoryId,
      ins: held.ins + ins,
      outs: held.outs + outs,
      occupancy: isKnown ? (held.occupancy ?? 0) + (inside ?? 0) : null,
    });
  }
  return [...sums.values()];
}
