import { can, type Permitted, type Verb } from '../../../src/shared/rules/roles';
import type { User } from '../../../src/shared/schemas/user';
import { useSession } from './session';

/** Returns what decides about a user. An admin whom an older release has stored here is an owner. */
function permittedOf({ role, memberRole, eventIds, eventId = '' }: User): Permitted {
  if (role === 'user') return { role: 'door', eventIds: [eventId] };
  return { role: memberRole ?? (role === 'admin' ? 'owner' : role), eventIds: eventIds ?? null };
}

/** Whether the user may do this in an event, or without an event id in the account. */
export const may = (user: User, verb: Verb, eventId?: string): boolean => can(permittedOf(user), verb, eventId);

/** Whether the user may do this in the account, or in one of the events that were chosen for them. */
export const maySomewhere = (user: User, verb: Verb): boolean =>
  may(user, verb) || (user.eventIds ?? []).some((eventId) => may(user, verb, eventId));

/** Whether the user who is logged in may do this, as {@link may} does. */
export function useMay(verb: Verb, eventId?: string): boolean {
  const { user } = useSession();
  return user !== null && may(user, verb, eventId);
}
