import { and, eq, isNull, sql } from 'drizzle-orm';
import { areas, events, users } from '../../../db/schema';
import { orInvalidInput } from '../../../http/input';
import { newId } from '../../../crypto/ids';
import { AREAS_PER_EVENT_MAX } from '../../../shared/limits';
import type { Unchecked } from '../../../shared/rules/checked';
import { checkNewEventName } from '../../../shared/rules/names';
import type { Event } from '../../../shared/schemas/event';
import type { EventName } from '../../../shared/schemas/inputs';
import type { ServiceContext } from '../../context';
import { makeEvent, mayHaveAnother, newEventRow } from '../create-list';
import { type EventAdminAccess, requireOwnEvent } from '../../access';

/** Copies the source's areas, in their order, within the batch. Copies none if the batch did not create the event. */
function insertAreas({ db, now }: ServiceContext, sourceId: string, eventId: string) {
  const ids = JSON.stringify(Array.from({ length: AREAS_PER_EVENT_MAX }, newId));
  return db.insert(areas).select(sql`
    SELECT fresh.value, copy.event_id, source.area_name, source.capacity, ${now()}, NULL
    FROM (
      SELECT area_name, capacity, row_number() OVER (ORDER BY created_at, rowid) - 1 AS place
      FROM areas WHERE event_id = ${sourceId} AND deleted_at IS NULL
    ) AS source
    JOIN json_each(${ids}) AS fresh ON fresh.key = source.place
    JOIN events AS copy ON copy.event_id = ${eventId}
    ORDER BY source.place`);
}

function insertCopy(ctx: ServiceContext, sourceId: string, ownerId: string, event: Event) {
  const settings = {
    timeZone: events.timeZone,
    reportTime: events.reportTime,
    startDate: events.startDate,
    endDate: events.endDate,
    venue: events.venue,
    categories: events.categories,
  };
  const row = ctx.db
    .select(newEventRow(ctx, event, settings))
    .from(users)
    .innerJoin(events, and(eq(events.eventId, sourceId), eq(events.ownerId, users.userId), isNull(events.deletedAt)))
    .where(mayHaveAnother(ctx, ownerId));
  return ctx.db.insert(events).select(row).onConflictDoNothing();
}

/**
 * Creates an event with the areas and settings of one of the admin's events. It has its own access code, and no counts,
 * reports or display link.
 */
export async function duplicateEvent(
  ctx: ServiceContext,
  { roomContext, admin }: EventAdminAccess,
  input: Unchecked<EventName>,
): Promise<Event> {
  const sourceId = roomContext.eventId;
  return await makeEvent(ctx, admin, {
    eventName: orInvalidInput(checkNewEventName(input.eventName)),
    insert: (ownerId, event) => [insertCopy(ctx, sourceId, ownerId, event), insertAreas(ctx, sourceId, event.eventId)],
    // The source can have been deleted since the call began.
    checkAgain: () => requireOwnEvent(ctx, sourceId),
  });
}
