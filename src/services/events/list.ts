import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { eventColumns, toEvent } from '../../db/definitions';
import { events } from '../../db/schema';
import type { ServiceContext } from '../context';
import type { Event } from '../../shared/schemas/event';
import { requireAdmin } from '../sessions/require';

/** The admin's own events, oldest first. */
export async function listEvents(ctx: ServiceContext): Promise<Event[]> {
  const { identity } = requireAdmin(ctx);
  const rows = await ctx.db
    .select(eventColumns)
    .from(events)
    .where(and(eq(events.ownerId, identity.userId), isNull(events.deletedAt)))
    .orderBy(asc(events.createdAt), asc(sql`${events}.rowid`));
  return rows.map(toEvent);
}
