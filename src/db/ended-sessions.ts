import { and, isNotNull, or } from 'drizzle-orm';
import { logError } from '../observability/log';
import { type EndedSessions, NONE_ENDED } from '../rpc/ended-sessions';
import type { Database } from './client';
import { isOneOf } from './one-of';
import { sessions } from './schema';

/**
 * Finds the sessions that D1 has deleted, marked as ended, or that have expired (a replaced session expires, too).
 * Returns none if D1 does not answer, so that sockets stay open.
 */
export async function findEnded(db: Database, sessionIds: ReadonlySet<string>, now: number): Promise<EndedSessions> {
  if (sessionIds.size === 0) return NONE_ENDED;
  try {
    const rows = await db
      .select({ sessionId: sessions.sessionId, expiresAt: sessions.expiresAt })
      .from(sessions)
      .where(
        and(isOneOf(sessions.sessionId, [...sessionIds]), or(isNotNull(sessions.userId), isNotNull(sessions.eventId))),
      );
    const known = new Set(rows.map(({ sessionId }) => sessionId));
    return {
      over: [...sessionIds].filter((sessionId) => !known.has(sessionId)),
      renewed: rows.filter(({ expiresAt }) => expiresAt <= now).map(({ sessionId }) => sessionId),
    };
  } catch (error) {
    logError('sessions.ended', error);
    return NONE_ENDED;
  }
}
