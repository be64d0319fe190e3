import { and, eq, exists, gt } from 'drizzle-orm';
import { attempts, members, passwordResets, people, users } from '../../db/schema';
import { isPassword } from '../../db/people';
import { isPresentAccount } from '../../db/present';
import { isHash } from '../../db/token-hash';
import type { Language } from '../../shared/languages';
import { orInvalidInput } from '../../http/input';
import { sha256Hex } from '../../crypto/ids';
import { hashPassword } from '../../crypto/password';
import { AppError } from '../../shared/errors';
import type { Unchecked } from '../../shared/rules/checked';
import { checkPassword } from '../../shared/rules/password';
import type { PasswordReset } from '../../shared/schemas/inputs';
import { byAddress, checkAttempts } from '../attempts/check';
import { FAILED_LOGINS_PER_ADDRESS } from '../attempts/limits';
import { loginKey, recordAttempt } from '../attempts/record';
import { noteOfLogin } from '../audit/note';
import type { ServiceContext } from '../context';
import { endSockets } from '../sessions/end-sockets';
import { replacePassword } from './replace';
import { mailPasswordChanged } from './mail-password-changed';

/**
 * Sets a new password with the token of a mailed link, which works once. All other links and all sessions of the
 * person end. The call does not log in, but it clears the failed logins from the caller's address with that email.
 * Unknown, used and expired links are refused with the same text.
 */
export async function resetPassword(
  ctx: ServiceContext,
  input: Unchecked<PasswordReset>,
  language: Language,
): Promise<void> {
  const password = orInvalidInput(checkPassword(input.password));
  const { db } = ctx;
  const tokenHash = await sha256Hex(typeof input.token === 'string' ? input.token : '');
  const isLive = and(isHash(passwordResets.tokenHash, tokenHash), gt(passwordResets.expiresAt, ctx.now()));
  const counted = byAddress(ctx, 'login', FAILED_LOGINS_PER_ADDRESS);

  await checkAttempts(ctx, counted);
  const link = await db
    .select({ personId: people.personId, email: people.email })
    .from(passwordResets)
    .innerJoin(people, eq(people.personId, passwordResets.personId))
    .innerJoin(members, eq(members.personId, people.personId))
    .innerJoin(users, isPresentAccount(members.ownerId))
    .where(isLive)
    .get();
  if (!link) {
    await recordAttempt(ctx, counted);
    throw new AppError('invalid_reset_link');
  }

  const { personId, email } = link;
  const passwordHash = await hashPassword(password);
  const onlyIf = exists(db.select({ personId: passwordResets.personId }).from(passwordResets).where(isLive));
  const isPardoned = and(eq(attempts.key, await loginKey(ctx, email)), isPassword(db, personId, passwordHash));
  const [[person], , , ended] = await db.batch([
    ...replacePassword(ctx, { personId, passwordHash, onlyIf }),
    db.delete(attempts).where(isPardoned),
  ]);
  // Another call has used the same link meanwhile.
  if (!person) throw new AppError('invalid_reset_link');
  await noteOfLogin(ctx, personId, 'resetPassword');
  await endSockets(ctx, ended);
  mailPasswordChanged(ctx, { personId, email: person.email }, language);
}
