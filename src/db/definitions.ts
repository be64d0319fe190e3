import { and, asc, eq, getTableColumns, inArray, isNotNull, or, sql } from 'drizzle-orm';
import type { EventDefinition, FoundDefinition } from '../rpc/definition';
import { displaySessionId } from '../crypto/ids';
import { limitedArea, limitedVenue } from '../shared/rules/limits/lowest';
import { setFacts } from '../shared/schemas/area-facts';
import type { Event } from '../shared/schemas/event';
import type { Letterhead } from '../shared/schemas/report';
import { accountColumns, toAccountState } from './accounts';
import type { Database } from './client';
import { isEventOpened } from './opened-events';
import { areas, events, users } from './schema';
import { isPresentAccount, isPresentAreaOf, isPresentEvent } from './present';

/** The columns of an API {@link Event}. */
export const eventColumns = {
  eventId: events.eventId,
  eventName: events.eventName,
  accessCode: events.accessCode,
  venue: events.venue,
  categories: events.categories,
} as const;

const { eventId: _event, deletedAt: _deleted, ...ownColumns } = getTableColumns(areas);
/** The columns that say all of an area that exists. */
export const areaColumns = ownColumns;

/** Sorts an event's areas as every screen and every file does: by creation. */
export const inAreaOrder = [asc(areas.createdAt), asc(sql`${areas}.rowid`)] as const;

type EventRow = Pick<typeof events.$inferSelect, keyof typeof eventColumns>;

/**
 * Converts a row into the API's event. `venue` and `categories` are missing if they were never set. The venue's capacity
 * is the lowest of its own number and its limits.
 */
export const toEvent = ({ eventId, eventName, accessCode, venue, categories }: EventRow): Event => ({
  eventId,
  eventName,
  accessCode,
  ...(venue !== null && { venue: limitedVenue(venue) }),
  ...(categories !== null && { categories }),
});

/** A room writes into its journal when the capacity plan was made and how many people it allows, and needs no more of it. */
const plannedAt = sql<string | null>`json_extract(${events.capacityPlan}, '$.computedAt')`;
const plannedPeople = sql<number | null>`json_extract(${events.capacityPlan}, '$.result.people')`;

/**
 * Whether a webhook of the account is told of the event's counts. A change of that raises the event's revision
 * (src/services/notifications). The text names its tables, as in opened-events.ts.
 */
const wantsCounts =
  sql<boolean>`EXISTS (SELECT 1 FROM alert_recipients WHERE alert_recipients.owner_id = events.owner_id
  AND EXISTS (SELECT 1 FROM json_each(alert_recipients.topics) WHERE value = 'counts')
  AND (alert_recipients.event_ids IS NULL
    OR EXISTS (SELECT 1 FROM json_each(alert_recipients.event_ids) WHERE value = events.event_id)))`.mapWith(Boolean);

/**
 * Returns one row for each area, or one row with null area fields if there is none; no row if the event or its owner is
 * missing or deleted. A batch returns rows by column name, so all names must be unique.
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
      isOpened: isEventOpened,
      plannedAt: plannedAt.as('planned_at'),
      plannedPeople: plannedPeople.as('planned_people'),
      wantsCounts: wantsCounts.as('wants_counts'),
      ...accountColumns,
      ...areaColumns,
    })
    .from(events)
    .innerJoin(users, isPresentAccount(events.ownerId))
    .leftJoin(areas, isPresentAreaOf(events.eventId))
    .where(isPresentEvent(eventId))
    .orderBy(...inAreaOrder);

type DefinitionRow = Awaited<ReturnType<typeof definitionQuery>>[number];

async function toDefinition(rows: readonly DefinitionRow[], now: number): Promise<EventDefinition | null> {
  const first = rows[0];
  if (!first) return null;
  const { eventId, ownerId, jurisdiction, revision, timeZone, reportTime, displayToken, generation } = first;
  const { isOpened, plannedAt: at, plannedPeople: people, wantsCounts: isWanted } = first;
  return {
    eventId,
    jurisdiction,
    isOpened,
    ownerId,
    revision,
    account: toAccountState(first, now),
    event: toEvent(first),
    displaySession: displayToken === null ? null : await displaySessionId(displayToken),
    timeZone,
    reportTime,
    generation,
    ...(at !== null && { plan: { at, people } }),
    ...(isWanted && { wantsCounts: true as const }),
    areas: rows.flatMap(({ areaId, areaName, capacity, ...row }) =>
      areaId === null || areaName === null || capacity === null
        ? []
        : [{ areaId, areaName, ...limitedArea(capacity, row.limits), ...setFacts((fact) => row[fact]) }],
    ),
  };
}

/** Loads an event's definition; null if the event or its owner's account is deleted or never existed. */
export async function loadDefinition(db: Database, eventId: string, now = Date.now()): Promise<EventDefinition | null> {
  return await toDefinition(await definitionQuery(db, eventId), now);
}

/** Loads the ids of all areas that the event has or had, in area order. */
export async function findAreaIds(db: Database, eventId: string): Promise<string[]> {
  const rows = await db
    .select({ areaId: areas.areaId })
    .from(areas)
    .where(eq(areas.eventId, eventId))
    .orderBy(...inAreaOrder);
  return rows.map(({ areaId }) => areaId);
}

/** Loads what heads the event's reports; undefined if the event is deleted or never existed. */
export async function findLetterhead(db: Database, eventId: string): Promise<Letterhead | undefined> {
  return await db
    .select({ organizer: events.organizer, address: events.address })
    .from(events)
    .where(isPresentEvent(eventId))
    .get();
}

/** Loads the definition for a room. A room must tell a deleted event from an event that the database has lost. */
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

/** Returns the names of these events by id, of at most a hundred. Unknown ids are left out. */
export async function loadEventNames(db: Database, eventIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .select({ eventId: events.eventId, eventName: events.eventName })
    .from(events)
    .where(inArray(events.eventId, [...eventIds]));
  return new Map(rows.map(({ eventId, eventName }) => [eventId, eventName]));
}
