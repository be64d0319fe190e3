import type { Area } from '../../../src/shared/schemas/area';

const isSame = (a: Area, b: Area): boolean =>
  a.version === b.version &&
  a.currentOccupancy === b.currentOccupancy &&
  a.totalEntries === b.totalEntries &&
  a.totalExits === b.totalExits &&
  a.lastUpdatedAt === b.lastUpdatedAt &&
  a.areaName === b.areaName &&
  a.capacity === b.capacity;

/**
 * `next`, with the objects of `previous` wherever these say the same: a card renders again only when its own area has
 * changed, whatever answer brought the list.
 */
export function keepSameAreas(previous: readonly Area[] | null, next: readonly Area[] | null): readonly Area[] | null {
  if (!previous || !next || previous === next) return next;
  const known = new Map(previous.map((area) => [area.areaId, area]));
  const kept = next.map((area) => {
    const own = known.get(area.areaId);
    return own && isSame(own, area) ? own : area;
  });
  const unchanged = kept.length === previous.length && kept.every((area, i) => area === previous[i]);
  return unchanged ? previous : kept;
}
