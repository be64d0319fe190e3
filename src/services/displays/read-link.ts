import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import type { ServiceContext } from '../context';
import { requireOwnEvent } from '../events/visit';

/** The token of the event's display link; null without one. Owner only. */
export async function readDisplayLink(ctx: ServiceContext, eventId: string): Promise<string | null> {
  await requireOwnEvent(ctx, eventId);
  const row = await ctx.db
    .select({ displayToken: events.displayToken })
    .from(events)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)))
    .get();
  return row?.displayToken ?? null;
}
