import { and, eq, gt } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { CONFIRMED_MS } from '../sessions/limits';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { can, type Verb } from '../../shared/rules/roles';
import type { AdminSession, ServiceContext, Session } from '../context';

/**
 * The access checks. Each call is declared with one of them (src/routes/who.ts), and its service takes what the check
 * returns as a parameter, so a call with a weaker check does not compile. A failed check throws the error that the call
 * answers (docs/product.md, U4).
 */

/** The session of an admin whose role in the account allows what not every admin may do. */
export interface VerbAccess<May extends Verb> extends AdminSession {
  may: May;
}

export interface Confirmed {
  /** Epoch ms. */
  confirmedAt: number;
}

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
export function requireAnyAdmin(ctx: ServiceContext): AdminSession {
  const session = requireSession(ctx);
  const { identity } = session;
  if (identity.type !== 'admin') throw new AppError('forbidden');
  return { ...session, identity };
}

/**
 * Returns the admin whose password was entered in this session recently. Throws a 401 for guests and ended sessions, 403
 * for access-code users and without a recent confirmation.
 */
export const requireConfirmedAdmin = (ctx: ServiceContext): Promise<ConfirmedAdmin> =>
  confirmed(ctx, requireAdmin(ctx));

/** Does what {@link requireVerb} and {@link requireConfirmedAdmin} do. */
export const requireConfirmedVerb = <May extends Verb>(
  ctx: ServiceContext,
  may: May,
): Promise<VerbAccess<May> & Confirmed> => confirmed(ctx, requireVerb(ctx, may));

async function confirmed<Access extends AdminSession>(ctx: ServiceContext, admin: Access): Promise<Access & Confirmed> {
  const [session] = await ctx.db
    .select({ confirmedAt: sessions.confirmedAt })
    .from(sessions)
    .where(and(eq(sessions.sessionId, admin.sessionId), gt(sessions.expiresAt, ctx.now())));
  if (!session) throw new AppError('unauthenticated');
  const { confirmedAt } = session;
  if (confirmedAt === null || confirmedAt <= ctx.now() - CONFIRMED_MS) throw new AppError('confirmation_needed');
  return { ...admin, confirmedAt };
}

const OWNERS_ONLY = message(serviceTexts, 'owners_only');

/** The refusal of whoever is no owner of the account, or has just ceased to be one. */
export const ownersOnly = (): AppError => new AppError('forbidden', OWNERS_ONLY);

/** Does what {@link requireAdmin} does, for members whose role allows the verb: 403 for the others. */
export function requireVerb<May extends Verb>(ctx: ServiceContext, may: May): VerbAccess<May> {
  const admin = requireAdmin(ctx);
  if (!can({ role: admin.identity.role, eventIds: null }, may)) throw ownersOnly();
  return { ...admin, may };
}

/** Returns the owner who pays: 401 for a guest, 403 for everybody else, 503 when billing is off. */
export function requirePayer(ctx: ServiceContext): Payer {
  const { userId } = requireVerb(ctx, 'billing').identity;
  if (!ctx.isBillingOn) throw new AppError('billing_not_configured');
  return { payerId: userId };
}
