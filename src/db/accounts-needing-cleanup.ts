import { and, asc, count, eq, exists, inArray, isNotNull, isNull, min, or } from 'drizzle-orm';
import { isCountingAllowed, SUBSCRIPTION_STATUSES } from '../shared/rules/subscription';
import type { Database } from './client';
import { activityDays, events, users } from './schema';
import { isPresentAccount } from './present';

const LIVE = SUBSCRIPTION_STATUSES.filter((status) => isCountingAllowed(status));

/**
 * Finds accounts with unfinished background work: deleted accounts, accounts with deleted events, and, when billing is
 * on, accounts without a subscription or with days that were not sent.
 */
function needsCleanup(db: Database, isBillingOn: boolean) {
  const eventsToErase = db
    .select({ eventId: events.eventId })
    .from(events)
    .where(and(eq(events.ownerId, users.userId), isNotNull(events.deletedAt), isNull(events.purgedAt)));
  const waitingDays = db
    .select({ day: activityDays.day })
    .from(activityDays)
    .where(
      and(eq(activityDays.ownerId, users.userId), isNull(activityDays.acceptedAt), isNotNull(activityDays.billableAt)),
    );
  const hasUnacceptedDays = or(
    isNull(users.subscriptionStatus),
    and(inArray(users.subscriptionStatus, LIVE), exists(waitingDays)),
  );
  return or(isNotNull(users.deletedAt), exists(eventsToErase), isBillingOn ? hasUnacceptedDays : undefined);
}

export async function countAccountsNeedingCleanup(db: Database, isBillingOn: boolean): Promise<number> {
  const row = await db.select({ total: count() }).from(users).where(needsCleanup(db, isBillingOn)).get();
  return row?.total ?? 0;
}

/** Loads the ids of such accounts, oldest account first, from index `skip` on. */
export async function loadAccountsNeedingCleanup(
  db: Database,
  isBillingOn: boolean,
  { limit, skip }: { limit: number; skip: number },
): Promise<string[]> {
  const rows = await db
    .select({ userId: users.userId })
    .from(users)
    .where(needsCleanup(db, isBillingOn))
    .orderBy(asc(users.createdAt), asc(users.userId))
    .limit(limit)
    .offset(skip);
  return rows.map(({ userId }) => userId);
}

/**
 * Returns how many days of accounts with a live subscription wait to be sent to Stripe, and when the oldest became
 * billable, epoch ms. It reads only the index activity_days_waiting: neither sent days nor accounts without waiting
 * days.
 */
export async function readWaitingDays(db: Database): Promise<{ waiting: number; oldestAt: number | null }> {
  const row = await db
    .select({ waiting: count(), oldestAt: min(activityDays.billableAt) })
    .from(activityDays)
    // Days come first: SQLite keeps the order of a CROSS JOIN (sqlite.org/optoverview.html).
    .crossJoin(users)
    .where(
      and(
        isNull(activityDays.acceptedAt),
        isNotNull(activityDays.billableAt),
        isPresentAccount(activityDays.ownerId),
        inArray(users.subscriptionStatus, LIVE),
      ),
    )
    .get();
  return row ?? { waiting: 0, oldestAt: null };
}
