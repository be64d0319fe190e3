import type { ServiceContext } from '../context';
import { requireOwnEvent } from '../events/visit';
import { callRoom, valueOrThrow } from '../call-room';

/** Sets the occupancy of all areas of the event to 0 in one commit; their totals stay. Owner only. */
export async function resetAllAreas(ctx: ServiceContext, eventId: string): Promise<void> {
  const { visit, principal } = await requireOwnEvent(ctx, eventId);
  valueOrThrow(await callRoom(ctx, 'reset all areas', () => ctx.room(visit).resetArea(visit, null, principal)));
}
