import type { Env } from '../env';
import type { HubApi, Jurisdiction, MonitorApi, RoomApi, RoomRef } from './contract';
import { type LocationHint, readJurisdiction } from './placement';

const within = <T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
  jurisdiction: Jurisdiction | null,
): DurableObjectNamespace<T> => (jurisdiction === null ? objects : objects.jurisdiction(jurisdiction));

/**
 * Returns a room. `near` has an effect only at the first call to a room, which places the room for good near the
 * event's creator. It is ignored with a jurisdiction.
 */
export function getRoom(env: Env, { eventId, jurisdiction }: RoomRef, near?: LocationHint): RoomApi {
  const rooms = within(env.ROOMS, jurisdiction);
  const options = near !== undefined && jurisdiction === null ? { locationHint: near } : {};
  return rooms.get(rooms.idFromName(eventId), options);
}

/** Returns a room without an event, which is used to test whether rooms can be reached. */
export const getProbeRoom = (env: Env): RoomApi => getRoom(env, { eventId: 'probe', jurisdiction: null });

/** Returns where the hubs are. If JURISDICTION changes, each account gets a new hub without registered rooms. */
export const hubPlace = ({ JURISDICTION }: Env): string => JURISDICTION || 'anywhere';

/** Returns an account's hub. All hubs are in the installation's jurisdiction. */
export function getHub(env: Env, userId: string): HubApi {
  const hubs = within(env.HUBS, readJurisdiction(env.JURISDICTION));
  return hubs.get(hubs.idFromName(userId));
}

/** Returns the installation's only monitor. It is in the installation's jurisdiction, because it stores ids of events. */
export function getMonitor(env: Env): MonitorApi {
  const monitors = within(env.MONITOR, readJurisdiction(env.JURISDICTION));
  return monitors.get(monitors.idFromName('monitor'));
}
