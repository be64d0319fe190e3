import { and, asc, count, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from './client';
import { activityDays } from './schema';
import type { UsageDay } from './usage-day';

const isWaiting = (ownerId: string) =>
  and(eq(activityDays.ownerId, ownerId), isNull(activityDays.settledAt), isNotNull(activityDays.billableAt));

const rejections = sql<number>`coalesce(${activityDays.rejections}, 0)`;

const isDay = ({ eventId, day }: Pick<UsageDay, 'eventId' | 'day'>) =>
  and(eq(activityDays.eventId, eventId), eq(activityDays.day, day));

/** Days that cost something and that the payment provider has not taken yet, the oldest first, from the `skip`th on. */
export const loadWaitingDays = (
  db: Database,
  ownerId: string,
  { limit, skip }: { limit: number; skip: number },
): Promise<UsageDay[]> =>
  db
    .select({
      eventId: activityDays.eventId,
      day: activityDays.day,
      billableAt: sql<number>`${activityDays.billableAt}`,
      attemptedAt: activityDays.attemptedAt,
      usageAt: activityDays.usageAt,
      rejections,
    })
    .from(activityDays)
    .where(isWaiting(ownerId))
    .orderBy(asc(activityDays.billableAt), asc(activityDays.eventId), asc(activityDays.day))
    .limit(limit)
    .offset(skip);

export async function countWaitingDays(db: Database, ownerId: string): Promise<number> {
  const row = await db.select({ total: count() }).from(activityDays).where(isWaiting(ownerId)).get();
  return row?.total ?? 0;
}

/** The times that the owner's days were sent with, from `since` on; taken or not. */
export async function loadUsageTimes(db: Database, ownerId: string, since: number): Promise<number[]> {
  const rows = await db
    .select({ usageAt: sql<number>`${activityDays.usageAt}` })
    .from(activityDays)
    .where(and(eq(activityDays.ownerId, ownerId), gte(activityDays.usageAt, since)));
  return rows.map((row) => row.usageAt);
}

/** How many days the payment provider took with a time from `since` on, and when it took the last; 0 for none. */
export async function countSettledDays(
  db: Database,
  ownerId: string,
  since: number,
): Promise<{ total: number; lastSettledAt: number }> {
  const row = await db
    .select({ total: count(), lastSettledAt: sql<number>`coalesce(max(${activityDays.settledAt}), 0)` })
    .from(activityDays)
    .where(and(eq(activityDays.ownerId, ownerId), isNotNull(activityDays.settledAt), gte(activityDays.usageAt, since)))
    .get();
  return row ?? { total: 0, lastSettledAt: 0 };
}

/** Before it is sent: whether it arrived can be asked by `usageAt` afterwards. */
export async function markAttempted(
  db: Database,
  day: UsageDay,
  { attemptedAt, usageAt }: { attemptedAt: number; usageAt: number },
): Promise<void> {
  await db.update(activityDays).set({ attemptedAt, usageAt }).where(isDay(day));
}

/** It was taken, with the time `usageAt`. */
export async function markSettled(
  db: Database,
  day: UsageDay,
  { settledAt, usageAt }: { settledAt: number; usageAt: number },
): Promise<void> {
  await db.update(activityDays).set({ settledAt, usageAt }).where(isDay(day));
}

/**
 * The payment provider took the day and could not count it: it waits again, as if it had never been sent. Said of an
 * earlier rejection it changes nothing. The owner, when there is such a day.
 */
export async function rejectDay(
  db: Database,
  day: Pick<UsageDay, 'eventId' | 'day' | 'rejections'>,
): Promise<string | undefined> {
  await db
    .update(activityDays)
    .set({ attemptedAt: null, usageAt: null, settledAt: null, rejections: day.rejections + 1 })
    .where(and(isDay(day), eq(rejections, day.rejections)));
  const row = await db.select({ ownerId: activityDays.ownerId }).from(activityDays).where(isDay(day)).get();
  return row?.ownerId;
}
