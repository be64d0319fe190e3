import type { ShownArea } from './reducer';

const isSame = (a: ShownArea, b: ShownArea): boolean =>
  a.version === b.version &&
  a.currentOccupancy === b.currentOccupancy &&
  a.totalEntries === b.totalEntries &&
  a.totalExits === b.totalExits &&
  a.lastUpdatedAt === b.lastUpdatedAt &&
  a.areaName === b.areaName &&
  a.capacity === b.capacity &&
  a.unsentTaps === b.unsentTaps;

/**
 * `next`, with the objects of `previous` where they are equal: a card renders again only when its own area has changed,
 * whatever answer brought the list.
 */
export function keepSameAreas(
  previous: readonly ShownArea[] | null,
  next: readonly ShownArea[] | null,
): readonly ShownArea[] | null {
  if (!previous || !next || previous === next) return next;
  const known = new Map(previous.map((area) => [area.areaId, area]));
  const kept = next.map((area) => {
    const own = known.get(area.areaId);
    return own && isSame(own, area) ? own : area;
  });
  const unchanged = kept.length === previous.length && kept.every((area, i) => area === previous[i]);
  return unchanged ? previous : kept;
}
