import { and, eq, isNull } from 'drizzle-orm';
import { areas } from '../../db/schema';
import type { ServiceContext } from '../context';
import { publishDefinition, commitChange } from '../events/change';
import { requireOwnArea } from './visit-own';

/** Deletes the area (tombstone). Owner only. */
export async function deleteArea(ctx: ServiceContext, areaId: string): Promise<void> {
  const { visit, principal } = await requireOwnArea(ctx, areaId);
  const remove = ctx.db
    .update(areas)
    .set({ deletedAt: ctx.now() })
    .where(and(eq(areas.areaId, areaId), isNull(areas.deletedAt)));
  const definition = await commitChange(ctx, visit.eventId, [remove]);
  await publishDefinition(ctx, definition, principal);
}
