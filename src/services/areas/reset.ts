import type { ServiceContext } from '../context';
import { ask, unwrap } from '../notify';
import { visitOwnArea } from './visit-own';

/** Sets the area's occupancy to 0; its totals stay. Owner only. */
export async function resetArea(ctx: ServiceContext, areaId: string): Promise<void> {
  const { visit, principal } = await visitOwnArea(ctx, areaId);
  unwrap(await ask(ctx, 'reset area', () => ctx.room(visit).resetArea(visit, areaId, principal)));
}
