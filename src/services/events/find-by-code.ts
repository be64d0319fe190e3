import { and, eq, isNull } from 'drizzle-orm';
import { eventColumns, toEvent } from '../../db/definitions';
import { events } from '../../db/schema';
import type { ServiceContext, Session } from '../context';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { normalizeAccessCode } from '../../shared/rules/access-code';
import { can } from '../../shared/rules/roles';
import type { Event } from '../../shared/schemas/event';

const NO_EVENT = message(serviceTexts, 'access_code_unknown');

/**
 * Returns the event of an access code: the session's own, or one at which the member may count. Throws a 404 for other
 * codes: whoever may not count learns none by trying.
 */
export async function findEventByCode(ctx: ServiceContext, { identity }: Session, typed: string): Promise<Event> {
  const code = normalizeAccessCode(typed);
  if (code === null) throw new AppError('not_found', NO_EVENT);
  const mine = identity.type === 'member' ? eq(events.ownerId, identity.userId) : eq(events.eventId, identity.eventId);
  const event = await ctx.db
    .select(eventColumns)
    .from(events)
    .where(and(eq(events.accessCode, code), mine, isNull(events.deletedAt)))
    .get();
  if (!event || !can(identity, 'count', event.eventId)) throw new AppError('not_found', NO_EVENT);
  return toEvent(event);
}
