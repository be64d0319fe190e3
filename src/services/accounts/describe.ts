import type { AdminSession, Session } from '../context';
import { formatAccessCode } from '../../shared/rules/access-code';
import type { BillingDetails } from '../../shared/schemas/billing-details';
import type { Profile } from './profile-schema';
import type { User } from '../../shared/schemas/user';

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
