import { and, eq, exists, ne, type SQL } from 'drizzle-orm';
import { isPresentAccount } from '../../db/accounts';
import { passwordResets, sessions, users } from '../../db/schema';
import type { ServiceContext } from '../context';

interface Replacement {
  userId: string;
  /** Newly made, so that nobody else's has the same salt. */
  passwordHash: string;
  /** Without it nothing changes. */
  onlyIf: SQL | undefined;
  /** The session that goes on. */
  keptSessionId?: string;
}

/** Holds in the same batch once the account has that password. */
export const hasPassword = ({ db }: ServiceContext, { userId, passwordHash }: Omit<Replacement, 'onlyIf'>): SQL =>
  exists(
    db
      .select({ userId: users.userId })
      .from(users)
      .where(and(isPresentAccount(userId), eq(users.passwordHash, passwordHash))),
  );

/**
 * For one batch: a new password for the account, whose links to reset it and sessions end. The first answers with the
 * account's email when it has the password now, the last with the sessions that have ended.
 */
export function replacePassword(ctx: ServiceContext, replacement: Replacement) {
  const { userId, passwordHash, onlyIf, keptSessionId } = replacement;
  const isReplaced = hasPassword(ctx, replacement);
  const isOther = keptSessionId === undefined ? undefined : ne(sessions.sessionId, keptSessionId);
  return [
    ctx.db
      .update(users)
      .set({ passwordHash })
      .where(and(isPresentAccount(userId), onlyIf))
      .returning({ email: users.email }),
    ctx.db.delete(passwordResets).where(and(eq(passwordResets.userId, userId), isReplaced)),
    ctx.db
      .delete(sessions)
      .where(and(eq(sessions.userId, userId), isOther, isReplaced))
      .returning({ sessionId: sessions.sessionId }),
  ] as const;
}
