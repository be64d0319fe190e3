import type { Venue } from './venue.ts';

/** An area's numbers, as GET areas returns them. */
export interface Counted {
  areaId: string;
  currentOccupancy: number;
  totalEntries: number;
  totalExits: number;
}

/** Reads the server's numbers for every area, by id. */
export async function countedAreas(url: URL, { eventId, headers }: Venue): Promise<Map<string, Counted>> {
  const response = await fetch(new URL(`/api/events/${eventId}/areas`, url), { headers });
  if (!response.ok) throw new Error(`GET areas: ${response.status} ${await response.text()}`);
  const { areas }: { areas: Counted[] } = JSON.parse(await response.text());
  return new Map(areas.map((area) => [area.areaId, area]));
}

/** Adds enough people to each area that no exit finds it empty: then occupancy is exactly entries − exits. */
export async function fillAreas(
  url: URL,
  { eventId, headers }: Venue,
  areaIds: readonly string[],
  people: number,
): Promise<void> {
  const at = Date.now();
  const taps = areaIds.map((areaId) => ({ areaId, change: people, at }));
  const body = JSON.stringify({ clientId: 'fill-client-00000000', seq: 1, sentAt: at, taps });
  const answer = await fetch(new URL(`/api/events/${eventId}/occupancy`, url), { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(`POST occupancy: ${answer.status} ${await answer.text()}`);
}
