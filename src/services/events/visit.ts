import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import { principalOf, type ServiceContext, type Session } from '../context';
import type { Principal, RoomCallContext } from '../../rpc/contract';
import { AppError } from '../../shared/errors';
import { requireAdmin, requireSession } from '../sessions/require';

/** Somebody who may see the event, and what every call tells the room. */
export interface EventAccess {
  visit: RoomCallContext;
  principal: Principal;
  sessionId: string;
}

type Row = Pick<typeof events.$inferSelect, 'eventId' | 'ownerId' | 'jurisdiction' | 'revision'>;

export const accessColumns = {
  eventId: events.eventId,
  ownerId: events.ownerId,
  jurisdiction: events.jurisdiction,
  revision: events.revision,
} as const;

export const toEventAccess = (row: Row, { identity, sessionId, account }: Session): EventAccess => ({
  visit: { ...row, account },
  principal: principalOf(identity),
  sessionId,
});

/** 401 without a session, 404 for no such event or one that is neither the admin's own nor the access code's. */
export async function requireEvent(ctx: ServiceContext, eventId: string): Promise<EventAccess> {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type === 'code') {
    // The event was read together with its session just now, so door staff who come back all at once ask D1 once each.
    if (identity.eventId !== eventId) throw new AppError('not_found');
    const { ownerId, jurisdiction, revision } = identity;
    return toEventAccess({ eventId, ownerId, jurisdiction, revision }, session);
  }
  const row = await ctx.db
    .select(accessColumns)
    .from(events)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)))
    .get();
  if (!row || identity.userId !== row.ownerId) throw new AppError('not_found');
  return toEventAccess(row, session);
}

/** Like {@link requireEvent}, for what only the event's owner may do: 403 for access-code users. */
export async function requireOwnEvent(ctx: ServiceContext, eventId: string): Promise<EventAccess> {
  requireAdmin(ctx);
  return requireEvent(ctx, eventId);
}
