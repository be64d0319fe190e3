import { isPresentAccount } from '../../db/accounts';
import { users } from '../../db/schema';
import { verifyPassword } from '../../lib/password';
import { AppError } from '../../shared/errors';
import { byAddress } from '../attempts/by-address';
import { checkAttempts } from '../attempts/check';
import {
  FAILED_LOGINS_PER_ADDRESS,
  FAILED_LOGINS_PER_IDENTIFIER,
  FAILED_PASSWORDS_PER_ACCOUNT,
} from '../attempts/limits';
import { loginKey } from '../attempts/login-key';
import { recordAttempt } from '../attempts/record';
import type { ServiceContext } from '../context';

const NO_CURRENT_PASSWORD = 'Please enter your current password.';
const WRONG_PASSWORD = 'The current password is not right.';

/** What was sent as the present password; 400 where it is none. */
export function readCurrent(password: unknown): string {
  if (typeof password !== 'string' || password === '') throw new AppError('invalid_input', NO_CURRENT_PASSWORD);
  return password;
}

/**
 * 400 when it is not the account's present password. Failures count with those of logins, and failed logins count here:
 * whoever holds a stolen session guesses no more often than without it.
 */
export async function checkCurrent(
  ctx: ServiceContext,
  { userId, email }: { userId: string; email: string },
  password: string,
): Promise<void> {
  const counted = [
    { key: `password:${userId}`, limit: FAILED_PASSWORDS_PER_ACCOUNT },
    { key: await loginKey(ctx, email), limit: FAILED_LOGINS_PER_IDENTIFIER },
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
