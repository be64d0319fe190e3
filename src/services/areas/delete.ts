import { and, eq, isNull } from 'drizzle-orm';
import { areas } from '../../db/schema';
import type { ServiceContext } from '../context';
import { announce, commitChange } from '../events/change';
import { visitOwnArea } from './visit-own';

/** Deletes the area (tombstone). Owner only. */
export async function deleteArea(ctx: ServiceContext, areaId: string): Promise<void> {
  const { visit, principal } = await visitOwnArea(ctx, areaId);
  const remove = ctx.db
    .update(areas)
    .set({ deletedAt: ctx.now() })
    .where(and(eq(areas.areaId, areaId), isNull(areas.deletedAt)));
  const definition = await commitChange(ctx, visit.eventId, [remove]);
  await announce(ctx, definition, principal);
}
