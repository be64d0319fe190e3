import type { DisplayPrincipal, Principal, RoomCallContext, UserPrincipal } from '../rpc/contract';
import { isEventOpened } from '../db/opened-events';
import {
  alertRecipients,
  areas,
  awaitedEvents,
  events,
  inspectorLinks,
  publicLinks,
  sessions,
  users,
} from '../db/schema';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { AppError } from '../shared/errors';
import { CONFIRMED_MS } from '../shared/limits';
import { message } from '../shared/messages/message';
import type { PublicDetail } from '../shared/public-numbers/schemas';
import { serviceTexts } from '../shared/messages/service-texts';
import { type ServiceContext, type Session, type AdminSession, principalOf } from './context';
import { timingSafeEqual } from 'node:crypto';
import { displaySessionId, isToken, sha256Hex } from '../crypto/ids';
import { byAddress, checkAttempts } from './attempts/check';
import { FAILED_OPERATORS_PER_ADDRESS } from './attempts/limits';
import { recordAttempt } from './attempts/record';
import { type AccountRow, accountColumns, toAccountState } from '../db/accounts';
import { KnownLinks } from './trust/known-links';
import { isOpeningToken } from './trust/opening-token';

/**
 * The access checks. Each call is declared with one of them (src/routes/who.ts), and its service takes what the check
 * returns as a parameter, so a call with a weaker check does not compile. A failed check throws the error that the call
 * answers (docs/product.md, U4).
 */

/** Returns the session; throws a 401 for a guest. */
export function requireSession({ session }: ServiceContext): Session {
  if (session === null) throw new AppError('unauthenticated');
  return session;
}

/**
 * Returns the admin's session; throws a 401 for a guest, 403 for an access-code user (docs/product.md, U4) and for an API
 * key of one event (docs/product.md, K3).
 */
export function requireAdmin(ctx: ServiceContext): AdminSession {
  const admin = requireAnyAdmin(ctx);
  if (admin.key && admin.key.eventId !== null) throw new AppError('forbidden', KEY_OF_ONE_EVENT);
  return admin;
}

const KEY_OF_ONE_EVENT = message(serviceTexts, 'key_of_one_event');

/** Returns the session of an admin, or of an API key, whose event must still be checked. */
function requireAnyAdmin(ctx: ServiceContext): AdminSession {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type !== 'admin') throw new AppError('forbidden');
  return { ...session, identity };
}

/** The access to one event: the context for calls to the room, and who calls. */
interface EventAccess<Caller extends Principal> {
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

/** The access of a public display, which only watches. */
export type DisplayAccess = EventAccess<DisplayPrincipal>;

/** The access of anybody who has an event's public link. */
export interface PublicAccess {
  roomContext: RoomCallContext;
  detail: PublicDetail;
}

/** The access of an inspector, who only reads. */
export interface InspectionAccess {
  roomContext: RoomCallContext;
  /** The link; its times are epoch ms. */
  inspection: { linkId: string; label: string; eventName: string; createdAt: number; expiresAt: number };
}

/** The access of an inspector whose opening of the link is in the journal. */
export interface OpenedInspection extends InspectionAccess {
  hasOpened: true;
}

/** The access of somebody who has a link from a mail about alerts. */
export interface MailLinkAccess {
  recipientId: string;
  ownerId: string;
  /** Epoch ms; null until the holder of the address has agreed. */
  confirmedAt: number | null;
  createdAt: number;
}

/** The access of the installation's operator. */
export interface OperatorAccess {
  actor: 'operator';
}

/** The hourly cron, which no caller can start, exports events as the operator does. */
export const CRON_ACCESS: OperatorAccess = { actor: 'operator' };

/** The session of an admin who has entered the password recently. */
export interface ConfirmedAdmin extends AdminSession {
  /** Epoch ms. */
  confirmedAt: number;
}

/** The admin who pays, on an installation that bills. */
export interface Payer {
  payerId: string;
}

type EventRow = Pick<RoomCallContext, 'eventId' | 'ownerId' | 'jurisdiction' | 'revision' | 'isOpened'>;

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

/**
 * Checks that the caller may count at this event. Throws a 401 without a session; throws a 404 if the event does not
 * exist, or is neither the admin's own nor that of the access code or of the API key.
 */
export async function requireEvent(ctx: ServiceContext, eventId: string): Promise<CountingAccess> {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type === 'code') {
    // The session's query has just read this event, too. So when all door staff return at once, each costs one query.
    if (identity.eventId !== eventId) throw new AppError('not_found');
    const { ownerId, jurisdiction, revision, isOpened } = identity;
    return toEventAccess({ eventId, ownerId, jurisdiction, revision, isOpened }, session);
  }
  const row = await ctx.db
    .select(accessColumns)
    .from(events)
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)))
    .get();
  if (!row) await mustNotBeAwaited(ctx, eventId);
  if (!row || identity.userId !== row.ownerId || isKeyOfOther(session, eventId)) throw new AppError('not_found');
  return toEventAccess(row, session);
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
    .innerJoin(events, and(eq(events.eventId, areas.eventId), isNull(events.deletedAt)))
    .where(and(eq(areas.areaId, areaId), isNull(areas.deletedAt), eq(events.ownerId, admin.identity.userId)))
    .get();
  if (!row || isKeyOfOther(admin, row.eventId)) throw new AppError('not_found');
  return { ...toEventAccess(row, admin), admin, areaId };
}

/**
 * Returns the admin whose password was entered in this session recently. Throws a 401 for guests and ended sessions, 403
 * for access-code users and without a recent confirmation.
 */
export async function requireConfirmedAdmin(ctx: ServiceContext): Promise<ConfirmedAdmin> {
  const admin = requireAdmin(ctx);
  const [session] = await ctx.db
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.sessionId, admin.sessionId), gt(sessions.expiresAt, ctx.now())));
  if (!session) throw new AppError('unauthenticated');
  const { confirmedAt } = session;
  if (confirmedAt === null || confirmedAt <= ctx.now() - CONFIRMED_MS) throw new AppError('confirmation_needed');
  return { ...admin, confirmedAt };
}

/** Returns the admin who pays: 401 for a guest, 403 for an access-code user, 503 when billing is off. */
export function requirePayer(ctx: ServiceContext): Payer {
  const { userId } = requireAdmin(ctx).identity;
  if (!ctx.isBillingOn) throw new AppError('billing_not_configured');
  return { payerId: userId };
}

const bytes = async (text: string): Promise<Uint8Array> => new TextEncoder().encode(await sha256Hex(text));

/** The refusal of a call that does not exist. */
export const noSuchCall = (): AppError => new AppError('not_found', message(serviceTexts, 'no_such_call'));

/**
 * Checks the operator's token, in constant time. Throws a 404 if the installation has none, 401 if it is wrong, 429
 * after too many attempts.
 */
export async function requireOperator(ctx: ServiceContext): Promise<OperatorAccess> {
  if (ctx.operatorToken === null) throw noSuchCall();
  const counted = byAddress(ctx, 'operator', FAILED_OPERATORS_PER_ADDRESS);
  await checkAttempts(ctx, counted);
  if (timingSafeEqual(await bytes(`Bearer ${ctx.operatorToken}`), await bytes(ctx.authorization)))
    return { actor: 'operator' };
  await recordAttempt(ctx, counted);
  throw new AppError('unauthenticated');
}

const findRow = async ({ db }: ServiceContext, displayToken: string) =>
  (await db
    .select({ ...accessColumns, ...accountColumns })
    .from(events)
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .where(and(eq(events.displayToken, displayToken), isNull(events.deletedAt)))
    .get()) ?? null;

/** Display links by the session id of their viewers. The room's data are read each time. */
const displays = new KnownLinks<NonNullable<Awaited<ReturnType<typeof findRow>>>>('display');

/** Removes a link from memory that this isolate has just replaced or revoked. */
export async function forgetLink(displayToken: string | null): Promise<void> {
  if (displayToken !== null) displays.forget(await displaySessionId(displayToken));
}

/**
 * Checks a display link's token. It is enough even while the account is locked. Throws a 404 if the link never existed
 * or was revoked, or if the event or account is deleted. Failures are not limited like wrong access codes, because
 * nobody guesses one of 2^256 tokens; only the resulting queries to D1 are limited.
 */
export async function requireDisplay(ctx: ServiceContext, displayToken: string): Promise<DisplayAccess> {
  if (!isToken(displayToken)) throw new AppError('not_found');
  const sessionId = await displaySessionId(displayToken);
  const row = await displays.find(ctx, sessionId, () => findRow(ctx, displayToken));
  if (!row) throw new AppError('not_found');
  return { roomContext: contextOf(row, ctx), principal: `display:${row.eventId}`, sessionId };
}

const contextOf = (row: Required<EventRow> & AccountRow, { now }: ServiceContext): RoomCallContext => {
  const { eventId, ownerId, jurisdiction, revision, isOpened } = row;
  return { eventId, ownerId, jurisdiction, revision, isOpened, account: toAccountState(row, now()) };
};

const findPublicLink = async ({ db }: ServiceContext, token: string) =>
  (await db
    .select({ ...accessColumns, ...accountColumns, detail: publicLinks.detail })
    .from(publicLinks)
    .innerJoin(events, and(eq(events.eventId, publicLinks.eventId), isNull(events.deletedAt)))
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .where(eq(publicLinks.token, token))
    .get()) ?? null;

/** Public links by the hash of their token. */
const publics = new KnownLinks<NonNullable<Awaited<ReturnType<typeof findPublicLink>>>>('public');

/** Removes a public link from memory that this isolate has just changed or revoked. */
export const forgetPublicLink = async (token: string): Promise<void> => publics.forget(await sha256Hex(token));

/** Checks a public link's token, like {@link requireDisplay}. */
export async function requirePublicLink(ctx: ServiceContext, token: string): Promise<PublicAccess> {
  if (!isToken(token)) throw new AppError('not_found');
  const row = await publics.find(ctx, await sha256Hex(token), () => findPublicLink(ctx, token));
  if (!row) throw new AppError('not_found');
  return { roomContext: contextOf(row, ctx), detail: row.detail };
}

const findInspection = async ({ db, now }: ServiceContext, tokenHash: string) =>
  (await db
    .select({
      ...accessColumns,
      ...accountColumns,
      eventName: events.eventName,
      linkId: inspectorLinks.linkId,
      label: inspectorLinks.label,
      createdAt: inspectorLinks.createdAt,
      expiresAt: inspectorLinks.expiresAt,
    })
    .from(inspectorLinks)
    .innerJoin(events, and(eq(events.eventId, inspectorLinks.eventId), isNull(events.deletedAt)))
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .where(
      and(
        eq(inspectorLinks.tokenHash, tokenHash),
        isNull(inspectorLinks.revokedAt),
        gt(inspectorLinks.expiresAt, now()),
      ),
    )
    .get()) ?? null;

/** Inspectors' links by the hash of their token. */
const inspections = new KnownLinks<NonNullable<Awaited<ReturnType<typeof findInspection>>>>('inspector');

/** Removes an inspector's link from memory that this isolate has just revoked. */
export const forgetInspection = (tokenHash: string): void => inspections.forget(tokenHash);

/**
 * Checks the token of an inspector's link, like {@link requireDisplay}. Throws a 404 if the link never existed, has
 * expired or was revoked, or if the event or account is deleted.
 */
export async function requireInspection(ctx: ServiceContext, token: string): Promise<InspectionAccess> {
  if (!isToken(token)) throw new AppError('not_found');
  const tokenHash = await sha256Hex(token);
  const row = await inspections.find(ctx, tokenHash, () => findInspection(ctx, tokenHash));
  if (!row || row.expiresAt <= ctx.now()) throw new AppError('not_found');
  const { linkId, label, eventName, createdAt, expiresAt } = row;
  return { roomContext: contextOf(row, ctx), inspection: { linkId, label, eventName, createdAt, expiresAt } };
}

/** Does what {@link requireInspection} does, for callers who have opened the link: 403 for all others. */
export async function requireOpening(ctx: ServiceContext, token: string): Promise<OpenedInspection> {
  const access = await requireInspection(ctx, token);
  if (!(await isOpeningToken(await ctx.signingKey(), access.inspection.linkId, ctx.opening)))
    throw new AppError('forbidden');
  return { ...access, hasOpened: true };
}

const DAY_NOT_SHOWN = message(serviceTexts, 'day_not_shown');

/** Whether an inspector's link shows this business day: it ended after the link was made (docs/product.md, I6). Epoch ms. */
export const showsDay = ({ inspection }: InspectionAccess, { endsAt }: { endsAt: number }): boolean =>
  endsAt > inspection.createdAt;

/** Throws a 403 for an inspector whose link does not show this business day. The event's admin reads all days. */
export function requireDay(access: EventAdminAccess | OpenedInspection, day: { endsAt: number }): void {
  if ('inspection' in access && !showsDay(access, day)) throw new AppError('forbidden', DAY_NOT_SHOWN);
}

/**
 * Checks the token of a link in a mail about alerts, whose holder agrees to such mails or leaves. Throws a 404 if the
 * recipient or its account was deleted.
 */
export async function requireMailLink(ctx: ServiceContext, token: string): Promise<MailLinkAccess> {
  if (!isToken(token)) throw new AppError('not_found');
  const { recipientId, ownerId, confirmedAt, createdAt } = alertRecipients;
  const found = await ctx.db
    .select({ recipientId, ownerId, confirmedAt, createdAt })
    .from(alertRecipients)
    .innerJoin(users, and(eq(users.userId, ownerId), isNull(users.deletedAt)))
    .where(eq(alertRecipients.mailToken, token))
    .get();
  if (!found) throw new AppError('not_found');
  return found;
}
