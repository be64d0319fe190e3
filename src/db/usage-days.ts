import { and, asc, count, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from './client';
import { activityDays } from './schema';
import type { UsageDay } from './usage-day';

/** How many days one batch reopens. */
const REOPENED_AT_ONCE = 50;

const isWaiting = (ownerId: string) =>
  and(eq(activityDays.ownerId, ownerId), isNull(activityDays.settledAt), isNotNull(activityDays.billableAt));

const isDay = ({ eventId, day }: Pick<UsageDay, 'eventId' | 'day'>) =>
  and(eq(activityDays.eventId, eventId), eq(activityDays.day, day));

/** A day with the number of its rejections, which together make its identifier at Stripe. */
type DayAttempt = Pick<UsageDay, 'eventId' | 'day' | 'rejections'>;

const isAttempt = (day: DayAttempt) => and(isDay(day), eq(activityDays.rejections, day.rejections));

/** Loads billable days that Stripe has not accepted yet, oldest first, from index `skip` on. */
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
      rejections: activityDays.rejections,
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

/**
 * Loads the timestamps, epoch ms and from `since` on, under which days were sent to Stripe, whether or not Stripe
 * accepted them.
 */
export async function loadUsageTimes(db: Database, ownerId: string, since: number): Promise<number[]> {
  const rows = await db
    .select({ usageAt: sql<number>`${activityDays.usageAt}` })
    .from(activityDays)
    .where(and(eq(activityDays.ownerId, ownerId), gte(activityDays.usageAt, since)));
  return rows.map((row) => row.usageAt);
}

/** Returns how many days with a usage time from `since` on Stripe accepted, and when the last one; 0 for never. */
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

/** A day that was sent, whether Stripe accepted it or not, with its number of rejections then. */
export type SentDay = DayAttempt & { usageAt: number };

/** Loads the account's days that were sent with a usage time from `since` on. */
export const loadSentDays = (db: Database, ownerId: string, since: number): Promise<SentDay[]> =>
  db
    .select({
      eventId: activityDays.eventId,
      day: activityDays.day,
      usageAt: sql<number>`${activityDays.usageAt}`,
      rejections: activityDays.rejections,
    })
    .from(activityDays)
    .where(and(eq(activityDays.ownerId, ownerId), gte(activityDays.usageAt, since)));

/**
 * Stores an attempt before the day is sent: `usageAt` later allows asking the meter whether the day arrived. Returns
 * false if the day was rejected meanwhile: then it must not be sent under this identifier.
 */
export async function markAttempted(
  db: Database,
  day: DayAttempt,
  { attemptedAt, usageAt }: { attemptedAt: number; usageAt: number },
): Promise<boolean> {
  return await changeDay(db, day, { attemptedAt, usageAt });
}

/** Stores that Stripe accepted the day with the time `usageAt`. Returns false if the day was rejected meanwhile. */
export async function markSettled(
  db: Database,
  day: DayAttempt,
  { settledAt, usageAt }: { settledAt: number; usageAt: number },
): Promise<boolean> {
  return await changeDay(db, day, { settledAt, usageAt });
}

type Progress = Partial<Pick<typeof activityDays.$inferInsert, 'attemptedAt' | 'usageAt' | 'settledAt'>>;

async function changeDay(db: Database, day: DayAttempt, progress: Progress): Promise<boolean> {
  const changed = await db
    .update(activityDays)
    .set(progress)
    .where(isAttempt(day))
    .returning({ day: activityDays.day });
  return changed.length > 0;
}

/** Makes the day unsent, with a new identifier, because Stripe remembers the old one. */
const reopening = (db: Database, day: DayAttempt) =>
  db
    .update(activityDays)
    .set({ attemptedAt: null, usageAt: null, settledAt: null, rejections: day.rejections + 1 })
    .where(isAttempt(day));

/** Makes days unsent that were sent to a subscription that will never bill them. They get new identifiers. */
export async function reopenDays(db: Database, days: readonly DayAttempt[]): Promise<void> {
  for (let i = 0; i < days.length; i += REOPENED_AT_ONCE) {
    const [first, ...others] = days.slice(i, i + REOPENED_AT_ONCE).map((day) => reopening(db, day));
    if (first) await db.batch([first, ...others]);
  }
}

/**
 * Makes a day unsent that Stripe accepted and then could not count. A report about an earlier identifier changes
 * nothing. Returns the day's owner, if the day exists.
 */
export async function rejectDay(db: Database, day: DayAttempt): Promise<string | undefined> {
  await reopening(db, day);
  const row = await db.select({ ownerId: activityDays.ownerId }).from(activityDays).where(isDay(day)).get();
  return row?.ownerId;
}
