import { and, asc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { loadBillingAccount } from '../../db/billing-accounts';
import { activityDays, events } from '../../db/schema';
import { AppError } from '../../shared/errors';
import { EVENT_DAY_PRICE_CENTS } from '../../shared/limits';
import type { Usage } from '../../shared/schemas/billing';
import type { ServiceContext } from '../context';
import { notify } from '../notify';
import { requireAdmin } from '../sessions/require';

type EventUsage = Usage['events'][number];

/** The days on which something was counted since the period began, and what they come to, before it is charged. */
export async function readUsage(ctx: ServiceContext): Promise<Usage> {
  const { userId } = requireAdmin(ctx).identity;
  const account = await currentAccount(ctx, userId);
  const periodStartsAt = account.periodStartsAt ?? account.createdAt;
  const periodEndsAt = account.periodEndsAt ?? trialEnd(ctx, account.trialEndsAt);
  const days = await loadDays(ctx, userId, periodStartsAt);
  const usage = new Map<string, EventUsage>();
  for (const { eventId, eventName, day, billableAt } of days) {
    const event = usage.get(eventId) ?? { eventId, eventName: eventName ?? '', days: [], freeDays: [] };
    usage.set(eventId, event);
    (ctx.isBillingOn && billableAt !== null ? event.days : event.freeDays).push(day);
  }
  const found = [...usage.values()];
  return {
    configured: ctx.isBillingOn,
    periodStartsAt: new Date(periodStartsAt).toISOString(),
    periodEndsAt: periodEndsAt === null ? null : new Date(periodEndsAt).toISOString(),
    pricePerDayCents: EVENT_DAY_PRICE_CENTS,
    amountCents: found.reduce((sum, event) => sum + event.days.length, 0) * EVENT_DAY_PRICE_CENTS,
    events: found,
  };
}

/** Of an account that the payment provider does not know yet. */
const trialEnd = ({ isBillingOn, now }: ServiceContext, trialEndsAt: number): number | null =>
  isBillingOn && trialEndsAt > now() ? trialEndsAt : null;

/** With the period that is now: should the news of a new one be late, the payment provider is asked. */
async function currentAccount(ctx: ServiceContext, userId: string) {
  const account = await loadBillingAccount(ctx.db, userId);
  if (!account) throw new AppError('unauthenticated');
  const { periodEndsAt } = account;
  if (!ctx.isBillingOn || periodEndsAt === null || periodEndsAt > ctx.now()) return account;
  await notify(ctx, 'refresh', async () => void (await ctx.hub(userId).refreshSubscription(userId)));
  return (await loadBillingAccount(ctx.db, userId)) ?? account;
}

/** Those that the next invoice will hold, and those of the period that are free; by event, in order. */
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
