import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import { orInvalidInput } from '../../http/input';
import type { ServiceContext } from '../context';
import type { Unchecked } from '../../shared/rules/checked';
import { checkEventName } from '../../shared/rules/names';
import type { Event } from '../../shared/schemas/event';
import type { EventName } from '../../shared/schemas/inputs';
import { publishDefinition, commitChange } from './change';
import { requireOwnEvent } from './visit';

/** Owner only. */
export async function renameEvent(ctx: ServiceContext, eventId: string, input: Unchecked<EventName>): Promise<Event> {
  const { principal } = await requireOwnEvent(ctx, eventId);
  const eventName = orInvalidInput(checkEventName(input.eventName));
  const rename = ctx.db
    .update(events)
    .set({ eventName })
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)));
  const definition = await commitChange(ctx, eventId, [rename]);
  await publishDefinition(ctx, definition, principal, { type: 'event_updated', event: definition.event });
  return definition.event;
}
