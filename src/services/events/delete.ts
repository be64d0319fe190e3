import { and, eq, isNull, sql } from 'drizzle-orm';
import { events, sessions } from '../../db/schema';
import type { ServiceContext } from '../context';
import { callBestEffort } from '../call-room';
import { requireOwnEvent } from './visit';

/**
 * Deletes the event (tombstone), ends its access code's sessions, and tells the devices at once; the hub empties the
 * room when its days are recorded (docs/product.md, S10). Owner only.
 */
export async function deleteEvent(ctx: ServiceContext, eventId: string): Promise<void> {
  const { visit } = await requireOwnEvent(ctx, eventId);
  await ctx.db.batch([
    ctx.db
      .update(events)
      .set({ deletedAt: ctx.now(), venue: null, displayToken: null, revision: sql`${events.revision} + 1` })
      .where(and(eq(events.eventId, eventId), isNull(events.deletedAt))),
    ctx.db.delete(sessions).where(eq(sessions.eventId, eventId)),
  ]);
  await Promise.all([
    callBestEffort(ctx, 'delete event', () => ctx.room(visit).deleteEvent()),
    callBestEffort(ctx, 'publish', () => ctx.hub(visit.ownerId).publish({ type: 'event_deleted', eventId })),
    callBestEffort(ctx, 'settle', () => ctx.hub(visit.ownerId).settle(visit.ownerId)),
  ]);
}
