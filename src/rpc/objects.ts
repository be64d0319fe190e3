import type { Env } from '../env';
import type { HubApi, Jurisdiction, RoomApi, RoomRef } from './contract';
import { type LocationHint, readJurisdiction } from './placement';

const within = <T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
  jurisdiction: Jurisdiction | null,
): DurableObjectNamespace<T> => (jurisdiction === null ? objects : objects.jurisdiction(jurisdiction));

/**
 * `near` only counts at the first call to a room, which places it for good near whoever creates the event. A
 * jurisdiction decides by itself.
 */
export function getRoom(env: Env, { eventId, jurisdiction }: RoomRef, near?: LocationHint): RoomApi {
  const rooms = within(env.ROOMS, jurisdiction);
  const options = near !== undefined && jurisdiction === null ? { locationHint: near } : {};
  return rooms.get(rooms.idFromName(eventId), options);
}

/** A room without an event: it holds nothing and shows whether rooms can be reached. */
export const getProbeRoom = (env: Env): RoomApi => getRoom(env, { eventId: 'probe', jurisdiction: null });

/** Names the place of the hubs. If JURISDICTION is set later, each account gets another hub, which knows no rooms. */
export const hubPlace = ({ JURISDICTION }: Env): string => JURISDICTION || 'anywhere';

/** All hubs are in the installation's own jurisdiction. */
export function getHub(env: Env, userId: string): HubApi {
  const hubs = within(env.HUBS, readJurisdiction(env.JURISDICTION));
  return hubs.get(hubs.idFromName(userId));
}
