import { and, eq, gt, isNull, lt } from 'drizzle-orm';
import { sha256Hex } from '../../crypto/ids';
import { invitations, users } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { orUnavailable } from '../call-room';
import type { ServiceContext } from '../context';

/** Whether the installation has an account that is not deleted. */
const hasAccount = async ({ db }: ServiceContext): Promise<boolean> =>
  (await db.select({ userId: users.userId }).from(users).where(isNull(users.deletedAt)).limit(1).get()) !== undefined;

/** Throws a 403 if no invitation opens the sign-up: a closed installation takes only its first account. */
export async function refuseWhenClosed(ctx: ServiceContext): Promise<void> {
  if (ctx.signUpMode === 'closed' && (await hasAccount(ctx))) throw new AppError('sign_up_closed');
}

/** Throws a 403 if this installation takes nobody without an invitation. It asks nothing. */
export function refuseUninvited({ signUpMode }: ServiceContext, invitation: string | null): void {
  if (invitation !== null || signUpMode === 'open') return;
  throw new AppError(signUpMode === 'closed' ? 'sign_up_closed' : 'invitation_needed');
}

const isLive = (ctx: ServiceContext, tokenHash: string) =>
  and(eq(invitations.tokenHash, tokenHash), gt(invitations.expiresAt, ctx.now()));

/**
 * Throws unless this person may sign up (docs/product.md, S11, B10). An invitation is not used up yet.
 * @throws {AppError} a 400 for an invitation that does not work; a 403 while sign-ups are closed or paused; a 503 if the
 * monitor, which counts what nobody pays for, does not answer
 */
export async function checkAdmission(ctx: ServiceContext, invitation: string | null): Promise<void> {
  if (invitation === null) {
    if (ctx.isBillingOn && (await isPaused(ctx))) throw new AppError('sign_up_paused');
    return;
  }
  await refuseWhenClosed(ctx);
  const found = await ctx.db
    .select({ tokenHash: invitations.tokenHash })
    .from(invitations)
    .where(isLive(ctx, await sha256Hex(invitation)))
    .get();
  if (!found) throw new AppError('invalid_invitation');
}

const isPaused = (ctx: ServiceContext): Promise<boolean> =>
  orUnavailable(ctx, 'sign-up', {}, () => ctx.monitor().isSignUpPaused());

/** Uses the invitation up. Throws a 400 if it does not work any more, also because another sign-up has just used it. */
export async function redeemInvitation(ctx: ServiceContext, invitation: string): Promise<void> {
  const used = await ctx.db
    .delete(invitations)
    .where(isLive(ctx, await sha256Hex(invitation)))
    .returning();
  if (used.length === 0) throw new AppError('invalid_invitation');
}

/** Stores a new invitation by its hash, and deletes expired ones. */
export async function addInvitation(ctx: ServiceContext, token: string, expiresAt: number): Promise<void> {
  const tokenHash = await sha256Hex(token);
  await ctx.db.batch([
    ctx.db.delete(invitations).where(lt(invitations.expiresAt, ctx.now())),
    ctx.db.insert(invitations).values({ tokenHash, expiresAt }),
  ]);
}
