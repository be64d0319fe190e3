import { and, eq, exists, getTableColumns, gt, type SQL } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { storedHash } from '../../db/token-hash';
import { newId } from '../../crypto/ids';
import { HANDOVER_MS, SESSION_MS } from './limits';
import type { ServiceContext } from '../context';

interface HandOver {
  sessionId: string;
  /** The SHA-256 of the new cookie's token, in hex. */
  tokenHash: string;
  /** The condition under which anything changes. */
  onlyIf: SQL;
  /** The holder of the new session. With `confirmedAt` it is not confirmed, even if the old one is. */
  holder: { userId: string; personId: string; confirmedAt?: null };
}

/** The condition that the session exists and was not replaced. */
export const isNotReplaced = ({ db, now }: ServiceContext, sessionId: string): SQL =>
  exists(
    db
      .select({ sessionId: sessions.sessionId })
      .from(sessions)
      .where(and(eq(sessions.sessionId, sessionId), gt(sessions.expiresAt, now() + HANDOVER_MS))),
  );

/**
 * Returns statements for one batch that replace a session by a new one. The old row stays for HANDOVER_MS, for calls
 * that were sent with its cookie. Meanwhile it is not prolonged or confirmed, opens no socket, and is in no list.
 */
export function rotateSession({ db, now }: ServiceContext, { sessionId, tokenHash, onlyIf, holder }: HandOver) {
  const isMeant = and(eq(sessions.sessionId, sessionId), onlyIf);
  const stored = storedHash(tokenHash, holder.userId, holder.personId);
  const changes = { ...holder, tokenHash: stored, sessionId: newId(), expiresAt: now() + SESSION_MS };
  const renewed = selectedRow(sessions, { ...getTableColumns(sessions), ...changes });
  return [
    db.insert(sessions).select(db.select(renewed).from(sessions).where(isMeant)),
    db
      .update(sessions)
      .set({ expiresAt: now() + HANDOVER_MS, confirmedAt: null })
      .where(isMeant),
  ] as const;
}
