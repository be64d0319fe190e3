import { sql } from 'drizzle-orm';
import type { Database } from './client';
import { activityDays } from './schema';

/** A business day on which something was counted. */
interface CountedDay {
  /** YYYY-MM-DD. */
  day: string;
  countedAt: number;
  /** Null is a free day. */
  billableAt: number | null;
}

/**
 * Puts an event's days on record, at most twenty: five values each, and D1 takes a hundred a query. A day that is there
 * already keeps what settles it, and never becomes free again; the same days again change nothing.
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
