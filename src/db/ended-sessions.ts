import { and, isNotNull, or, sql } from 'drizzle-orm';
import { logError } from '../observability/log';
import { type EndedSessions, NONE_ENDED } from '../rpc/ended-sessions';
import type { Database } from './client';
import { sessions } from './schema';

/**
 * Finds the sessions that D1 has deleted, marked as ended, or that have expired (a replaced session expires, too).
 * Returns none if D1 does not answer, so that sockets stay open. All ids are one bound value, because D1 takes at most
 * 100.
 */
export async function findEnded(db: Database, sessionIds: ReadonlySet<string>, now: number): Promise<EndedSessions> {
  if (sessionIds.size === 0) return NONE_ENDED;
  try {
    const rows = await db
      .select({ sessionId: sessions.sessionId, expiresAt: sessions.expiresAt })
      .from(sessions)
      .where(
        and(
          sql`${sessions.sessionId} in (select value from json_each(${JSON.stringify([...sessionIds])}))`,
          or(isNotNull(sessions.userId), isNotNull(sessions.eventId)),
        ),
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
