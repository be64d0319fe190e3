import type { ServiceContext } from '../context';
import { visitOwnEvent } from '../events/visit';
import { ask, unwrap } from '../notify';

/** Sets the occupancy of all areas of the event to 0 in one commit; their totals stay. Owner only. */
export async function resetAllAreas(ctx: ServiceContext, eventId: string): Promise<void> {
  const { visit, principal } = await visitOwnEvent(ctx, eventId);
  unwrap(await ask(ctx, 'reset all areas', () => ctx.room(visit).resetArea(visit, null, principal)));
}
