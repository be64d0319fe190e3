import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { inAreaOrder } from '../../../db/definitions';
import { areas, events, users } from '../../../db/schema';
import { isPresentAreaOf, isPresentEvent } from '../../../db/present';
import { orInvalidInput } from '../../../http/input';
import { newId } from '../../../crypto/ids';
import { AREAS_PER_EVENT_MAX } from '../../../shared/schemas/limits';
import { type CapacityPlan, withAreaIds } from '../../../shared/rules/capacity-rules/plan';
import type { Unchecked } from '../../../shared/rules/checked';
import { checkNewEventName } from '../../../shared/rules/names';
import type { Event } from '../../../shared/schemas/event';
import type { EventName } from '../../../shared/schemas/inputs';
import type { ServiceContext } from '../../context';
import { makeEvent, isBelowEventLimit, newEventRow } from '../create-list';
import { type EventAdminAccess, requireOwnEvent } from '../../access/event';

/**
 * Copies the source's areas, in their order, within the batch. Copies none if the batch did not create the event.
 * @param areaIds the ids of the copies
 */
function insertAreas({ db, now }: ServiceContext, sourceId: string, eventId: string, areaIds: readonly string[]) {
  const ids = JSON.stringify(areaIds);
  const own: Partial<Record<string, SQL>> = {
    areaId: sql`fresh.value`,
    eventId: sql`copy.event_id`,
    createdAt: sql`${now()}`,
  };
  const row = Object.entries(getTableColumns(areas)).map(
    ([field, { name }]) => own[field] ?? sql`source.${sql.identifier(name)}`,
  );
  return db.insert(areas).select(sql`
    SELECT ${sql.join(row, sql`, `)}
    FROM (
      SELECT *, row_number() OVER (ORDER BY created_at, rowid) - 1 AS place
      FROM areas WHERE event_id = ${sourceId} AND deleted_at IS NULL
    ) AS source
    JOIN json_each(${ids}) AS fresh ON fresh.key = source.place
    JOIN events AS copy ON copy.event_id = ${eventId}
    ORDER BY source.place`);
}

/**
 * Returns the source's capacity plan for the copy, whose areas have other ids; null without a plan. An area that
 * is added or deleted at this moment can lose its link to the plan.
 */
async function copiedPlan(
  ctx: ServiceContext,
  sourceId: string,
  areaIds: readonly string[],
): Promise<CapacityPlan | null> {
  const rows = await ctx.db
    .select({ plan: events.capacityPlan, areaId: areas.areaId })
    .from(events)
    .leftJoin(areas, isPresentAreaOf(events.eventId))
    .where(eq(events.eventId, sourceId))
    .orderBy(...inAreaOrder);
  const plan = rows[0]?.plan ?? null;
  if (plan === null) return null;
  const idOf = new Map(rows.map(({ areaId }, place) => [areaId, areaIds[place] ?? null]));
  return withAreaIds(plan, (areaId) => idOf.get(areaId) ?? null);
}

interface Copy {
  sourceId: string;
  ownerId: string;
  event: Event;
  capacityPlan: CapacityPlan | null;
}

function insertCopy(ctx: ServiceContext, { sourceId, ownerId, event, capacityPlan }: Copy) {
  const settings = {
    timeZone: events.timeZone,
    reportTime: events.reportTime,
    startDate: events.startDate,
    endDate: events.endDate,
    venue: events.venue,
    categories: events.categories,
    organizer: events.organizer,
    address: events.address,
    capacityPlan,
  };
  const row = ctx.db
    .select(newEventRow(ctx, event, settings))
    .from(users)
    .innerJoin(events, and(isPresentEvent(sourceId), eq(events.ownerId, users.userId)))
    .where(isBelowEventLimit(ctx, ownerId));
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
  const areaIds = Array.from({ length: AREAS_PER_EVENT_MAX }, newId);
  const capacityPlan = await copiedPlan(ctx, sourceId, areaIds);
  return await makeEvent(ctx, admin, {
    eventName: orInvalidInput(checkNewEventName(input.eventName)),
    insert: (ownerId, event) => [
      insertCopy(ctx, { sourceId, ownerId, event, capacityPlan }),
      insertAreas(ctx, sourceId, event.eventId, areaIds),
    ],
    // The source can have been deleted since the call began.
    checkAgain: () => requireOwnEvent(ctx, sourceId),
  });
}
