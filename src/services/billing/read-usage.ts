import { type BillingAccount, loadBillingAccount } from '../../db/billing-accounts';
import { loadPeriodDays, loadPeriodEvents, type PeriodEvent } from './period-days';
import { AppError } from '../../shared/errors';
import { EVENT_DAY_PRICE_CENTS } from '../../billing/price';
import { isoTime, isoTimeOrNull } from '../../time/iso-time';
import type { Usage } from '../../shared/schemas/billing';
import type { VerbAccess } from '../access/session';
import type { ServiceContext } from '../context';
import type { PageQuery } from '../page';

type EventUsage = Usage['events'][number];

/** Returns the active days since the billing period began, and what they will cost. */
export async function readUsage(
  ctx: ServiceContext,
  { identity }: VerbAccess<'billing'>,
  page: PageQuery,
): Promise<Usage> {
  const { db, isBillingOn } = ctx;
  const { userId } = identity;
  const account = await loadBillingAccount(db, userId);
  if (!account) throw new AppError('unauthenticated');
  const { startsAt, endsAt } = periodOf(ctx, account);
  const period = { ownerId: userId, startsAt, isBillingOn };
  const all = await loadPeriodEvents(db, period);
  const shown = shownEvents(all, page);
  const usage = new Map<string, EventUsage>(
    shown.map(({ eventId, eventName }) => [eventId, { eventId, eventName: eventName ?? '', days: [], freeDays: [] }]),
  );
  for (const { eventId, day, billableAt } of await loadPeriodDays(db, period, [...usage.keys()])) {
    const event = usage.get(eventId);
    (isBillingOn && billableAt !== null ? event?.days : event?.freeDays)?.push(day);
  }
  for (const { days, freeDays } of usage.values()) for (const list of [days, freeDays]) list.sort();
  const last = shown.at(-1);
  return {
    configured: isBillingOn,
    periodStartsAt: isoTime(startsAt),
    periodEndsAt: isoTimeOrNull(endsAt),
    pricePerDayCents: EVENT_DAY_PRICE_CENTS,
    amountCents: sumOf(all, ({ billable }) => billable) * EVENT_DAY_PRICE_CENTS,
    ...(isBillingOn && { freeDayCount: sumOf(all, ({ days, billable }) => days - billable) }),
    events: [...usage.values()],
    ...(last !== undefined && last !== all.at(-1) && { next: last.eventId }),
  };
}

const sumOf = (all: readonly PeriodEvent[], valueOf: (event: PeriodEvent) => number): number =>
  all.reduce((sum, event) => sum + valueOf(event), 0);

/** Cuts the requested page from the events. Its cursor is an event's id. */
function shownEvents(all: readonly PeriodEvent[], { limit, after }: PageQuery): readonly PeriodEvent[] {
  const before = after === null ? -1 : all.findIndex(({ eventId }) => eventId === after);
  if (after !== null && before === -1) throw new AppError('invalid_input');
  return all.slice(before + 1, limit === null ? all.length : before + 1 + limit);
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
