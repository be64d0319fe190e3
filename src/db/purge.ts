import { and, eq, inArray, isNotNull, isNull, like, ne, notExists, or, sql } from 'drizzle-orm';
import type { Database } from './client';
import { membersDeletion } from './deletions';
import { isEventOpened } from './opened-events';
import {
  activityDays,
  alertRecipients,
  apiKeys,
  areas,
  attempts,
  awaitedEvents,
  events,
  sessions,
  users,
} from './schema';

/** Loads the deleted events of an account whose rooms were not emptied yet. */
export const loadEventsToErase = (db: Database, ownerId: string) =>
  db
    .select({ eventId: events.eventId, jurisdiction: events.jurisdiction, isOpened: isEventOpened })
    .from(events)
    .where(and(eq(events.ownerId, ownerId), isNotNull(events.deletedAt), isNull(events.purgedAt)));

/** The values of a purged event's row. The access code must be unique: the event's id is, and it opens nothing. */
const PURGED_COLUMNS = {
  accessCode: events.eventId,
  timeZone: 'UTC',
  reportTime: '06:00',
  startDate: null,
  endDate: null,
  venue: null,
  categories: null,
  capacityPlan: null,
  organizer: '',
  address: '',
  displayToken: null,
  createdAt: 0,
} as const;

/** Deletes an event's areas and all data that the bill does not need, after the event's room was emptied. */
export async function purgeEvent(db: Database, eventId: string, purgedAt: number): Promise<void> {
  await db.batch([
    db.delete(areas).where(eq(areas.eventId, eventId)),
    db
      .update(events)
      .set({ ...PURGED_COLUMNS, purgedAt })
      .where(and(eq(events.eventId, eventId), isNotNull(events.deletedAt))),
  ]);
}

/**
 * Deletes the names of deleted events that the bill no longer needs: no day waits to be billed, and none is in the open
 * billing period, whose costs the admin sees. Works on the events of one account, or of all accounts.
 */
export async function anonymizeDeletedEvents(
  db: Database,
  { ownerId, now, isBillingOn }: { ownerId?: string; now: number; isBillingOn: boolean },
): Promise<void> {
  const owner = db
    .select({ periodStartsAt: openPeriodStartsAt(now) })
    .from(users)
    .where(eq(users.userId, events.ownerId));
  const isWaiting = and(isNotNull(activityDays.billableAt), isNull(activityDays.acceptedAt));
  const isShown = sql`max(${activityDays.countedAt}, coalesce(${activityDays.usageAt}, 0)) >= ${owner}`;
  const needed = db
    .select({ day: activityDays.day })
    .from(activityDays)
    .where(and(eq(activityDays.eventId, events.eventId), isBillingOn ? or(isWaiting, isShown) : isWaiting));
  await db
    .update(events)
    .set({ eventName: '' })
    .where(
      and(
        ownerId === undefined ? undefined : eq(events.ownerId, ownerId),
        isNotNull(events.purgedAt),
        ne(events.eventName, ''),
        notExists(needed),
      ),
    );
}

/** Returns when the open billing period starts, as for the admin's usage: D1 may not have the next period yet. */
const openPeriodStartsAt = (now: number) =>
  sql<number>`CASE WHEN ${users.periodEndsAt} <= ${now} THEN ${users.periodEndsAt}
    ELSE coalesce(${users.periodStartsAt}, ${users.createdAt}) END`;

/** Deletes the rest of a deleted account. The caller has checked that none of its background work is left. */
export async function purgeAccount(db: Database, userId: string): Promise<void> {
  const ownEvents = db.select({ eventId: events.eventId }).from(events).where(eq(events.ownerId, userId));
  await db.batch([
    db.delete(sessions).where(inArray(sessions.eventId, ownEvents)),
    db.delete(sessions).where(eq(sessions.userId, userId)),
    // The release before deletes an account without its members.
    ...membersDeletion(db, (ownerId) => eq(ownerId, userId)),
    // Attempts counted by account have keys like `what:account:{userId}`.
    db.delete(attempts).where(like(attempts.key, `%:${userId}`)),
    db.delete(areas).where(inArray(areas.eventId, ownEvents)),
    db.delete(activityDays).where(eq(activityDays.ownerId, userId)),
    db.delete(alertRecipients).where(eq(alertRecipients.ownerId, userId)),
    db.delete(apiKeys).where(eq(apiKeys.ownerId, userId)),
    db.delete(awaitedEvents).where(eq(awaitedEvents.ownerId, userId)),
    db.delete(events).where(eq(events.ownerId, userId)),
    db.delete(users).where(and(eq(users.userId, userId), isNotNull(users.deletedAt))),
  ]);
}
