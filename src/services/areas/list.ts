import type { ServiceContext } from '../context';
import type { AreaList } from '../../shared/schemas/area';
import type { CountingAccess } from '../access';
import { callRoom, valueOrThrow } from '../call-room';

/** Returns the event's areas and alerts from the room. The call counts as a frame of the session. */
export async function listAreas(ctx: ServiceContext, { roomContext, sessionId }: CountingAccess): Promise<AreaList> {
  return valueOrThrow(await callRoom(ctx, 'list areas', roomContext, (room) => room.listAreas(roomContext, sessionId)));
}

/** Returns the same for a login, but does not count as a frame, because logins have their own limit. */
export async function listAreasAtLogin(ctx: ServiceContext, { roomContext }: CountingAccess): Promise<AreaList> {
  return valueOrThrow(await callRoom(ctx, 'list areas', roomContext, (room) => room.listAreas(roomContext)));
}
