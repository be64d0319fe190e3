import type { ServiceContext } from '../context';
import type { AreaList } from '../../shared/schemas/area';
import { visitEvent } from '../events/visit';
import { ask, unwrap } from '../notify';

/** The event's areas with their counts, and its alerts, from the room. Uses up a frame of the session. */
export async function listAreas(ctx: ServiceContext, eventId: string): Promise<AreaList> {
  const { visit, sessionId } = await visitEvent(ctx, eventId);
  return unwrap(await ask(ctx, 'list areas', () => ctx.room(visit).listAreas(visit, sessionId)));
}

/** The same for a login, which has a limit of its own: uses up no frame of the new session. */
export async function listAreasAtLogin(ctx: ServiceContext, eventId: string): Promise<AreaList> {
  const { visit } = await visitEvent(ctx, eventId);
  return unwrap(await ask(ctx, 'list areas', () => ctx.room(visit).listAreas(visit)));
}
