import type { Env } from '../env';
import type { HubApi } from './hub-api';
import type { Jurisdiction, RoomRef } from './identity';
import type { RelayApi } from './relay-api';
import type { RoomApi } from './room/room-api';
import type { MonitorApi } from './monitor-api';
import { type LocationHint, readJurisdiction } from './placement';

/** The options of a stub. A hint is ignored with a jurisdiction. */
const placed = (near: LocationHint | undefined, jurisdiction: Jurisdiction | null) =>
  near !== undefined && jurisdiction === null ? { locationHint: near } : {};

const within = <T extends Rpc.DurableObjectBranded>(
  objects: DurableObjectNamespace<T>,
  jurisdiction: Jurisdiction | null,
): DurableObjectNamespace<T> => (jurisdiction === null ? objects : objects.jurisdiction(jurisdiction));

/**
 * Returns a room. `near` has an effect only at the first call to a room, which places the room for good near the
 * device that opens the event (docs/decisions/0029).
 */
export function getRoom(env: Env, { eventId, jurisdiction }: RoomRef, near?: LocationHint): RoomApi {
  const rooms = within(env.ROOMS, jurisdiction);
  return rooms.get(rooms.idFromName(eventId), placed(near, jurisdiction));
}

/**
 * Returns the room's relay with this number. `near` has an effect only at the first call to the relay, which its first
 * viewer makes.
 */
export function getRelay(env: Env, { eventId, jurisdiction }: RoomRef, relay: number, near?: LocationHint): RelayApi {
  const relays = within(env.RELAYS, jurisdiction);
  return relays.get(relays.idFromName(`${eventId}/${relay}`), placed(near, jurisdiction));
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
