import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import type { AreaAccess, EventAdminAccess } from '../access';
import { orInvalidInput } from '../../http/input';
import type { Unchecked } from '../../shared/rules/checked';
import { checkRecount } from '../../shared/rules/recount';
import type { Recount, RecountAnswer } from '../../shared/schemas/area';

/** Sets the area's occupancy to 0; its totals stay. */
export async function resetArea(ctx: ServiceContext, { roomContext, principal, areaId }: AreaAccess): Promise<void> {
  valueOrThrow(
    await callRoom(ctx, 'reset area', roomContext, (room) => room.resetArea(roomContext, areaId, principal)),
  );
}

/** Sets the occupancy of all areas to 0 in one commit; totals stay. */
export async function resetAllAreas(ctx: ServiceContext, { roomContext, principal }: EventAdminAccess): Promise<void> {
  valueOrThrow(
    await callRoom(ctx, 'reset all areas', roomContext, (room) => room.resetArea(roomContext, null, principal)),
  );
}

/** Sets the occupancy to what somebody counted by eye; totals stay. */
export async function recountArea(
  ctx: ServiceContext,
  { roomContext, principal, areaId }: AreaAccess,
  input: Unchecked<Recount>,
): Promise<RecountAnswer> {
  const recount = orInvalidInput(checkRecount(input));
  return valueOrThrow(
    await callRoom(ctx, 'recount area', roomContext, (room) =>
      room.recountArea(roomContext, areaId, recount, principal),
    ),
  );
}
