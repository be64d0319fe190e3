import { billingColumns, isPresentAccount } from '../../db/accounts';
import { users } from '../../db/schema';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import type { Profile } from './profile-schema';
import { requireAdmin } from '../sessions/require';
import { describeProfile } from './describe';

/** The admin's own account with its billing details. */
export async function readProfile(ctx: ServiceContext): Promise<Profile> {
  const session = requireAdmin(ctx);
  const details = await ctx.db
    .select(billingColumns)
    .from(users)
    .where(isPresentAccount(session.identity.userId))
    .get();
  if (!details) throw new AppError('unauthenticated');
  return describeProfile(session, details);
}
