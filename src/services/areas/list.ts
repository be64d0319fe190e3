import type { ServiceContext } from '../context';
import type { Area } from '../../shared/schemas/area';
import { visitEvent } from '../events/visit';
import { ask, unwrap } from '../notify';

/** The event's areas with their counts, as the room has them. */
export async function listAreas(ctx: ServiceContext, eventId: string): Promise<Area[]> {
  const { visit } = await visitEvent(ctx, eventId);
  return unwrap(await ask(ctx, 'list areas', () => ctx.room(visit).listAreas(visit)));
}
