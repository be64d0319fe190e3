import { and, desc, eq, gt } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { HANDOVER_MS, SESSION_MS } from '../../shared/limits';
import { isoTime } from '../../time/iso-time';
import type { OwnSession } from '../../shared/schemas/session';
import type { ServiceContext } from '../context';
import { requireAdmin } from './require';

/** The live sessions of the admin's own account, newest first, without those of its access codes. */
export async function listOwnSessions(ctx: ServiceContext): Promise<OwnSession[]> {
  const { sessionId: currentId, identity } = requireAdmin(ctx);
  const rows = await ctx.db
    .select({
      sessionId: sessions.sessionId,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      browser: sessions.browser,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, identity.userId), gt(sessions.expiresAt, ctx.now() + HANDOVER_MS)))
    .orderBy(desc(sessions.createdAt), desc(sessions.sessionId));
  return rows.map(({ sessionId, createdAt, expiresAt, browser }) => ({
    sessionId,
    isCurrent: sessionId === currentId,
    createdAt: isoTime(createdAt),
    // The remaining lifetime tells when the session was last prolonged.
    lastSeenAt: isoTime(Math.max(createdAt, expiresAt - SESSION_MS)),
    browser,
  }));
}
