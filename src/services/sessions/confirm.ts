import { and, eq } from 'drizzle-orm';
import { sessions } from '../../db/schema';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import type { Confirmation } from '../../shared/schemas/inputs';
import type { MemberSession, ServiceContext } from '../context';
import { checkCurrent, readCurrent } from '../passwords/check-current';
import { isNotReplaced } from './rotate-session';

/** Confirms the session with the password: for CONFIRMED_MS it may make calls that need a confirmation. */
export async function confirmSession(
  ctx: ServiceContext,
  { sessionId, identity }: MemberSession,
  input: Unchecked<Confirmation>,
): Promise<void> {
  await checkCurrent(ctx, identity, readCurrent(input.password));
  const confirmed = await ctx.db
    .update(sessions)
    .set({ confirmedAt: ctx.now() })
    .where(and(eq(sessions.sessionId, sessionId), isNotReplaced(ctx, sessionId)))
    .returning({ sessionId: sessions.sessionId });
  if (confirmed.length === 0) throw new AppError('unauthenticated');
}
