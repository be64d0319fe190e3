import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Event } from '../shared/schemas/event';
import type { Database } from './client';
import { eventColumns, toEvent } from './definitions';
import { events } from './schema';

/** Loads an account's events, oldest first. */
export async function loadOwnEvents(db: Database, ownerId: string): Promise<Event[]> {
  const rows = await db
    .select(eventColumns)
    .from(events)
    .where(and(eq(events.ownerId, ownerId), isNull(events.deletedAt)))
    .orderBy(asc(events.createdAt), asc(sql`${events}.rowid`));
  return rows.map(toEvent);
}
