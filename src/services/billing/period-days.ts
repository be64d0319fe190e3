import { and, asc, count, eq, exists, gte, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import type { Database } from '../../db/client';
import { isOneOf } from '../../db/one-of';
import { activityDays, events } from '../../db/schema';

/**
 * A billing period of an account. It begins at `startsAt`, epoch ms. With billing off, nothing ends it: it has all days
 * since then.
 */
export interface BillingPeriod {
  ownerId: string;
  startsAt: number;
  isBillingOn: boolean;
}

const dayColumns = { eventId: activityDays.eventId, day: activityDays.day, billableAt: activityDays.billableAt };

/**
 * The days of the next invoice and the period's free days. Each part of this query has an index of its own, so that
 * earlier years are not read.
 */
function billedDays(db: Database, { ownerId, startsAt }: BillingPeriod) {
  const daysOf = (...which: SQL[]) =>
    db
      .select(dayColumns)
      .from(activityDays)
      .where(and(eq(activityDays.ownerId, ownerId), ...which));
  const [isBillable, isAccepted] = [isNotNull(activityDays.billableAt), isNotNull(activityDays.acceptedAt)];
  return unionAll(
    daysOf(isBillable, isNull(activityDays.acceptedAt)),
    daysOf(isBillable, isAccepted, gte(activityDays.usageAt, startsAt)),
    daysOf(isNull(activityDays.billableAt), gte(activityDays.countedAt, startsAt)),
  ).as('days');
}

/** An event with days in the period. Its name is null if the event is not there yet, in a restored database. */
export interface PeriodEvent {
  eventId: string;
  eventName: string | null;
  /** The number of its days on the next invoice. */
  billable: number;
  /** The number of its days in the period. They are not counted with billing off. */
  days: number;
}

/** Loads the events with days in the period, sorted by name. With billing off, it looks for one day of each event. */
export async function loadPeriodEvents(db: Database, period: BillingPeriod): Promise<PeriodEvent[]> {
  const { ownerId, startsAt, isBillingOn } = period;
  if (!isBillingOn) {
    const zero = sql<number>`0`;
    const counted = db
      .select({ day: activityDays.day })
      .from(activityDays)
      .where(and(eq(activityDays.eventId, events.eventId), gte(activityDays.countedAt, startsAt)));
    return await db
      .select({ eventId: events.eventId, eventName: events.eventName, billable: zero, days: zero })
      .from(events)
      .where(and(eq(events.ownerId, ownerId), exists(counted)))
      .orderBy(asc(events.eventName), asc(events.eventId));
  }
  const days = billedDays(db, period);
  return await db
    .select({ eventId: days.eventId, eventName: events.eventName, billable: count(days.billableAt), days: count() })
    .from(days)
    .leftJoin(events, eq(events.eventId, days.eventId))
    .groupBy(days.eventId)
    .orderBy(asc(events.eventName), asc(days.eventId));
}

/** Loads the period's days of these events, which {@link loadPeriodEvents} has found. */
export async function loadPeriodDays(db: Database, period: BillingPeriod, eventIds: readonly string[]) {
  if (!period.isBillingOn) {
    return await db
      .select(dayColumns)
      .from(activityDays)
      .where(and(isOneOf(activityDays.eventId, eventIds), gte(activityDays.countedAt, period.startsAt)));
  }
  const days = billedDays(db, period);
  return await db.select().from(days).where(isOneOf(days.eventId, eventIds));
}
