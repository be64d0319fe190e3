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
 * How many guests may be inside: the capacity without its safety margin (rounded down) and without the staff; null when
 * the event has no capacity of its own.
 */
export function usableCapacity({ capacity, staffAllowance, safetyMarginPercent }: VenueSettings): number | null {
  if (capacity === null) return null;
  return Math.max(0, Math.floor((capacity * (100 - safetyMarginPercent)) / 100) - staffAllowance);
}

/**
 * Everyone inside, computed from areas in either form, a device's or the room's. Everybody who is counted is in exactly
 * one area.
 */
export function venueOccupancy(areas: Iterable<Pick<Area, 'currentOccupancy'> | { occupancy: number }>): number {
  let people = 0;
  for (const area of areas) people += 'occupancy' in area ? area.occupancy : area.currentOccupancy;
  return people;
}
