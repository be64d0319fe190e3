import type { ServiceContext } from '../context';
import type { AreaList } from '../../shared/schemas/area';
import { visitEvent } from '../events/visit';
import { ask, unwrap } from '../notify';

/** The event's areas with their counts, and its alerts, as the room has them; a frame of the session's. */
export async function listAreas(ctx: ServiceContext, eventId: string): Promise<AreaList> {
  const { visit, sessionId } = await visitEvent(ctx, eventId);
  return unwrap(await ask(ctx, 'list areas', () => ctx.room(visit).listAreas(visit, sessionId)));
}

/** The same for a login, which has a limit of its own: no frame of the session that has just begun. */
export async function listAreasAtLogin(ctx: ServiceContext, eventId: string): Promise<AreaList> {
  const { visit } = await visitEvent(ctx, eventId);
  return unwrap(await ask(ctx, 'list areas', () => ctx.room(visit).listAreas(visit)));
}
