import { parse } from '../../http/input';
import { AppError } from '../../shared/errors';
import { type NewGrant, NewGrantSchema } from '../../shared/members/schemas';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import type { Unchecked } from '../../shared/rules/checked';
import { hasChosenEvents, type MemberRole } from '../../shared/rules/roles';
import type { ServiceContext } from '../context';
import { mustBeOwnEvents } from '../events/own-event-ids';

/** A role in an account, and the events for which it holds. */
export interface Grant {
  role: MemberRole;
  /** Null for a role that has all events of the account. */
  eventIds: string[] | null;
}

const NO_EVENT = message(serviceTexts, 'events_not_chosen');
const ALL_EVENTS = message(serviceTexts, 'events_not_for_role');

/** Checks a role that an owner gives. Throws a 400 for events that it cannot have, and for a role without any. */
export async function checkGrant(
  { db }: Pick<ServiceContext, 'db'>,
  userId: string,
  input: Unchecked<NewGrant>,
): Promise<Grant> {
  const { role, eventIds: typed } = parse(NewGrantSchema, input);
  const chosen = [...new Set(typed ?? [])];
  if (!hasChosenEvents(role)) {
    if (chosen.length > 0) throw new AppError('invalid_input', ALL_EVENTS);
    return { role, eventIds: null };
  }
  if (chosen.length === 0) throw new AppError('invalid_input', NO_EVENT);
  await mustBeOwnEvents(db, userId, chosen);
  return { role, eventIds: chosen };
}

/** A role with its events, as the audit log has it: 'viewer e1 e2'. */
export const grantText = ({ role, eventIds }: Grant): string => [role, ...(eventIds ?? [])].join(' ');
