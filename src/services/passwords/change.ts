import type { MailLanguage } from '../../lib/accept-language';
import { must } from '../../lib/checked';
import { newToken, sha256Hex } from '../../lib/ids';
import { hashPassword } from '../../lib/password';
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
  const currentPassword = readCurrent(input.currentPassword);
  const newPassword = must(checkPassword(input.newPassword));
  await checkCurrent(ctx, identity, currentPassword);

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
