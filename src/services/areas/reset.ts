import type { ServiceContext } from '../context';
import { callRoom, valueOrThrow } from '../call-room';
import { requireOwnArea } from './visit-own';

/** Sets the area's occupancy to 0; its totals stay. Owner only. */
export async function resetArea(ctx: ServiceContext, areaId: string): Promise<void> {
  const { visit, principal } = await requireOwnArea(ctx, areaId);
  valueOrThrow(await callRoom(ctx, 'reset area', () => ctx.room(visit).resetArea(visit, areaId, principal)));
}
