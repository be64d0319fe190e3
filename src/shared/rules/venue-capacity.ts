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
 * Returns how many guests may be inside: the capacity without the safety margin (rounded down) and without the staff.
 * Returns null if the venue has no capacity of its own.
 */
export function usableCapacity({ capacity, staffAllowance, safetyMarginPercent }: VenueSettings): number | null {
  if (capacity === null) return null;
  return Math.max(0, Math.floor((capacity * (100 - safetyMarginPercent)) / 100) - staffAllowance);
}

/**
 * Returns how many guests the lowest limit or own number allows: the capacity without the staff. The safety margin is the
 * organizer's and changes no limit (docs/product.md, C20). Returns null if the venue has no capacity of its own.
 */
export const allowedGuests = (settings: VenueSettings): number | null =>
  usableCapacity({ ...settings, safetyMarginPercent: 0 });

/**
 * Returns how many people are inside the venue: the sum of its areas. An area can have a device's or the room's form.
 */
export function venueOccupancy(areas: Iterable<Pick<Area, 'currentOccupancy'> | { occupancy: number }>): number {
  let people = 0;
  for (const area of areas) people += 'occupancy' in area ? area.occupancy : area.currentOccupancy;
  return people;
}

/** Returns by how many people the numbers of these areas together may be low (docs/product.md, M17); 0 if none is in doubt. */
export function venueLowBy(areas: Iterable<Pick<Area, 'mayBeLowBy'>>): number {
  let people = 0;
  for (const { mayBeLowBy = 0 } of areas) people += mayBeLowBy;
  return people;
}
