import { and, eq } from 'drizzle-orm';
import { isEventOpened } from '../../db/opened-events';
import { isMembership } from '../../db/people';
import { areas, awaitedEvents, events, members } from '../../db/schema';
import { isPresentArea, isPresentEvent } from '../../db/present';
import type { Principal, RoomCallContext, UserPrincipal } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { type AdminSession, principalOf, type ServiceContext, type Session } from '../context';
import { requireAnyAdmin, requireSession } from './session';

/** The access to one event: the context for calls to the room, and who calls. */
export interface EventAccess<Caller extends Principal> {
  roomContext: RoomCallContext;
  principal: Caller;
  sessionId: string;
}

/** The access of the event's admin or an access-code user. */
export type CountingAccess = EventAccess<UserPrincipal>;

/** The access of the event's admin. */
export interface EventAdminAccess extends CountingAccess {
  admin: AdminSession;
}

/** The access of the admin to an area of an event. */
export interface AreaAccess extends EventAdminAccess {
  areaId: string;
}

export type EventRow = Pick<RoomCallContext, 'eventId' | 'ownerId' | 'jurisdiction' | 'revision' | 'isOpened'>;

export const accessColumns = {
  eventId: events.eventId,
  ownerId: events.ownerId,
  jurisdiction: events.jurisdiction,
  revision: events.revision,
  isOpened: isEventOpened,
} as const;

export const toEventAccess = (row: EventRow, session: Session): CountingAccess => ({
  roomContext: { ...row, account: session.account },
  principal: principalOf(session),
  sessionId: session.sessionId,
});

/** Whether this is an API key for another event. */
const isKeyOfOther = ({ key }: Session, eventId: string): boolean =>
  key !== undefined && key.eventId !== null && key.eventId !== eventId;

/**
 * Throws a 503 for an event that a restore brings back soon. After a 404, a device would give up its unsent taps as
 * those of a deleted event.
 */
async function mustNotBeAwaited({ db }: ServiceContext, eventId: string): Promise<void> {
  const isAwaited = eq(awaitedEvents.eventId, eventId);
  const awaited = await db.select({ eventId: awaitedEvents.eventId }).from(awaitedEvents).where(isAwaited).get();
  if (awaited) throw new AppError('unavailable');
}

const ELSEWHERE = message(serviceTexts, 'event_elsewhere');

/**
 * Throws a 503 for an event of another account to which the caller belongs, too. The session may have left it in
 * another tab: after a 404, the tabs of that account would give up their unsent taps.
 */
async function mustNotBeElsewhere({ db }: ServiceContext, { identity }: Session, ownerId: string): Promise<void> {
  if (identity.type !== 'admin' || !identity.isElsewhere) return;
  const isMember = isMembership({ userId: ownerId, personId: identity.personId });
  const membership = await db.select({ ownerId: members.ownerId }).from(members).where(isMember).get();
  if (membership) throw new AppError('unavailable', ELSEWHERE);
}

/**
 * Finds the access of a session to this event: that of its admin, of its access code or of an API key. Undefined if
 * there is no such event for the session. Throws a 503 for an event that the caller can reach again later.
 */
export async function findEventAccess(
  ctx: ServiceContext,
  session: Session,
  eventId: string,
): Promise<CountingAccess | undefined> {
  const { identity } = session;
  if (identity.type === 'code') {
    // The session's query has just read this event, too. So when all door staff return at once, each costs one query.
    const { ownerId, jurisdiction, revision, isOpened } = identity;
    const row = { eventId, ownerId, jurisdiction, revision, isOpened };
    return identity.eventId === eventId ? toEventAccess(row, session) : undefined;
  }
  const row = await ctx.db.select(accessColumns).from(events).where(isPresentEvent(eventId)).get();
  if (!row) await mustNotBeAwaited(ctx, eventId);
  if (row && identity.userId !== row.ownerId) await mustNotBeElsewhere(ctx, session, row.ownerId);
  if (!row || identity.userId !== row.ownerId || isKeyOfOther(session, eventId)) return undefined;
  return toEventAccess(row, session);
}

/**
 * Checks that the caller may count at this event. Throws a 401 without a session; throws a 404 if the event does not
 * exist, or is neither the admin's own nor that of the access code or of the API key.
 */
export async function requireEvent(ctx: ServiceContext, eventId: string): Promise<CountingAccess> {
  const access = await findEventAccess(ctx, requireSession(ctx), eventId);
  if (!access) throw new AppError('not_found');
  return access;
}

/** Does what {@link requireEvent} does, for the event's admin alone: 403 for access-code users. */
export async function requireOwnEvent(ctx: ServiceContext, eventId: string): Promise<EventAdminAccess> {
  const admin = requireAnyAdmin(ctx);
  return { ...(await requireEvent(ctx, eventId)), admin };
}

/**
 * Checks that the area's event is the admin's own, and returns its access. Throws a 401 for guests, 403 for access-code
 * users, 404 for another admin's area.
 */
export async function requireOwnArea(ctx: ServiceContext, areaId: string): Promise<AreaAccess> {
  const admin = requireAnyAdmin(ctx);
  const row = await ctx.db
    .select(accessColumns)
    .from(areas)
    .innerJoin(events, isPresentEvent(areas.eventId))
    .where(and(isPresentArea(areaId), eq(events.ownerId, admin.identity.userId)))
    .get();
  if (!row || isKeyOfOther(admin, row.eventId)) throw new AppError('not_found');
  return { ...toEventAccess(row, admin), admin, areaId };
}
