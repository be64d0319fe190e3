import type { MailLanguage } from '../../http/accept-language';
import { orInvalidInput } from '../../http/input';
import { newToken, sha256Hex } from '../../crypto/ids';
import { hashPassword } from '../../crypto/password';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import { checkPassword } from '../../shared/rules/password';
import type { PasswordChange } from '../../shared/schemas/inputs';
import type { ServiceContext } from '../context';
import { callBestEffort } from '../call-room';
import { rotateSession, isNotReplaced } from '../sessions/rotate-session';
import { requireAdmin } from '../access';
import { checkCurrent, readCurrent } from './check-current';
import { hasPassword, replacePassword } from './replace';
import { mailPasswordChanged } from './mail-password-changed';

/**
 * Changes the password of the admin's own account, and ends all other sessions and all reset links of the account. The
 * current session gets a new token, which only this call returns. The old cookie stops working after HANDOVER_MS, so a
 * stolen copy becomes useless. Until the answer arrives, the browser's other calls still use the old cookie. Therefore
 * the answer does not wait for the account's hub.
 * @returns the token for the session's new cookie
 */
export async function changePassword(
  ctx: ServiceContext,
  input: Unchecked<PasswordChange>,
  language: MailLanguage,
): Promise<string> {
  const { sessionId, identity } = requireAdmin(ctx);
  const { userId, email } = identity;
  const currentPassword = readCurrent(input.currentPassword);
  const newPassword = orInvalidInput(checkPassword(input.newPassword));
  await checkCurrent(ctx, identity, currentPassword);

  const passwordHash = await hashPassword(newPassword);
  const token = newToken();
  const [changed, , ended] = await ctx.db.batch([
    // Anything else that changes the password meanwhile ends this session or replaces it.
    ...replacePassword(ctx, { userId, passwordHash, onlyIf: isNotReplaced(ctx, sessionId), keptSessionId: sessionId }),
    ...rotateSession(ctx, {
      sessionId,
      tokenHash: await sha256Hex(token),
      onlyIf: hasPassword(ctx, { userId, passwordHash }),
    }),
  ]);
  // The password was changed, or this session ended, while the password was checked.
  if (changed.length === 0) throw new AppError('unauthenticated');

  const endedIds = ended.map((session) => session.sessionId);
  ctx.afterAnswer(() => callBestEffort(ctx, 'end sessions', () => ctx.hub(userId).endSessions(endedIds)));
  // After the answer the browser has the cookie with which its own devices reconnect.
  ctx.afterAnswer(() =>
    callBestEffort(ctx, 'renew session', () => ctx.hub(userId).endSessions([sessionId], 'renewed')),
  );
  mailPasswordChanged(ctx, email, language);
  return token;
}
