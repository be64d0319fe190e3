import type { Area } from '../../../../src/shared/schemas/area';
import type { ShownArea } from './reducer';

/** Compares texts, because a new list comes with every tap. */
const isSameCategories = (a: Area['categories'], b: Area['categories']): boolean =>
  a === b || (a !== undefined && b !== undefined && JSON.stringify(a) === JSON.stringify(b));

const isSame = (a: ShownArea, b: ShownArea): boolean =>
  a.version === b.version &&
  a.currentOccupancy === b.currentOccupancy &&
  a.totalEntries === b.totalEntries &&
  a.totalExits === b.totalExits &&
  a.lastUpdatedAt === b.lastUpdatedAt &&
  a.areaName === b.areaName &&
  a.capacity === b.capacity &&
  a.mayBeLowBy === b.mayBeLowBy &&
  a.unsentTaps === b.unsentTaps &&
  a.unsent?.ins === b.unsent?.ins &&
  a.unsent?.outs === b.unsent?.outs &&
  isSameCategories(a.categories, b.categories);

/**
 * Returns `next`, but with the objects of `previous` for areas that are equal. So an area card renders again only when
 * its own area has changed.
 */
export function keepSameAreas(previous: readonly ShownArea[] | null, next: readonly ShownArea[]): readonly ShownArea[] {
  if (!previous || previous === next) return next;
  const known = new Map(previous.map((area) => [area.areaId, area]));
  const kept = next.map((area) => {
    const own = known.get(area.areaId);
    return own && isSame(own, area) ? own : area;
  });
  const unchanged = kept.length === previous.length && kept.every((area, i) => area === previous[i]);
  return unchanged ? previous : kept;
}
