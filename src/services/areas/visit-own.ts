import { and, eq, isNull } from 'drizzle-orm';
import { areas, events } from '../../db/schema';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { type EventAccess, toEventAccess, accessColumns } from '../events/visit';
import { requireAdmin } from '../sessions/require';

/** The area's event, for its owner: 401 for guests, 403 for access-code users, 404 for somebody else's area. */
export async function requireOwnArea(ctx: ServiceContext, areaId: string): Promise<EventAccess> {
  const session = requireAdmin(ctx);
  const row = await ctx.db
    .select(accessColumns)
    .from(areas)
    .innerJoin(events, and(eq(events.eventId, areas.eventId), isNull(events.deletedAt)))
    .where(and(eq(areas.areaId, areaId), isNull(areas.deletedAt), eq(events.ownerId, session.identity.userId)))
    .get();
  if (!row) throw new AppError('not_found');
  return toEventAccess(row, session);
}
