import { and, eq } from 'drizzle-orm';
import { isEventOpened } from '../../db/opened-events';
import { isMembership } from '../../db/people';
import { areas, awaitedEvents, events, members } from '../../db/schema';
import { isPresentArea, isPresentEvent } from '../../db/present';
import type { Principal, RoomCallContext, UserPrincipal } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { can, type EventVerb } from '../../shared/rules/roles';
import { type AdminSession, principalOf, type ServiceContext, type Session } from '../context';
import { notByRole, requireAnyMember, requireSession } from './session';

/** The access to one event: the context for calls to the room, and who calls. */
export interface EventAccess<Caller extends Principal> {
  roomContext: RoomCallContext;
  principal: Caller;
  sessionId: string;
  /** Whether the caller may count at the event. */
  mayCount: boolean;
}

/** The access of somebody whose role allows the verb at the event. */
export interface EventVerbAccess<May extends EventVerb> extends EventAccess<UserPrincipal> {
  may: May;
}

/** The access of a member who may count at the event, or of an access-code user. */
export type CountingAccess = EventVerbAccess<'count'>;

export type WatchAccess = EventVerbAccess<'watch'>;
export type ReviewAccess = EventVerbAccess<'review'>;
export type ControlAccess = EventVerbAccess<'control'>;

/** The access of the event's admin. */
export interface EventAdminAccess extends EventVerbAccess<'manage'> {
  admin: AdminSession;
}

/** The access to an area of an event. */
export interface AreaAccess<May extends EventVerb> extends EventVerbAccess<May> {
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

export const toEventAccess = (row: EventRow, session: Session): EventAccess<UserPrincipal> => ({
  roomContext: { ...row, account: session.account },
  principal: principalOf(session),
  sessionId: session.sessionId,
  mayCount: can(session.identity, 'count', row.eventId),
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
 * Throws a 503 for an event of another account that the caller may watch there. The session may have left that account
 * in another tab: after a 404, its tabs would give up their unsent taps.
 */
async function mustNotBeElsewhere({ db }: ServiceContext, { identity }: Session, event: EventRow): Promise<void> {
  if (identity.type !== 'member' || !identity.isElsewhere) return;
  const isMember = isMembership({ userId: event.ownerId, personId: identity.personId });
  const { role, eventIds } = members;
  const membership = await db.select({ role, eventIds }).from(members).where(isMember).get();
  if (membership && can(membership, 'watch', event.eventId)) throw new AppError('unavailable', ELSEWHERE);
}

/** Whether the event is the session's: one of those of the member in the account, or of the API key. */
const isOwn = (session: Session, { eventId }: EventRow): boolean =>
  can(session.identity, 'watch', eventId) && !isKeyOfOther(session, eventId);

/**
 * Finds the access of a session to this event: that of a member, of its access code or of an API key. Undefined if
 * there is no such event for the session. Throws a 503 for an event that the caller can reach again later.
 */
export async function findEventAccess(
  ctx: ServiceContext,
  session: Session,
  eventId: string,
): Promise<EventAccess<UserPrincipal> | undefined> {
  const { identity } = session;
  if (identity.type === 'code') {
    // The session's query has just read this event, too. So when all door staff return at once, each costs one query.
    const { ownerId, jurisdiction, revision, isOpened } = identity;
    const row = { eventId, ownerId, jurisdiction, revision, isOpened };
    return identity.eventId === eventId ? toEventAccess(row, session) : undefined;
  }
  const row = await ctx.db.select(accessColumns).from(events).where(isPresentEvent(eventId)).get();
  if (!row) await mustNotBeAwaited(ctx, eventId);
  if (row && identity.userId !== row.ownerId) await mustNotBeElsewhere(ctx, session, row);
  if (!row || identity.userId !== row.ownerId || !isOwn(session, row)) return undefined;
  return toEventAccess(row, session);
}

/** Throws a 403 if the session's role does not allow the verb at the event. */
export function mustBeAllowed({ identity }: Session, may: EventVerb, eventId: string): void {
  if (!can(identity, may, eventId)) throw notByRole();
}

/** Returns the session. An access-code user gets a 403 for what the code allows at no event (docs/product.md, U4). */
function requireCaller(ctx: ServiceContext, may: EventVerb): Session {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type === 'code' && !can(identity, may, identity.eventId)) throw new AppError('forbidden');
  return session;
}

/**
 * Checks that the caller may do this at the event. Throws a 401 without a session; throws a 404 if the event does not
 * exist, or is neither one of the member's nor that of the access code or of the API key; throws a 403 if it is, and the
 * caller's role does not allow the verb.
 */
export async function requireEvent<May extends EventVerb>(
  ctx: ServiceContext,
  eventId: string,
  may: May,
): Promise<EventVerbAccess<May>> {
  const session = requireCaller(ctx, may);
  const access = await findEventAccess(ctx, session, eventId);
  if (!access) throw new AppError('not_found');
  mustBeAllowed(session, may, eventId);
  return { ...access, may };
}

/** Does what {@link requireEvent} does, for the event's admin alone. */
export async function requireOwnEvent(ctx: ServiceContext, eventId: string): Promise<EventAdminAccess> {
  const member = requireAnyMember(ctx);
  const access = await requireEvent(ctx, eventId, 'manage');
  return { ...access, admin: { ...member, may: access.may } };
}

/** Does what {@link requireEvent} does, for the event of an area. An access code opens no area by its id: 403. */
export async function requireArea<May extends EventVerb>(
  ctx: ServiceContext,
  areaId: string,
  may: May,
): Promise<AreaAccess<May>> {
  const member = requireAnyMember(ctx);
  const row = await ctx.db
    .select(accessColumns)
    .from(areas)
    .innerJoin(events, isPresentEvent(areas.eventId))
    .where(and(isPresentArea(areaId), eq(events.ownerId, member.identity.userId)))
    .get();
  if (!row || !isOwn(member, row)) throw new AppError('not_found');
  mustBeAllowed(member, may, row.eventId);
  return { ...toEventAccess(row, member), may, areaId };
}
