import { and, asc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import type { EventDefinition, FoundDefinition } from '../rpc/contract';
import { displaySessionId } from '../crypto/ids';
import type { Event } from '../shared/schemas/event';
import { accountColumns, toAccountState } from './accounts';
import type { Database } from './client';
import { areas, events, users } from './schema';

/** The columns of an {@link Event}. */
export const eventColumns = {
  eventId: events.eventId,
  eventName: events.eventName,
  accessCode: events.accessCode,
  venue: events.venue,
} as const;

/** The order of an event's areas on every screen and in every file: by creation. */
export const inAreaOrder = [asc(areas.createdAt), asc(sql`${areas}.rowid`)] as const;

type EventRow = Pick<typeof events.$inferSelect, keyof typeof eventColumns>;

/** The event of the API. Venue settings that were never set are missing. */
export const toEvent = ({ eventId, eventName, accessCode, venue }: EventRow): Event => ({
  eventId,
  eventName,
  accessCode,
  ...(venue !== null && { venue }),
});

/**
 * One row per area, one with null area fields when there is none; no row when event or owner is missing or deleted. A
 * batch returns rows by column name, so every name must be unique.
 */
const definitionQuery = (db: Database, eventId: string) =>
  db
    .select({
      ...eventColumns,
      ownerId: events.ownerId,
      jurisdiction: events.jurisdiction,
      revision: events.revision,
      timeZone: events.timeZone,
      reportTime: events.reportTime,
      displayToken: events.displayToken,
      generation: events.generation,
      ...accountColumns,
      areaId: areas.areaId,
      areaName: areas.areaName,
      capacity: areas.capacity,
    })
    .from(events)
    .innerJoin(users, and(eq(users.userId, events.ownerId), isNull(users.deletedAt)))
    .leftJoin(areas, and(eq(areas.eventId, events.eventId), isNull(areas.deletedAt)))
    .where(and(eq(events.eventId, eventId), isNull(events.deletedAt)))
    .orderBy(...inAreaOrder);

type DefinitionRow = Awaited<ReturnType<typeof definitionQuery>>[number];

async function toDefinition(rows: readonly DefinitionRow[], now: number): Promise<EventDefinition | null> {
  const first = rows[0];
  if (!first) return null;
  const { eventId, ownerId, jurisdiction, revision, timeZone, reportTime, displayToken, generation } = first;
  return {
    eventId,
    jurisdiction,
    ownerId,
    revision,
    account: toAccountState(first, now),
    event: toEvent(first),
    displaySession: displayToken === null ? null : await displaySessionId(displayToken),
    timeZone,
    reportTime,
    generation,
    areas: rows.flatMap(({ areaId, areaName, capacity }) =>
      areaId === null || areaName === null || capacity === null ? [] : [{ areaId, areaName, capacity }],
    ),
  };
}

/** The event as D1 defines it; null when the event or its owner's account is deleted or never existed. */
export async function loadDefinition(db: Database, eventId: string, now = Date.now()): Promise<EventDefinition | null> {
  return await toDefinition(await definitionQuery(db, eventId), now);
}

/** Ids of all areas that the event has or had, in their order. */
export async function findAreaIds(db: Database, eventId: string): Promise<string[]> {
  const rows = await db
    .select({ areaId: areas.areaId })
    .from(areas)
    .where(eq(areas.eventId, eventId))
    .orderBy(...inAreaOrder);
  return rows.map(({ areaId }) => areaId);
}

/** Like {@link loadDefinition}, for a room, which must tell a deletion from a database that has lost the event. */
export async function findDefinition(db: Database, eventId: string): Promise<FoundDefinition> {
  const definition = await loadDefinition(db, eventId);
  if (definition !== null) return definition;
  const tombstone = await db
    .select({ eventId: events.eventId })
    .from(events)
    .leftJoin(users, eq(users.userId, events.ownerId))
    .where(and(eq(events.eventId, eventId), or(isNotNull(events.deletedAt), isNotNull(users.deletedAt))))
    .get();
  return tombstone ? 'deleted' : 'missing';
}
