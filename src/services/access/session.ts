import { and, eq, gt } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { CONFIRMED_MS } from '../sessions/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { can, type EventVerb, type Verb } from '../../shared/rules/roles';
import type { AdminSession, MemberSession, ServiceContext, Session } from '../context';

/**
 * The access checks. Each call is declared with one of them (src/routes/who.ts), and its service takes what the check
 * returns as a parameter, so a call with a weaker check does not compile. A failed check throws the error that the call
 * answers (docs/product.md, U4).
 */

/** The session of a member whose role allows the verb for the whole account. */
export interface VerbAccess<May extends Verb> extends MemberSession {
  may: May;
}

/** What a role allows for the whole account. */
type AccountVerb = Exclude<Verb, EventVerb> | 'manage';

export interface Confirmed {
  /** Epoch ms. */
  confirmedAt: number;
}

/** The session of a member who has entered the password recently. */
export type ConfirmedMember = MemberSession & Confirmed;

/** The session of an admin who has entered the password recently. */
export type ConfirmedAdmin = AdminSession & Confirmed;

/** The owner who pays, on an installation that bills. */
export interface Payer {
  payerId: string;
}

/** Returns the session; throws a 401 for a guest. */
export function requireSession({ session }: ServiceContext): Session {
  if (session === null) throw new AppError('unauthenticated');
  return session;
}

/**
 * Returns the member's session; throws a 401 for a guest, 403 for an access-code user (docs/product.md, U4) and for an API
 * key of one event (docs/product.md, K3).
 */
export function requireMember(ctx: ServiceContext): MemberSession {
  const member = requireAnyMember(ctx);
  if (member.key && member.key.eventId !== null) throw new AppError('forbidden', KEY_OF_ONE_EVENT);
  return member;
}

const KEY_OF_ONE_EVENT = message(serviceTexts, 'key_of_one_event');

/** Returns the session of a member, or of an API key, whose event must still be checked. */
export function requireAnyMember(ctx: ServiceContext): MemberSession {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type !== 'member') throw new AppError('forbidden');
  return { ...session, identity };
}

/**
 * Returns the member whose password was entered in this session recently. Throws a 401 for guests and ended sessions, 403
 * for access-code users and without a recent confirmation.
 */
export const requireConfirmedMember = (ctx: ServiceContext): Promise<ConfirmedMember> =>
  confirmed(ctx, requireMember(ctx));

/** Does what {@link requireVerb} and {@link requireConfirmedMember} do. */
export const requireConfirmedVerb = <May extends AccountVerb>(
  ctx: ServiceContext,
  may: May,
): Promise<VerbAccess<May> & Confirmed> => confirmed(ctx, requireVerb(ctx, may));

async function confirmed<Access extends MemberSession>(
  ctx: ServiceContext,
  member: Access,
): Promise<Access & Confirmed> {
  const [session] = await ctx.db
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.sessionId, member.sessionId), gt(sessions.expiresAt, ctx.now())));
  if (!session) throw new AppError('unauthenticated');
  const { confirmedAt } = session;
  if (confirmedAt === null || confirmedAt <= ctx.now() - CONFIRMED_MS) throw new AppError('confirmation_needed');
  return { ...member, confirmedAt };
}

const OWNERS_ONLY = message(serviceTexts, 'owners_only');

/** The refusal of whoever is no owner of the account, or has just ceased to be one. */
export const ownersOnly = (): AppError => new AppError('forbidden', OWNERS_ONLY);

const NOT_BY_ROLE = message(serviceTexts, 'not_by_role');

/** The refusal of whoever has a role that does not allow this. */
export const notByRole = (): AppError => new AppError('forbidden', NOT_BY_ROLE);

/** Does what {@link requireMember} does, for members whose role allows the verb: 403 for the others. */
export function requireVerb<May extends AccountVerb>(ctx: ServiceContext, may: May): VerbAccess<May> {
  const member = requireMember(ctx);
  if (!can(member.identity, may)) throw may === 'manage' ? notByRole() : ownersOnly();
  return { ...member, may };
}

/** Returns the session of a member who may manage the account's events, as {@link requireVerb} does. */
export const requireAdmin = (ctx: ServiceContext): AdminSession => requireVerb(ctx, 'manage');

/** Returns the owner who pays: 401 for a guest, 403 for everybody else, 503 when billing is off. */
export function requirePayer(ctx: ServiceContext): Payer {
  const { userId } = requireVerb(ctx, 'billing').identity;
  if (!ctx.isBillingOn) throw new AppError('billing_not_configured');
  return { payerId: userId };
}
