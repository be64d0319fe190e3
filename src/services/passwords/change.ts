import { and, eq, exists } from 'drizzle-orm';
import { isPresentAccount } from '../../db/accounts';
import { sessions, users } from '../../db/schema';
import type { MailLanguage } from '../../lib/accept-language';
import { must } from '../../lib/checked';
import { newId, newToken, sha256Hex } from '../../lib/ids';
import { hashPassword, verifyPassword } from '../../lib/password';
import { AppError } from '../../shared/errors';
import { SESSION_MS } from '../../shared/limits';
import type { Unchecked } from '../../shared/rules/checked';
import { checkPassword } from '../../shared/rules/password';
import type { PasswordChange } from '../../shared/schemas/inputs';
import { checkAttempts } from '../attempts/check';
import { FAILED_LOGINS_PER_ADDRESS, FAILED_PASSWORDS_PER_ACCOUNT } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';
import { notify } from '../notify';
import { requireAdmin } from '../sessions/require';
import { hasPassword, replacePassword } from './replace';
import { tellOfChange } from './tell';

const NO_CURRENT_PASSWORD = 'Please enter your current password.';
const WRONG_PASSWORD = 'The current password is not right.';

/** 400 when it is not the account's present password. Failures are limited as those of logins are. */
async function checkCurrent(ctx: ServiceContext, userId: string, password: string): Promise<void> {
  const counted = [
    { key: `password:${userId}`, limit: FAILED_PASSWORDS_PER_ACCOUNT },
    { key: `login:${ctx.address}`, limit: FAILED_LOGINS_PER_ADDRESS },
  ];
  await checkAttempts(ctx, counted);
  const account = await ctx.db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(isPresentAccount(userId))
    .get();
  if (!account) throw new AppError('unauthenticated');
  if (!(await verifyPassword(password, account.passwordHash))) {
    await recordAttempt(ctx, counted);
    throw new AppError('invalid_input', WRONG_PASSWORD);
  }
  // As at a login: of many guesses made at once the right one must not be told after the limit was reached.
  await checkAttempts(ctx, counted);
}

/**
 * A new password for the admin's own account. All its other sessions and its links to reset it end. The session that asks
 * goes on as a new one, of which only this answer's token knows: whoever has copied the old cookie is out.
 * @returns the token of its cookie
 */
export async function changePassword(
  ctx: ServiceContext,
  input: Unchecked<PasswordChange>,
  language: MailLanguage,
): Promise<string> {
  const { sessionId, identity } = requireAdmin(ctx);
  const { userId, email } = identity;
  if (typeof input.currentPassword !== 'string' || input.currentPassword === '') {
    throw new AppError('invalid_input', NO_CURRENT_PASSWORD);
  }
  const newPassword = must(checkPassword(input.newPassword));
  await checkCurrent(ctx, userId, input.currentPassword);

  const { db } = ctx;
  const passwordHash = await hashPassword(newPassword);
  const isOwn = eq(sessions.sessionId, sessionId);
  // Whatever else gives the account another password meanwhile ends this session.
  const onlyIf = exists(db.select({ sessionId: sessions.sessionId }).from(sessions).where(isOwn));
  const token = newToken();
  const renewed = { tokenHash: await sha256Hex(token), sessionId: newId(), expiresAt: ctx.now() + SESSION_MS };
  const [changed, , ended] = await db.batch([
    ...replacePassword(ctx, { userId, passwordHash, onlyIf, keptSessionId: sessionId }),
    db
      .update(sessions)
      .set(renewed)
      .where(and(isOwn, hasPassword(ctx, { userId, passwordHash }))),
  ]);
  // The password was changed, or this session ended, while this one was checked.
  if (changed.length === 0) throw new AppError('unauthenticated');

  const endedIds = ended.map((session) => session.sessionId);
  await notify(ctx, 'end sessions', () => ctx.hub(userId).endSessions(endedIds));
  // With the answer the browser has the cookie with which its own devices come back.
  ctx.afterAnswer(() => notify(ctx, 'renew session', () => ctx.hub(userId).endSessions([sessionId], 'renewed')));
  tellOfChange(ctx, email, language);
  return token;
}
