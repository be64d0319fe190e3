import { and, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { AppError } from '../../shared/errors';
import type { AdminSession, ServiceContext } from '../context';
import { tellHub, tellRoom } from '../call-room';
import { HANDOVER_MS, SESSION_MS } from './limits';
import type { OwnSession } from '../../shared/schemas/session';
import { isoTime } from '../../time/iso-time';
import { cursorOf, type Page, type PageQuery, cutPage, readCursor, rowsFor } from '../page';

/** Ends some of the account's sessions in D1, and then their sockets. Returns the ids of the ended sessions. */
async function revoke(ctx: ServiceContext, userId: string, which: SQL): Promise<string[]> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), which))
    .returning({ sessionId: sessions.sessionId });
  const sessionIds = ended.map(({ sessionId }) => sessionId);
  if (sessionIds.length > 0) await tellHub(ctx, 'end sessions', userId, (hub) => hub.endSessions(sessionIds));
  return sessionIds;
}

/** Ends one session of the admin's own account, even the present one. Throws a 404 for a session of another account. */
export async function revokeSession(
  ctx: ServiceContext,
  { sessionId: currentId, identity }: AdminSession,
  sessionId: string,
): Promise<{ isCurrent: boolean }> {
  const ended = await revoke(ctx, identity.userId, eq(sessions.sessionId, sessionId));
  if (ended.length === 0) throw new AppError('not_found');
  return { isCurrent: sessionId === currentId };
}

/** Ends all sessions of the admin's own account except the present one. */
export async function revokeOtherSessions(ctx: ServiceContext, { sessionId, identity }: AdminSession): Promise<void> {
  await revoke(ctx, identity.userId, ne(sessions.sessionId, sessionId));
}

/** Returns the live sessions of the admin's own account, newest first, without those of its access codes. */
export async function listOwnSessions(
  ctx: ServiceContext,
  { sessionId: currentId, identity }: AdminSession,
  page: PageQuery,
): Promise<Page<OwnSession>> {
  const after = readCursor(page.after);
  const rows = await ctx.db
    .select({
      sessionId: sessions.sessionId,
      createdAt: sessions.createdAt,
      expiresAt: sessions.expiresAt,
      browser: sessions.browser,
    })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, identity.userId),
        gt(sessions.expiresAt, ctx.now() + HANDOVER_MS),
        after === null ? undefined : sql`(${sessions.createdAt}, ${sessions.sessionId}) < (${after.at}, ${after.key})`,
      ),
    )
    .orderBy(desc(sessions.createdAt), desc(sessions.sessionId))
    .limit(rowsFor(page));
  const { entries, next } = cutPage(rows, page, ({ createdAt, sessionId }) => cursorOf(createdAt, sessionId));
  const own = entries.map(({ sessionId, createdAt, expiresAt, browser }) => ({
    sessionId,
    isCurrent: sessionId === currentId,
    createdAt: isoTime(createdAt),
    // The session was last prolonged SESSION_MS before it expires.
    lastSeenAt: isoTime(Math.max(createdAt, expiresAt - SESSION_MS)),
    browser,
  }));
  return { entries: own, next };
}

/** Ends the request's session, if there is one, in D1, and then its sockets. */
export async function endOwnSession(ctx: ServiceContext): Promise<void> {
  if (ctx.session === null) return;
  const { sessionId, identity } = ctx.session;
  await ctx.db.delete(sessions).where(eq(sessions.sessionId, sessionId));
  if (identity.type === 'admin') {
    await tellHub(ctx, 'end session', identity.userId, (hub) => hub.endSessions([sessionId]));
  } else await tellRoom(ctx, 'end session', identity, (room) => room.endSessions([sessionId]));
}
