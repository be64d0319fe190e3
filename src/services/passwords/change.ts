import type { Language } from '../../shared/languages';
import { orInvalidInput } from '../../http/input';
import { newToken, sha256Hex } from '../../crypto/ids';
import { isPassword } from '../../db/people';
import { hashPassword } from '../../crypto/password';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import { checkPassword } from '../../shared/rules/password';
import type { PasswordChange } from '../../shared/schemas/inputs';
import { noteOfLogin } from '../audit/note';
import type { MemberSession, ServiceContext } from '../context';
import { tellHub } from '../call-room';
import { endSockets } from '../sessions/end-sockets';
import { rotateSession, isNotReplaced } from '../sessions/rotate-session';
import { checkCurrent, readCurrent } from './check-current';
import { replacePassword } from './replace';
import { mailPasswordChanged } from './mail-password-changed';

/**
 * Changes the member's own password. All other sessions of the person, in every account, and its reset links end. The
 * present session gets a new token. The old cookie stops working after HANDOVER_MS, so a stolen copy becomes useless.
 * The answer does not wait for a hub: until the browser has the answer, its other calls still use the old cookie.
 * @returns the new token for the session's cookie
 */
export async function changePassword(
  ctx: ServiceContext,
  { sessionId, identity }: MemberSession,
  input: Unchecked<PasswordChange>,
  language: Language,
): Promise<string> {
  const { userId, personId } = identity;
  const currentPassword = readCurrent(input.currentPassword);
  const newPassword = orInvalidInput(checkPassword(input.newPassword));
  await checkCurrent(ctx, identity, currentPassword);

  const passwordHash = await hashPassword(newPassword);
  const token = newToken();
  const [changed, , , ended] = await ctx.db.batch([
    // Another change of the password ends this session or gives it another token, so this one must check that.
    ...replacePassword(ctx, {
      personId,
      passwordHash,
      onlyIf: isNotReplaced(ctx, sessionId),
      keptSessionId: sessionId,
    }),
    ...rotateSession(ctx, {
      sessionId,
      tokenHash: await sha256Hex(token),
      onlyIf: isPassword(ctx.db, personId, passwordHash),
      holder: { userId, personId },
    }),
  ]);
  // Meanwhile the password was changed elsewhere, or this session ended.
  if (changed.length === 0) throw new AppError('unauthenticated');

  await noteOfLogin(ctx, personId, 'changePassword');
  ctx.afterAnswer(() => endSockets(ctx, ended));
  // After the answer the browser has the new cookie, so its own sockets can reconnect with it.
  ctx.afterAnswer(() => tellHub(ctx, 'renew session', userId, (hub) => hub.endSessions([sessionId], 'renewed')));
  mailPasswordChanged(ctx, identity, language);
  return token;
}
