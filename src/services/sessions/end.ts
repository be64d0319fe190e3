import { eq } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import type { ServiceContext } from '../context';
import { callBestEffort } from '../call-room';

/** Ends the session that came with the request, if any: in D1 first, then its sockets. */
export async function endOwnSession(ctx: ServiceContext): Promise<void> {
  if (ctx.session === null) return;
  const { sessionId, identity } = ctx.session;
  await ctx.db.delete(sessions).where(eq(sessions.sessionId, sessionId));
  await callBestEffort(ctx, 'end session', () =>
    identity.type === 'admin'
      ? ctx.hub(identity.userId).endSessions([sessionId])
      : ctx.room(identity).endSessions([sessionId]),
  );
}
