import { sql } from 'drizzle-orm';
import type { Database } from './client';
import { activityDays } from './schema';

/** An active business day. Times are epoch ms. */
interface CountedDay {
  /** The business day, YYYY-MM-DD. */
  day: string;
  countedAt: number;
  /** When the first tap outside the trial counted; null for a free day. */
  billableAt: number | null;
}

/**
 * Records some of an event's active days in one statement: at most DAYS_PER_DELIVERY (src/room/storage/limits.ts). A recorded
 * day keeps its billing data and never becomes free again. Recording the same days twice changes nothing.
 */
export async function recordDays(
  db: Database,
  { eventId, ownerId }: { eventId: string; ownerId: string },
  days: readonly CountedDay[],
): Promise<void> {
  await db
    .insert(activityDays)
    .values(days.map(({ day, countedAt, billableAt }) => ({ eventId, day, ownerId, countedAt, billableAt })))
    .onConflictDoUpdate({
      target: [activityDays.eventId, activityDays.day],
      set: {
        countedAt: sql`min(${activityDays.countedAt}, excluded.counted_at)`,
        billableAt: sql`coalesce(${activityDays.billableAt}, excluded.billable_at)`,
      },
    });
}
