import type { AdminSession, ServiceContext, Session } from '../context';
import { formatAccessCode } from '../../shared/rules/access-code';
import type { BillingDetails } from '../../shared/schemas/billing-details';
import type { Profile } from './profile-schema';
import type { User } from '../../shared/schemas/user';
import { billingColumns, isPresentAccount } from '../../db/accounts';
import { users } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { requireAdmin } from '../access';

/** The logged-in user as the API's user object. An access-code user has its event owner's status. */
export function describeUser({ identity, account }: Session): User {
  if (identity.type === 'admin') return { username: identity.email, role: 'admin', subscriptionStatus: account.status };
  const { accessCode, eventId } = identity;
  const username = formatAccessCode(accessCode);
  return { username, role: 'user', accessCode, eventId, subscriptionStatus: account.status };
}

export const describeProfile = (session: AdminSession, details: BillingDetails): Profile => ({
  username: session.identity.email,
  role: 'admin',
  subscriptionStatus: session.account.status,
  ...details,
});

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
