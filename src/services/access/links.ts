import { and, eq, gt, isNull } from 'drizzle-orm';
import { displaySessionId, isToken, sha256Hex } from '../../crypto/ids';
import { type AccountRow, accountColumns, accountName, toAccountState } from '../../db/accounts';
import { alertRecipients, events, inspectorLinks, memberInvitations, publicLinks, users } from '../../db/schema';
import { isOpenInvitation } from '../../db/owners';
import { isPresentAccount, isPresentEvent } from '../../db/present';
import type { DisplayPrincipal, RoomCallContext } from '../../rpc/identity';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { MemberRole } from '../../shared/rules/roles';
import type { PublicDetail } from '../../shared/public-numbers/schemas';
import type { ServiceContext } from '../context';
import { InForce } from '../trust/in-force';
import type { LookupToken } from '../trust/look-up';
import { isOpeningToken } from '../trust/opening-token';
import { accessColumns, type EventAccess, type EventRow, type ReviewAccess } from './event';

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

/** The access of somebody who has an invitation to belong to an account. */
export interface InvitationAccess {
  tokenHash: string;
  userId: string;
  role: MemberRole;
  /** The only address that can accept it; null for any. */
  email: string | null;
  /** Epoch ms. */
  expiresAt: number;
  /** The account's name. */
  accountName: string;
}

type ReadLink<Row> = (ctx: ServiceContext, token: { text: string; hash: string }) => Promise<Row | undefined>;

/**
 * A kind of link. `require` throws a 404 if the link never existed, was revoked or has expired, or if what it belongs to is
 * deleted. Failures are not limited like wrong access codes, because nobody guesses one of 2^256 tokens; only the resulting
 * queries to D1 are limited.
 */
function linkKind<Row>(kind: LookupToken['kind'], read: ReadLink<Row>) {
  const known = new InForce<Row>(kind);
  return {
    async require(ctx: ServiceContext, text: string): Promise<Row> {
      if (!isToken(text)) throw new AppError('not_found');
      const hash = await sha256Hex(text);
      const row = await known.find(ctx, hash, () => read(ctx, { text, hash }));
      if (row === null) throw new AppError('not_found');
      return row;
    },
    /** Removes a link from memory that this isolate has just changed or revoked, by the hash of its token. */
    forget: (hash: string): void => known.forget(hash),
  };
}

const OF_EVENT = { ...accessColumns, ...accountColumns } as const;
const HAS_OWNER = isPresentAccount(events.ownerId);

export const DISPLAY_LINKS = linkKind('display', ({ db }, { text }) =>
  db
    .select(OF_EVENT)
    .from(events)
    .innerJoin(users, HAS_OWNER)
    .where(and(eq(events.displayToken, text), isNull(events.deletedAt)))
    .get(),
);

export const PUBLIC_LINKS = linkKind('public', ({ db }, { text }) =>
  db
    .select({ ...OF_EVENT, detail: publicLinks.detail })
    .from(publicLinks)
    .innerJoin(events, isPresentEvent(publicLinks.eventId))
    .innerJoin(users, HAS_OWNER)
    .where(eq(publicLinks.token, text))
    .get(),
);

export const INSPECTOR_LINKS = linkKind('inspector', ({ db, now }, { hash }) => {
  const { tokenHash, revokedAt, linkId, label, createdAt, expiresAt } = inspectorLinks;
  return db
    .select({ ...OF_EVENT, eventName: events.eventName, linkId, label, createdAt, expiresAt })
    .from(inspectorLinks)
    .innerJoin(events, isPresentEvent(inspectorLinks.eventId))
    .innerJoin(users, HAS_OWNER)
    .where(and(eq(tokenHash, hash), isNull(revokedAt), gt(expiresAt, now())))
    .get();
});

export const INVITATION_LINKS = linkKind('invitation', ({ db, now }, { hash }) => {
  const { tokenHash, ownerId: userId, role, email, expiresAt } = memberInvitations;
  return db
    .select({ tokenHash, userId, role, email, expiresAt, accountName: accountName.as('account_name') })
    .from(memberInvitations)
    .innerJoin(users, isPresentAccount(userId))
    .where(and(eq(tokenHash, hash), isOpenInvitation(db, now())))
    .get();
});

const contextOf = (row: Required<EventRow> & AccountRow, { now }: ServiceContext): RoomCallContext => {
  const { eventId, ownerId, jurisdiction, revision, isOpened } = row;
  return { eventId, ownerId, jurisdiction, revision, isOpened, account: toAccountState(row, now()) };
};

/** Checks a display link's token. It is enough even while the account is locked. */
export async function requireDisplay(ctx: ServiceContext, displayToken: string): Promise<DisplayAccess> {
  const row = await DISPLAY_LINKS.require(ctx, displayToken);
  const sessionId = await displaySessionId(displayToken);
  return { roomContext: contextOf(row, ctx), principal: `display:${row.eventId}`, sessionId, mayCount: false };
}

/** Checks a public link's token. */
export async function requirePublicLink(ctx: ServiceContext, token: string): Promise<PublicAccess> {
  const row = await PUBLIC_LINKS.require(ctx, token);
  return { roomContext: contextOf(row, ctx), detail: row.detail };
}

/** Checks the token of an inspector's link. */
export async function requireInspection(ctx: ServiceContext, token: string): Promise<InspectionAccess> {
  const { eventName, ...row } = await INSPECTOR_LINKS.require(ctx, token);
  if (row.expiresAt <= ctx.now()) throw new AppError('not_found');
  const inspection = {
    linkId: row.linkId,
    label: row.label,
    eventName,
    createdAt: row.createdAt,
    expiresAt: row.expiresAt,
  };
  return { roomContext: contextOf(row, ctx), inspection };
}

/** Does what {@link requireInspection} does, for callers who have opened the link: 403 for all others. */
export async function requireOpening(ctx: ServiceContext, token: string): Promise<OpenedInspection> {
  const access = await requireInspection(ctx, token);
  if (!(await isOpeningToken(await ctx.signingKey(), access.inspection.linkId, ctx.opening)))
    throw new AppError('forbidden');
  return { ...access, hasOpened: true };
}

/** Checks the token of an invitation to belong to an account. */
export async function requireInvitation(ctx: ServiceContext, token: string): Promise<InvitationAccess> {
  const invitation = await INVITATION_LINKS.require(ctx, token);
  if (invitation.expiresAt <= ctx.now()) throw new AppError('not_found');
  return invitation;
}

const DAY_NOT_SHOWN = message(serviceTexts, 'day_not_shown');

/** Whether an inspector's link shows this business day: it ended after the link was made (docs/product.md, I6). Epoch ms. */
export const showsDay = ({ inspection }: InspectionAccess, { endsAt }: { endsAt: number }): boolean =>
  endsAt > inspection.createdAt;

/** Throws a 403 for an inspector whose link does not show this business day. Members read all days. */
export function requireDay(access: ReviewAccess | OpenedInspection, day: { endsAt: number }): void {
  if ('inspection' in access && !showsDay(access, day)) throw new AppError('forbidden', DAY_NOT_SHOWN);
}

/**
 * Checks the token of a link in a mail about alerts, whose holder agrees to such mails or leaves. Each call changes what it
 * reads, so it is not remembered. Throws a 404 if the recipient or its account was deleted.
 */
export async function requireMailLink(ctx: ServiceContext, token: string): Promise<MailLinkAccess> {
  if (!isToken(token)) throw new AppError('not_found');
  const { recipientId, ownerId, confirmedAt, createdAt } = alertRecipients;
  const found = await ctx.db
    .select({ recipientId, ownerId, confirmedAt, createdAt })
    .from(alertRecipients)
    .innerJoin(users, isPresentAccount(ownerId))
    .where(eq(alertRecipients.mailToken, token))
    .get();
  if (!found) throw new AppError('not_found');
  return found;
}
