import { isPresentAccount } from '../../db/accounts';
import { users } from '../../db/schema';
import type { MailLanguage } from '../../lib/accept-language';
import { must } from '../../lib/checked';
import { newToken, sha256Hex } from '../../lib/ids';
import { hashPassword, verifyPassword } from '../../lib/password';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import { checkPassword } from '../../shared/rules/password';
import type { PasswordChange } from '../../shared/schemas/inputs';
import { byAddress } from '../attempts/by-address';
import { checkAttempts } from '../attempts/check';
import { FAILED_LOGINS_PER_ADDRESS, FAILED_PASSWORDS_PER_ACCOUNT } from '../attempts/limits';
import { recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';
import { notify } from '../notify';
import { handOver, isHeld } from '../sessions/hand-over';
import { requireAdmin } from '../sessions/require';
import { hasPassword, replacePassword } from './replace';
import { tellOfChange } from './tell';

const NO_CURRENT_PASSWORD = 'Please enter your current password.';
const WRONG_PASSWORD = 'The current password is not right.';

/** 400 when it is not the account's present password. Failures are limited as those of logins are. */
async function checkCurrent(ctx: ServiceContext, userId: string, password: string): Promise<void> {
  const counted = [
    { key: `password:${userId}`, limit: FAILED_PASSWORDS_PER_ACCOUNT },
    ...byAddress(ctx, 'login', FAILED_LOGINS_PER_ADDRESS),
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
 * goes on as a new one, of which only this answer's token knows: whoever has copied the old cookie is out within
 * HANDOVER_MS. The answer waits for no hub: until it is there, the browser's other calls have the old cookie.
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

  const passwordHash = await hashPassword(newPassword);
  const token = newToken();
  const [changed, , ended] = await ctx.db.batch([
    // Whatever else gives the account another password meanwhile ends this session, or hands it over.
    ...replacePassword(ctx, { userId, passwordHash, onlyIf: isHeld(ctx, sessionId), keptSessionId: sessionId }),
    ...handOver(ctx, {
      sessionId,
      tokenHash: await sha256Hex(token),
      onlyIf: hasPassword(ctx, { userId, passwordHash }),
    }),
  ]);
  // The password was changed, or this session ended, while this one was checked.
  if (changed.length === 0) throw new AppError('unauthenticated');

  const endedIds = ended.map((session) => session.sessionId);
  ctx.afterAnswer(() => notify(ctx, 'end sessions', () => ctx.hub(userId).endSessions(endedIds)));
  // With the answer the browser has the cookie with which its own devices come back.
  ctx.afterAnswer(() => notify(ctx, 'renew session', () => ctx.hub(userId).endSessions([sessionId], 'renewed')));
  tellOfChange(ctx, email, language);
  return token;
}
