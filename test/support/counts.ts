import type { Area } from '../../src/shared/schemas/area';
import { adminOf, type Venue } from './venue';

/** Reads the server's numbers for every area, by id. */
export async function countedAreas(url: URL, venue: Venue): Promise<Map<string, Area>> {
  const areas = await adminOf(url, venue).listAreas(venue.eventId);
  return new Map(areas.map((area) => [area.areaId, area]));
}

/** Adds enough people to each area that no exit finds it empty: then occupancy is exactly entries − exits. */
export async function fillAreas(url: URL, venue: Venue, areaIds: readonly string[], people: number): Promise<void> {
  const at = Date.now();
  const taps = areaIds.map((areaId) => ({ areaId, change: people, at }));
  await adminOf(url, venue).poll(venue.eventId, 'fill-client-00000000', taps);
}
