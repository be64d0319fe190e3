import { and, asc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { type BillingAccount, loadBillingAccount } from '../../db/billing-accounts';
import { activityDays, events } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { EVENT_DAY_PRICE_CENTS } from '../../shared/limits';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { Usage } from '../../shared/schemas/billing';
import type { AdminSession, ServiceContext } from '../context';

type EventUsage = Usage['events'][number];

/** Returns the active days since the billing period began, and what they will cost. */
export async function readUsage(ctx: ServiceContext, { identity }: AdminSession): Promise<Usage> {
  const { userId } = identity;
  const account = await loadBillingAccount(ctx.db, userId);
  if (!account) throw new AppError('unauthenticated');
  const { startsAt, endsAt } = periodOf(ctx, account);
  const days = await loadDays(ctx, userId, startsAt);
  const usage = new Map<string, EventUsage>();
  for (const { eventId, eventName, day, billableAt } of days) {
    const event = usage.get(eventId) ?? { eventId, eventName: eventName ?? '', days: [], freeDays: [] };
    usage.set(eventId, event);
    (ctx.isBillingOn && billableAt !== null ? event.days : event.freeDays).push(day);
  }
  const found = [...usage.values()];
  return {
    configured: ctx.isBillingOn,
    periodStartsAt: isoTime(startsAt),
    periodEndsAt: isoTimeOrNull(endsAt),
    pricePerDayCents: EVENT_DAY_PRICE_CENTS,
    amountCents: found.reduce((sum, event) => sum + event.days.length, 0) * EVENT_DAY_PRICE_CENTS,
    events: found,
  };
}

interface Period {
  startsAt: number;
  /** When the period ends; null if that is not known yet. */
  endsAt: number | null;
}

function periodOf({ isBillingOn, now }: ServiceContext, account: BillingAccount): Period {
  const { createdAt, periodStartsAt, periodEndsAt, subscriptionStatus, trialEndsAt } = account;
  if (periodStartsAt === null || periodEndsAt === null) {
    // The account has no subscription at Stripe yet.
    const isTrial = isBillingOn && subscriptionStatus === null && trialEndsAt > now();
    return { startsAt: createdAt, endsAt: isTrial ? trialEndsAt : null };
  }
  if (periodEndsAt > now()) return { startsAt: periodStartsAt, endsAt: periodEndsAt };
  // The next period has begun: a webhook or the next active day will bring its dates.
  return { startsAt: periodEndsAt, endsAt: null };
}

/** Loads the days of the next invoice and the period's free days, sorted by event and day. */
const loadDays = ({ db, isBillingOn }: ServiceContext, ownerId: string, periodStartsAt: number) => {
  const isCharged = and(
    isNotNull(activityDays.billableAt),
    or(isNull(activityDays.settledAt), gte(activityDays.usageAt, periodStartsAt)),
  );
  const isFree = and(isNull(activityDays.billableAt), gte(activityDays.countedAt, periodStartsAt));
  return db
    .select({
      eventId: activityDays.eventId,
      eventName: events.eventName,
      day: activityDays.day,
      billableAt: activityDays.billableAt,
    })
    .from(activityDays)
    .leftJoin(events, eq(events.eventId, activityDays.eventId))
    .where(
      and(
        eq(activityDays.ownerId, ownerId),
        isBillingOn ? or(isCharged, isFree) : gte(activityDays.countedAt, periodStartsAt),
      ),
    )
    .orderBy(asc(events.eventName), asc(activityDays.eventId), asc(activityDays.day));
};
