import type { Area } from '../schemas/area';
import type { Event } from '../schemas/event';
import type { VenueSettings } from '../schemas/venue-settings';

export const DEFAULT_VENUE_SETTINGS: VenueSettings = {
  capacity: null,
  staffAllowance: 0,
  safetyMarginPercent: 0,
  alertThresholds: [75, 90, 100],
};

export const venueSettingsOf = (event: Pick<Event, 'venue'>): VenueSettings => event.venue ?? DEFAULT_VENUE_SETTINGS;

/**
 * How many guests may be in at once: the capacity without its safety margin (rounded so that fewer may come) and without
 * the staff; null where the event has no capacity of its own.
 */
export function usableCapacity({ capacity, staffAllowance, safetyMarginPercent }: VenueSettings): number | null {
  if (capacity === null) return null;
  return Math.max(0, Math.floor((capacity * (100 - safetyMarginPercent)) / 100) - staffAllowance);
}

/** Everyone inside, as devices hold areas or as the room does: whoever is counted is in one area, so nobody twice. */
export function venueOccupancy(areas: Iterable<Pick<Area, 'currentOccupancy'> | { occupancy: number }>): number {
  let people = 0;
  for (const area of areas) people += 'occupancy' in area ? area.occupancy : area.currentOccupancy;
  return people;
}
