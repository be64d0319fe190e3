import type { MailLanguage } from '../../http/accept-language';
import { must } from '../../http/input';
import { newToken, sha256Hex } from '../../crypto/ids';
import { hashPassword } from '../../crypto/password';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import { checkPassword } from '../../shared/rules/password';
import type { PasswordChange } from '../../shared/schemas/inputs';
import type { ServiceContext } from '../context';
import { notify } from '../notify';
import { handOver, isHeld } from '../sessions/hand-over';
import { requireAdmin } from '../sessions/require';
import { checkCurrent, readCurrent } from './check-current';
import { hasPassword, replacePassword } from './replace';
import { tellOfChange } from './tell';

/**
 * Changes the password of the admin's own account. All its other sessions and its reset links end. The current session
 * gets a new token, returned only here; the old cookie stops working after HANDOVER_MS, so a stolen copy becomes
 * useless. The answer does not wait for a hub: until it arrives, the browser's other calls still use the old cookie.
 * @returns the token of its cookie
 */
export async function changePassword(
  ctx: ServiceContext,
  input: Unchecked<PasswordChange>,
  language: MailLanguage,
): Promise<string> {
  const { sessionId, identity } = requireAdmin(ctx);
  const { userId, email } = identity;
  const currentPassword = readCurrent(input.currentPassword);
  const newPassword = must(checkPassword(input.newPassword));
  await checkCurrent(ctx, identity, currentPassword);

  const passwordHash = await hashPassword(newPassword);
  const token = newToken();
  const [changed, , ended] = await ctx.db.batch([
    // Anything else that changes the password meanwhile ends this session or replaces it.
    ...replacePassword(ctx, { userId, passwordHash, onlyIf: isHeld(ctx, sessionId), keptSessionId: sessionId }),
    ...handOver(ctx, {
      sessionId,
      tokenHash: await sha256Hex(token),
      onlyIf: hasPassword(ctx, { userId, passwordHash }),
    }),
  ]);
  // The password was changed, or this session ended, while the password was checked.
  if (changed.length === 0) throw new AppError('unauthenticated');

  const endedIds = ended.map((session) => session.sessionId);
  ctx.afterAnswer(() => notify(ctx, 'end sessions', () => ctx.hub(userId).endSessions(endedIds)));
  // After the answer the browser has the cookie with which its own devices reconnect.
  ctx.afterAnswer(() => notify(ctx, 'renew session', () => ctx.hub(userId).endSessions([sessionId], 'renewed')));
  tellOfChange(ctx, email, language);
  return token;
}
