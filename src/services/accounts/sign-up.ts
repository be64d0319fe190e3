import { insertAccount, isEmailTaken } from '../../db/people';
import type { ServiceContext } from '../context';
import { orInvalidInput } from '../../http/input';
import { newId } from '../../crypto/ids';
import { hashPassword } from '../../crypto/password';
import { AppError } from '../../shared/errors';
import { TRIAL_MS } from '../../billing/limits';
import type { Unchecked } from '../../shared/rules/checked';
import { checkAdmission, refuseUninvited, redeemInvitation } from './admission';
import { checkEmail } from './email';
import { checkPassword } from '../../shared/rules/password';
import { effectiveStatus } from '../../shared/rules/subscription';
import type { SignUp } from '../../shared/schemas/inputs';
import type { User } from '../../shared/schemas/user';
import { byAddress } from '../attempts/check';
import { countAttempt } from '../attempts/record';
import { SIGNUPS_PER_ADDRESS } from '../attempts/limits';
import { tellHub } from '../call-room';

/** Returns the token that was sent; null without one. What is no text is the token of no invitation. */
function readInvitation(token: unknown): string | null {
  if (token === undefined || token === null || token === '') return null;
  return typeof token === 'string' ? token : 'none';
}

/** Creates an admin account in its trial. It does not log in. Open to everyone whom the installation admits. */
export async function signUp(ctx: ServiceContext, input: Unchecked<SignUp>): Promise<User> {
  const invitation = readInvitation(input.invitation);
  refuseUninvited(ctx, invitation);
  const email = orInvalidInput(checkEmail(input.email));
  const password = orInvalidInput(checkPassword(input.password));

  await countAttempt(ctx, byAddress(ctx, 'signup', SIGNUPS_PER_ADDRESS));
  await checkAdmission(ctx, invitation);

  if (await isEmailTaken(ctx.db, email)) throw new AppError('email_taken');

  const now = ctx.now();
  const account = {
    userId: newId(),
    email,
    passwordHash: await hashPassword(password),
    trialEndsAt: now + TRIAL_MS,
    createdAt: now,
  };
  if (invitation !== null) await redeemInvitation(ctx, invitation);
  const [created] = await insertAccount(ctx.db, account);
  // Somebody signed up with the same email while the password was hashed.
  if (!created) throw new AppError('email_taken');
  // Signing up does not wait for Stripe, because the trial starts here.
  if (ctx.isBillingOn) await tellHub(ctx, 'run billing', account.userId, (hub) => hub.runBilling(account.userId));
  return { username: created.email, role: 'admin', subscriptionStatus: effectiveStatus(created, now) };
}
