import { and, count, eq, sql } from 'drizzle-orm';
import { areas, events } from '../../db/schema';
import { selectedRow } from '../../db/selected-row';
import { isPresentAreaOf, isPresentEvent } from '../../db/present';
import { orInvalidInput } from '../../http/input';
import type { ServiceContext } from '../context';
import { newId } from '../../crypto/ids';
import { AppError } from '../../shared/errors';
import { message } from '../../shared/messages/message';
import { serviceTexts } from '../../shared/messages/service-texts';
import { AREAS_EVER_PER_EVENT_MAX, AREAS_PER_EVENT_MAX } from '../../shared/schemas/limits';
import { checkNewArea } from '../../shared/rules/capacity';
import type { Unchecked } from '../../shared/rules/checked';
import type { Area } from '../../shared/schemas/area';
import type { NewArea } from '../../shared/schemas/inputs';
import { publishDefinition, commitChange } from '../events/change';
import type { EventAdminAccess } from '../access/event';

const TOO_MANY = message(serviceTexts, 'too_many_areas', AREAS_PER_EVENT_MAX);
const TOO_MANY_EVER = message(serviceTexts, 'too_many_areas_ever', AREAS_EVER_PER_EVENT_MAX);

/** Inserts an area. The same statement checks the limit, so that two simultaneous calls cannot exceed it. */
function insertArea({ db, now }: ServiceContext, eventId: string, areaId: string, area: NewArea) {
  const ever = db.select({ total: count() }).from(areas).where(eq(areas.eventId, eventId));
  const siblings = db.select({ total: count() }).from(areas).where(isPresentAreaOf(eventId));
  const row = db
    .select(selectedRow(areas, { ...area, areaId, eventId: events.eventId, createdAt: now() }))
    .from(events)
    .where(
      and(
        isPresentEvent(eventId),
        sql`(${siblings}) < ${AREAS_PER_EVENT_MAX}`,
        sql`(${ever}) < ${AREAS_EVER_PER_EVENT_MAX}`,
      ),
    );
  return db.insert(areas).select(row);
}

/** Creates an empty area. */
export async function createArea(
  ctx: ServiceContext,
  { roomContext, principal }: EventAdminAccess,
  input: Unchecked<NewArea>,
): Promise<Area> {
  const { eventId } = roomContext;
  const area = orInvalidInput(checkNewArea(input.areaName, input.capacity, input));
  const areaId = newId();
  const definition = await commitChange(ctx, eventId, [insertArea(ctx, eventId, areaId, area)]);
  await publishDefinition(ctx, definition, principal);
  const created = definition.areas.find((other) => other.areaId === areaId);
  if (created === undefined) {
    throw new AppError('limit_reached', definition.areas.length < AREAS_PER_EVENT_MAX ? TOO_MANY_EVER : TOO_MANY);
  }
  // Version 0 is older than any area value that the room sends.
  const counts = { currentOccupancy: 0, totalEntries: 0, totalExits: 0, lastUpdatedAt: null, version: 0 };
  return { ...created, ...counts };
}
