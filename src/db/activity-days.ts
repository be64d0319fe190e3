import { sql } from 'drizzle-orm';
import type { Database } from './client';
import { activityDays } from './schema';

/** An active business day. */
interface CountedDay {
  /** YYYY-MM-DD. */
  day: string;
  countedAt: number;
  /** Null for a free day. */
  billableAt: number | null;
}

/**
 * Records an event's active days, at most twenty: five values each, and D1 takes a hundred in a query. A day that
 * exists keeps its billing data and never becomes free again; recording the same days again changes nothing.
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
