import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Database } from './client';
import { activityDays, areas, events, sessions, users } from './schema';

/** The deleted events of an account whose rooms are still to be emptied. */
export const loadEventsToErase = (db: Database, ownerId: string) =>
  db
    .select({ eventId: events.eventId, jurisdiction: events.jurisdiction })
    .from(events)
    .where(and(eq(events.ownerId, ownerId), isNotNull(events.deletedAt), isNull(events.purgedAt)));

/** The deleted event's room is empty: its areas go, too. Its name stays for the days that are still to be billed. */
export async function purgeEvent(db: Database, eventId: string, purgedAt: number): Promise<void> {
  await db.batch([
    db.delete(areas).where(eq(areas.eventId, eventId)),
    db
      .update(events)
      .set({ purgedAt })
      .where(and(eq(events.eventId, eventId), isNotNull(events.deletedAt))),
  ]);
}

/** Removes the last of a deleted account, once nothing of it is open any more. */
export async function purgeAccount(db: Database, userId: string): Promise<void> {
  const ownEvents = db.select({ eventId: events.eventId }).from(events).where(eq(events.ownerId, userId));
  await db.batch([
    db.delete(sessions).where(inArray(sessions.eventId, ownEvents)),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    db.delete(areas).where(inArray(areas.eventId, ownEvents)),
    db.delete(activityDays).where(eq(activityDays.ownerId, userId)),
    db.delete(events).where(eq(events.ownerId, userId)),
    db.delete(users).where(and(eq(users.userId, userId), isNotNull(users.deletedAt))),
  ]);
}
