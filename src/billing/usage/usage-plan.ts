import type { UsageDay } from '../../db/usage-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/durations';
import { SECOND_MS } from '../unix-time';

/** How long a repeated identifier is relied on. Stripe recognizes it for 24 hours; one hour is kept in reserve. */
const IDENTIFIER_MS = 23 * HOUR_MS;
/** The highest age of usage that Stripe accepts (docs.stripe.com/api/billing/meter-event/create, `timestamp`). */
const USAGE_AGE_MAX_MS = 35 * DAY_MS;

/**
 * Returns a day's identifier at Stripe, made of event and date. A rejected day gets a new one, because Stripe remembers
 * the first.
 */
export const identifierOf = ({ eventId, day, rejections }: Pick<UsageDay, 'eventId' | 'day' | 'rejections'>): string =>
  rejections === 0 ? `${eventId}:${day}` : `${eventId}:${day}:${rejections}`;

/** Returns the day that an identifier stands for; undefined if this product did not make the identifier. */
export function dayOf(identifier: string): Pick<UsageDay, 'eventId' | 'day' | 'rejections'> | undefined {
  const [, eventId, day, rejections = '0'] = /^([^:]+):(\d{4}-\d{2}-\d{2})(?::(\d+))?$/.exec(identifier) ?? [];
  return eventId === undefined || day === undefined ? undefined : { eventId, day, rejections: Number(rejections) };
}

export const minuteOf = (at: number): number => at - (at % MINUTE_MS);

/**
 * How to send a day. `start`: it was never sent. `repeat`: send it again, because Stripe still recognizes its
 * identifier. `check`: ask the meter first whether it has the day, because Stripe may have forgotten the identifier, or
 * the day's usage time is in a closed period.
 */
export type UsagePlan = { type: 'start' } | { type: 'repeat' | 'check'; usageAt: number };

/** Decides how to send a day, without side effects. The period is the present one; times are epoch ms. */
export function planUsage(day: UsageDay, periodStartsAt: number, now: number): UsagePlan {
  const { attemptedAt, usageAt } = day;
  if (attemptedAt === null || usageAt === null) return { type: 'start' };
  const isKnownAgain = now - attemptedAt < IDENTIFIER_MS;
  const isInPeriod = usageAt >= periodStartsAt && now - usageAt < USAGE_AGE_MAX_MS;
  return { type: isKnownAgain && isInPeriod ? 'repeat' : 'check', usageAt };
}

/**
 * Returns the time to send a day with: its own if it is in the present period, otherwise now, because usage that
 * arrives after its period's invoice is on no invoice. No two days of an account get the same minute, so that the
 * meter's sum for a minute tells whether that day arrived. Returns undefined if a period has just begun and all its
 * minutes are taken: then the day is sent later.
 */
export function chooseUsageTime(
  day: UsageDay,
  { periodStartsAt, taken, now }: { periodStartsAt: number; taken: ReadonlySet<number>; now: number },
): number | undefined {
  const isInPeriod = day.billableAt >= periodStartsAt && now - day.billableAt < USAGE_AGE_MAX_MS;
  // Stripe's clock may be ahead, so that the period begins after `now`.
  const wanted = Math.max(isInPeriod ? day.billableAt : now, periodStartsAt);
  const wantedSecond = wanted - (wanted % SECOND_MS);
  if (!taken.has(minuteOf(wantedSecond))) return wantedSecond;
  for (let minute = minuteOf(wanted) - MINUTE_MS; minute >= periodStartsAt; minute -= MINUTE_MS) {
    if (!taken.has(minute)) return minute;
  }
  for (let minute = minuteOf(wanted) + MINUTE_MS; minute <= now; minute += MINUTE_MS) {
    if (!taken.has(minute)) return minute;
  }
  return undefined;
}
