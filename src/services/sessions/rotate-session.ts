import { and, eq, exists, gt, type SQL, sql } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { newId } from '../../crypto/ids';
import { HANDOVER_MS, SESSION_MS } from '../../shared/limits';
import type { ServiceContext } from '../context';

interface HandOver {
  sessionId: string;
  /** The token hash of the new session's cookie. */
  tokenHash: string;
  /** Condition for the whole change. */
  onlyIf: SQL;
}

/** True while the session exists and has not been replaced. */
export const isNotReplaced = ({ db, now }: ServiceContext, sessionId: string): SQL =>
  exists(
    db
      .select({ sessionId: sessions.sessionId })
      .from(sessions)
      .where(and(eq(sessions.sessionId, sessionId), gt(sessions.expiresAt, now() + HANDOVER_MS))),
  );

/**
 * For one batch: another session replaces this one, whose row stays for HANDOVER_MS, for calls that are on their way
 * with its cookie. It is neither prolonged nor confirmed, opens no socket, and is in no list.
 */
export function rotateSession({ db, now }: ServiceContext, { sessionId, tokenHash, onlyIf }: HandOver) {
  const isMeant = and(eq(sessions.sessionId, sessionId), onlyIf);
  const renewed = {
    tokenHash: sql<string>`${tokenHash}`.as('token_hash'),
    sessionId: sql<string>`${newId()}`.as('session_id'),
    userId: sessions.userId,
    eventId: sessions.eventId,
    createdAt: sessions.createdAt,
    expiresAt: sql<number>`${now() + SESSION_MS}`.as('expires_at'),
    browser: sessions.browser,
    confirmedAt: sessions.confirmedAt,
  };
  return [
    db.insert(sessions).select(db.select(renewed).from(sessions).where(isMeant)),
    db
      .update(sessions)
      .set({ expiresAt: now() + HANDOVER_MS, confirmedAt: null })
      .where(isMeant),
  ] as const;
}
