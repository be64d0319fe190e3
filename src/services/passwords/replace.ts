import { and, eq, exists, ne, type SQL } from 'drizzle-orm';
import { isPresentAccount } from '../../db/accounts';
import { passwordResets, sessions, users } from '../../db/schema';
import type { ServiceContext } from '../context';

interface Replacement {
  userId: string;
  /** Newly hashed, so that its salt is unique. */
  passwordHash: string;
  /** Condition for the whole change. */
  onlyIf: SQL | undefined;
  /** The session that stays. */
  keptSessionId?: string;
}

/** True within the same batch after the account has that password. */
export const hasPassword = ({ db }: ServiceContext, { userId, passwordHash }: Omit<Replacement, 'onlyIf'>): SQL =>
  exists(
    db
      .select({ userId: users.userId })
      .from(users)
      .where(and(isPresentAccount(userId), eq(users.passwordHash, passwordHash))),
  );

/**
 * For one batch: sets a new password, and ends the account's reset links and sessions. The first statement returns the
 * account's email if it has the password now, the last one the sessions that have ended.
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
