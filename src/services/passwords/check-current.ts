import { eq } from 'drizzle-orm';
import { passwordHash } from '../../db/people';
import { people } from '../../db/schema';
import { verifyPassword } from '../../crypto/password';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { checkAttempts } from '../attempts/check';
import { FAILED_PASSWORDS_PER_ACCOUNT } from '../attempts/limits';
import { failedLogins, recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';

const NO_CURRENT_PASSWORD = message(serviceTexts, 'current_password_missing');
const WRONG_PASSWORD = message(serviceTexts, 'current_password_wrong');

/** Reads the current password from the input; throws a 400 if there is none. */
export function readCurrent(password: unknown): string {
  if (typeof password !== 'string' || password === '') throw new AppError('invalid_input', NO_CURRENT_PASSWORD);
  return password;
}

/**
 * Throws a 400 if the password is not the person's current one. Failures count together with failed logins, so that
 * somebody with a stolen session cannot guess more often than without it.
 */
export async function checkCurrent(
  ctx: ServiceContext,
  { personId, email }: { personId: string; email: string },
  password: string,
): Promise<void> {
  const counted = [
    { key: `password:${personId}`, limit: FAILED_PASSWORDS_PER_ACCOUNT },
    ...(await failedLogins(ctx, email)),
  ];
  await checkAttempts(ctx, counted);
  const person = await ctx.db.select({ passwordHash }).from(people).where(eq(people.personId, personId)).get();
  if (!person) throw new AppError('unauthenticated');
  if (!(await verifyPassword(password, person.passwordHash))) {
    await recordAttempt(ctx, counted);
    throw new AppError('invalid_input', WRONG_PASSWORD);
  }
  // The limit is checked again, as at a login: of many simultaneous guesses, the right one must not succeed after the
  // limit.
  await checkAttempts(ctx, counted);
}
