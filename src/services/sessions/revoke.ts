import { and, eq, ne, type SQL } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { AppError } from '../../shared/errors';
import type { ServiceContext } from '../context';
import { callBestEffort } from '../call-room';
import { requireAdmin } from './require';

/** Ends some of the account's sessions: in D1 first, then their sockets. */
async function revoke(ctx: ServiceContext, userId: string, which: SQL): Promise<string[]> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), which))
    .returning({ sessionId: sessions.sessionId });
  const sessionIds = ended.map(({ sessionId }) => sessionId);
  if (sessionIds.length > 0) await callBestEffort(ctx, 'end sessions', () => ctx.hub(userId).endSessions(sessionIds));
  return sessionIds;
}

/** Ends one session of the admin's own account, even the one that asks. Somebody else's session counts as unknown. */
export async function revokeSession(ctx: ServiceContext, sessionId: string): Promise<{ isCurrent: boolean }> {
  const { sessionId: currentId, identity } = requireAdmin(ctx);
  const ended = await revoke(ctx, identity.userId, eq(sessions.sessionId, sessionId));
  if (ended.length === 0) throw new AppError('not_found');
  return { isCurrent: sessionId === currentId };
}

/** Ends all sessions of the admin's own account except the one that asks. */
export async function revokeOtherSessions(ctx: ServiceContext): Promise<void> {
  const { sessionId, identity } = requireAdmin(ctx);
  await revoke(ctx, identity.userId, ne(sessions.sessionId, sessionId));
}
