import { orInvalidInput } from '../../http/input';
import type { ServiceContext } from '../context';
import type { Unchecked } from '../../shared/rules/checked';
import { checkRecount } from '../../shared/rules/recount';
import type { Recount, RecountAnswer } from '../../shared/schemas/recount';
import { callRoom, valueOrThrow } from '../call-room';
import { requireOwnArea } from './visit-own';

/** Sets the area's occupancy to what somebody counted by eye; its totals stay. Owner only. */
export async function recountArea(
  ctx: ServiceContext,
  areaId: string,
  input: Unchecked<Recount>,
): Promise<RecountAnswer> {
  const { visit, principal } = await requireOwnArea(ctx, areaId);
  const recount = orInvalidInput(checkRecount(input));
  return valueOrThrow(
    await callRoom(ctx, 'recount area', () => ctx.room(visit).recountArea(visit, areaId, recount, principal)),
  );
}
