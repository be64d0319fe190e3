import type { AreaDefinition } from '../../schemas/area';
import type { Limit, NewVenueSettings, VenueSettings } from '../../schemas/venue-settings';

/** Several numbers limit one venue or area, and the lowest counts everywhere (docs/product.md, E14). */

/** Returns the lowest of these numbers of people; null if none of them limits. A number of 0 does not limit. */
function lowestOf(own: number | null, limits: readonly Limit[]): number | null {
  const numbers = [own ?? 0, ...limits.map(({ capacity }) => capacity)].filter((people) => people > 0);
  return numbers.length === 0 ? null : Math.min(...numbers);
}

/** Returns the capacity of an area from its own number and its limits. Without limits it has no further fields. */
export const limitedArea = (
  own: number,
  limits: readonly Limit[] | null | undefined,
): Pick<AreaDefinition, 'capacity' | 'ownCapacity' | 'limits'> =>
  limits === null || limits === undefined || limits.length === 0
    ? { capacity: own }
    : { capacity: lowestOf(own, limits) ?? 0, ownCapacity: own, limits: [...limits] };

/** Returns the settings with the capacity that counts. Without limits they are the same settings. */
export function limitedVenue({ limits, ...settings }: NewVenueSettings): VenueSettings {
  if (limits === undefined || limits.length === 0) return settings;
  const { capacity } = settings;
  return { ...settings, capacity: lowestOf(capacity, limits), ownCapacity: capacity, limits };
}

/** Returns the settings without what {@link limitedVenue} has added: what an admin would send to keep them. */
export function ownSettings({ ownCapacity, ...settings }: VenueSettings): NewVenueSettings {
  return ownCapacity === undefined ? settings : { ...settings, capacity: ownCapacity };
}
