import { and, eq, ne, type SQL } from 'drizzle-orm';
import { isPassword, isSessionOf, writePassword } from '../../db/people';
import { passwordResets, sessions } from '../../db/schema';
import type { ServiceContext } from '../context';

interface Replacement {
  personId: string;
  /** A new hash. Its salt makes it unique. */
  passwordHash: string;
  /** The condition under which anything changes. */
  onlyIf: SQL | undefined;
  /** The session that does not end. */
  keptSessionId?: string;
}

/**
 * Returns statements for one batch that set a new password and end the person's reset links and sessions. If the
 * password was set, the first statement returns the person's email, and the last one the ended sessions.
 */
export function replacePassword({ db }: ServiceContext, replacement: Replacement) {
  const { personId, passwordHash, onlyIf, keptSessionId } = replacement;
  const isReplaced = isPassword(db, personId, passwordHash);
  const isOther = keptSessionId === undefined ? undefined : ne(sessions.sessionId, keptSessionId);
  return [
    ...writePassword(db, personId, passwordHash, onlyIf),
    db.delete(passwordResets).where(and(eq(passwordResets.personId, personId), isReplaced)),
    db
      .delete(sessions)
      .where(and(isSessionOf(personId), isOther, isReplaced))
      .returning({ sessionId: sessions.sessionId, userId: sessions.userId }),
  ] as const;
}
