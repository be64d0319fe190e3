import type { ServiceContext } from '../context';
import type { AreaList } from '../../shared/schemas/area';
import { requireEvent } from '../access';
import { callRoom, valueOrThrow } from '../call-room';

/** The event's areas with their counts, and its alerts, from the room. Uses up a frame of the session. */
export async function listAreas(ctx: ServiceContext, eventId: string): Promise<AreaList> {
  const { roomContext, sessionId } = await requireEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'list areas', () => ctx.room(roomContext).listAreas(roomContext, sessionId)));
}

/** The same for a login, which has a limit of its own: uses up no frame of the new session. */
export async function listAreasAtLogin(ctx: ServiceContext, eventId: string): Promise<AreaList> {
  const { roomContext } = await requireEvent(ctx, eventId);
  return valueOrThrow(await callRoom(ctx, 'list areas', () => ctx.room(roomContext).listAreas(roomContext)));
}
