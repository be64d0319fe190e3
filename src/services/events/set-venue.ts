import { and, eq, isNull } from 'drizzle-orm';
import { events } from '../../db/schema';
import { orInvalidInput } from '../../http/input';
import type { ServiceContext } from '../context';
import type { Unchecked } from '../../shared/rules/checked';
import { checkVenueSettings } from '../../shared/rules/venue-settings';
import type { Event } from '../../shared/schemas/event';
import type { VenueSettings } from '../../shared/schemas/venue-settings';
import { publishDefinition, commitChange } from './change';
import { requireOwnEvent } from './visit';

/** Replaces all venue settings. Owner only. */
export async function setVenue(ctx: ServiceContext, eventId: string, input: Unchecked<VenueSettings>): Promise<Event> {
  const { principal } = await requireOwnEvent(ctx, eventId);
  const venue = orInvalidInput(checkVenueSettings(input));
  const change = ctx.db
    .update(events)
    .set({ venue })
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)));
  const definition = await commitChange(ctx, eventId, [change]);
  await publishDefinition(ctx, definition, principal, { type: 'event_updated', event: definition.event });
  return definition.event;
}
