import { and, eq, exists, ne, type SQL } from 'drizzle-orm';
import { isPresentAccount } from '../../db/present';
import { passwordResets, sessions, users } from '../../db/schema';
import type { ServiceContext } from '../context';

interface Replacement {
  userId: string;
  /** A new hash. Its salt makes it unique. */
  passwordHash: string;
  /** The condition under which anything changes. */
  onlyIf: SQL | undefined;
  /** The session that does not end. */
  keptSessionId?: string;
}

/** The condition that the account has this password hash, for later statements of the same batch. */
export const hasPassword = ({ db }: ServiceContext, { userId, passwordHash }: Omit<Replacement, 'onlyIf'>): SQL =>
  exists(
    db
      .select({ userId: users.userId })
      .from(users)
      .where(and(isPresentAccount(userId), eq(users.passwordHash, passwordHash))),
  );

/**
 * Returns statements for one batch that set a new password and end the account's reset links and sessions. If the
 * password was set, the first statement returns the account's email, and the last one the ended sessions.
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
