import { and, asc, count, eq, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from './client';
import { activityDays } from './schema';
import type { UsageDay } from './usage-day';

/** Statements in one batch. */
const REOPENED_AT_ONCE = 50;

const isWaiting = (ownerId: string) =>
  and(eq(activityDays.ownerId, ownerId), isNull(activityDays.settledAt), isNotNull(activityDays.billableAt));

const rejections = sql<number>`coalesce(${activityDays.rejections}, 0)`;

const isDay = ({ eventId, day }: Pick<UsageDay, 'eventId' | 'day'>) =>
  and(eq(activityDays.eventId, eventId), eq(activityDays.day, day));

/** The name by which Stripe knows a day. */
type NamedDay = Pick<UsageDay, 'eventId' | 'day' | 'rejections'>;

const isNamed = (day: NamedDay) => and(isDay(day), eq(rejections, day.rejections));

/** Billable days that Stripe has not taken yet, the oldest first, from the `skip`th on. */
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

/** How many days Stripe took with a time from `since` on, and when it took the last one; 0 for none. */
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

/** A day that was sent, taken or not, by the name that it had. */
export type SentDay = NamedDay & { usageAt: number };

/** The owner's days that were sent with a time from `since` on. */
export const loadSentDays = (db: Database, ownerId: string, since: number): Promise<SentDay[]> =>
  db
    .select({
      eventId: activityDays.eventId,
      day: activityDays.day,
      usageAt: sql<number>`${activityDays.usageAt}`,
      rejections,
    })
    .from(activityDays)
    .where(and(eq(activityDays.ownerId, ownerId), gte(activityDays.usageAt, since)));

/**
 * Stored before the day is sent: afterwards `usageAt` allows to ask whether it arrived. False when the day has another
 * name meanwhile: it must not be sent by this one.
 */
export async function markAttempted(
  db: Database,
  day: NamedDay,
  { attemptedAt, usageAt }: { attemptedAt: number; usageAt: number },
): Promise<boolean> {
  return await changeDay(db, day, { attemptedAt, usageAt });
}

/** Stripe took it with the time `usageAt`. False when it has another name meanwhile: then it does not count. */
export async function markSettled(
  db: Database,
  day: NamedDay,
  { settledAt, usageAt }: { settledAt: number; usageAt: number },
): Promise<boolean> {
  return await changeDay(db, day, { settledAt, usageAt });
}

type Progress = Partial<Pick<typeof activityDays.$inferInsert, 'attemptedAt' | 'usageAt' | 'settledAt'>>;

async function changeDay(db: Database, day: NamedDay, progress: Progress): Promise<boolean> {
  const changed = await db.update(activityDays).set(progress).where(isNamed(day)).returning({ day: activityDays.day });
  return changed.length > 0;
}

/** As if the day had never been sent; under another name, because Stripe remembers this one. */
const reopening = (db: Database, day: NamedDay) =>
  db
    .update(activityDays)
    .set({ attemptedAt: null, usageAt: null, settledAt: null, rejections: day.rejections + 1 })
    .where(isNamed(day));

/** Days that were sent to a subscription that will never bill them wait again, under another name. */
export async function reopenDays(db: Database, days: readonly NamedDay[]): Promise<void> {
  for (let i = 0; i < days.length; i += REOPENED_AT_ONCE) {
    const [first, ...others] = days.slice(i, i + REOPENED_AT_ONCE).map((day) => reopening(db, day));
    if (first) await db.batch([first, ...others]);
  }
}

/**
 * Stripe took the day and could not count it: it waits again, as if it had never been sent. For an earlier rejection
 * nothing changes. Returns the owner, if there is such a day.
 */
export async function rejectDay(db: Database, day: NamedDay): Promise<string | undefined> {
  await reopening(db, day);
  const row = await db.select({ ownerId: activityDays.ownerId }).from(activityDays).where(isDay(day)).get();
  return row?.ownerId;
}
