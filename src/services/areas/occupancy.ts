import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import { requireOwnArea, requireOwnEvent } from '../access';
import { orInvalidInput } from '../../http/input';
import type { Unchecked } from '../../shared/rules/checked';
import { checkRecount } from '../../shared/rules/recount';
import type { Recount, RecountAnswer } from '../../shared/schemas/area';

/** Sets the area's occupancy to 0; its totals stay. Only the event's admin is allowed to do this. */
export async function resetArea(ctx: ServiceContext, areaId: string): Promise<void> {
  const { roomContext, principal } = await requireOwnArea(ctx, areaId);
  valueOrThrow(
    await callRoom(ctx, 'reset area', () => ctx.room(roomContext).resetArea(roomContext, areaId, principal)),
  );
}

/** Sets the occupancy of all areas to 0 in one commit; totals stay. Only the event's admin is allowed to do this. */
export async function resetAllAreas(ctx: ServiceContext, eventId: string): Promise<void> {
  const { roomContext, principal } = await requireOwnEvent(ctx, eventId);
  valueOrThrow(
    await callRoom(ctx, 'reset all areas', () => ctx.room(roomContext).resetArea(roomContext, null, principal)),
  );
}

/** Sets the occupancy to what somebody counted by eye; totals stay. Only the event's admin is allowed to do this. */
export async function recountArea(
  ctx: ServiceContext,
  areaId: string,
  input: Unchecked<Recount>,
): Promise<RecountAnswer> {
  const { roomContext, principal } = await requireOwnArea(ctx, areaId);
  const recount = orInvalidInput(checkRecount(input));
  return valueOrThrow(
    await callRoom(ctx, 'recount area', () =>
      ctx.room(roomContext).recountArea(roomContext, areaId, recount, principal),
    ),
  );
}
