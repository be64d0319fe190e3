import type { Env } from '../env';
import type { HubApi, RoomApi, RoomRef } from './contract';

export function openRoom(env: Env, { eventId, jurisdiction }: RoomRef): RoomApi {
  const rooms = jurisdiction === null ? env.ROOMS : env.ROOMS.jurisdiction(jurisdiction);
  return rooms.get(rooms.idFromName(eventId));
}

/** No event's: it holds nothing, and shows whether rooms can be reached. */
export const openProbeRoom = (env: Env): RoomApi => openRoom(env, { eventId: 'probe', jurisdiction: null });

export const openHub = (env: Env, userId: string): HubApi => env.HUBS.get(env.HUBS.idFromName(userId));
