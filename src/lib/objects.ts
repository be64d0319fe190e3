import type { Env } from '../env';
import type { HubApi, RoomApi, RoomRef } from '../room/contract';

/**
 * A stub forwards each method of the object's class by name, and EventRoom and AccountHub are declared to implement
 * RoomApi and HubApi; the stub type itself only adds disposal to what comes back.
 */
const asApi = <Api>(stub: unknown): Api => stub as Api;

export function openRoom(env: Env, { eventId, jurisdiction }: RoomRef): RoomApi {
  const rooms = jurisdiction === null ? env.ROOMS : env.ROOMS.jurisdiction(jurisdiction);
  return asApi<RoomApi>(rooms.get(rooms.idFromName(eventId)));
}

export const openHub = (env: Env, userId: string): HubApi => asApi<HubApi>(env.HUBS.get(env.HUBS.idFromName(userId)));
