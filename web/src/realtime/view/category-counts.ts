import type { CategoryCount } from '../../../../src/shared/schemas/category';
import { type PeopleSum, UNNAMED } from './tap-sums';

const NOBODY: PeopleSum = { ins: 0, outs: 0 };

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
  const news = [...taps.keys()].filter((id) => id !== UNNAMED && !counts.some(({ categoryId }) => categoryId === id));
  const isKnown = counts.every(({ inside }) => inside !== null);
  const unnamed = taps.get(UNNAMED) ?? NOBODY;
  const summed = [
    ...counts,
    ...news.map((categoryId) => ({ categoryId, ins: 0, outs: 0, inside: isKnown ? 0 : null })),
  ].map(({ categoryId, ins, outs, inside }) => {
    const more = taps.get(categoryId) ?? NOBODY;
    const next = inside === null ? null : inside + more.ins - more.outs;
    return { categoryId, ins: ins + more.ins, outs: outs + more.outs, inside: next };
  });
  const isPossible = summed.every(({ inside }) => inside !== null && inside >= 0);
  const people = summed.reduce((sum, { inside }) => sum + (inside ?? 0), 0);
  if (isPossible && people === occupancy && unnamed.ins === 0 && unnamed.outs === 0) return summed;
  return summed.map((count) => ({ ...count, inside: null }));
}
