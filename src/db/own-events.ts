import { and, asc, sql } from 'drizzle-orm';
import type { Event } from '../shared/schemas/event';
import type { Database } from './client';
import { eventColumns, toEvent } from './definitions';
import { events } from './schema';
import { isEventOf, isPresentEventOf } from './present';

const rowid = sql<number>`${events}.rowid`;

/** An event's place among those of its account: by its creation, epoch ms, and then by its row's number. */
export interface EventPlace {
  createdAt: number;
  rowid: number;
}

/**
 * Loads an account's events with their places, oldest first.
 * @param eventIds the events of which they are; null for all
 * @param limit −1 for all
 * @param after the place behind which they begin; null for the beginning
 */
export async function loadOwnEventPlaces(
  db: Database,
  ownerId: string,
  { eventIds, limit, after }: { eventIds: readonly string[] | null; limit: number; after: EventPlace | null },
): Promise<(EventPlace & { event: Event })[]> {
  const rows = await db
    .select({ ...eventColumns, createdAt: events.createdAt, rowid: rowid.as('place') })
    .from(events)
    .where(
      and(
        isPresentEventOf(ownerId),
        isEventOf(eventIds),
        after === null ? undefined : sql`(${events.createdAt}, ${rowid}) > (${after.createdAt}, ${after.rowid})`,
      ),
    )
    .orderBy(asc(events.createdAt), asc(rowid))
    .limit(limit);
  return rows.map((row) => ({ event: toEvent(row), createdAt: row.createdAt, rowid: row.rowid }));
}

/** Loads all events of an account, oldest first. */
export async function loadOwnEvents(db: Database, ownerId: string): Promise<Event[]> {
  return (await loadOwnEventPlaces(db, ownerId, { eventIds: null, limit: -1, after: null })).map(({ event }) => event);
}
