import { and, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm';
import { isSessionOf } from '../../db/people';
import { sessions } from '../../db/schema';
import { AppError } from '../../shared/errors';
import type { MemberSession, ServiceContext } from '../context';
import { tellHub, tellRoom } from '../call-room';
import { endSockets } from './end-sockets';
import { HANDOVER_MS, SESSION_MS } from './limits';
import type { OwnSession } from '../../shared/schemas/session';
import { isoTime } from '../../time/iso-time';
import { cursorOf, type Page, type PageQuery, cutPage, readCursor, rowsFor } from '../page';

/** Ends some of the person's sessions in D1, and then their sockets. Returns how many have ended. */
async function revoke(ctx: ServiceContext, personId: string, which: SQL): Promise<number> {
  const ended = await ctx.db
    .delete(sessions)
    .where(and(isSessionOf(personId), which))
    .returning({ sessionId: sessions.sessionId, userId: sessions.userId });
  await endSockets(ctx, ended);
  return ended.length;
}

/** Ends one of the member's own sessions, even the present one. Throws a 404 for a session of somebody else. */
export async function revokeSession(
  ctx: ServiceContext,
  { sessionId: currentId, identity }: MemberSession,
  sessionId: string,
): Promise<{ isCurrent: boolean }> {
  const ended = await revoke(ctx, identity.personId, eq(sessions.sessionId, sessionId));
  if (ended === 0) throw new AppError('not_found');
  return { isCurrent: sessionId === currentId };
}

/** Ends all of the member's own sessions, in every account, except the present one. */
export async function revokeOtherSessions(ctx: ServiceContext, { sessionId, identity }: MemberSession): Promise<void> {
  await revoke(ctx, identity.personId, ne(sessions.sessionId, sessionId));
}

/** Returns the member's own live sessions, newest first, without those of access codes. */
export async function listOwnSessions(
  ctx: ServiceContext,
  { sessionId: currentId, identity }: MemberSession,
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
        isSessionOf(identity.personId),
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
  if (identity.type === 'member') {
    await tellHub(ctx, 'end session', identity.userId, (hub) => hub.endSessions([sessionId]));
  } else await tellRoom(ctx, 'end session', identity, (room) => room.endSessions([sessionId]));
}
