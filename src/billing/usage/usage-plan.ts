import type { UsageDay } from '../../db/usage-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/limits';
import { SECOND_MS } from '../unix-time';

/** Stripe recognizes an identifier for at least 24 hours; an hour is kept in reserve. */
const IDENTIFIER_MS = 23 * HOUR_MS;
/** How old usage may be (docs.stripe.com/api/billing/meter-event/create, `timestamp`). */
const USAGE_AGE_MAX_MS = 35 * DAY_MS;

/**
 * A day is named by its event and date; after a rejection it needs another name, because Stripe remembers the first.
 */
export const identifierOf = ({ eventId, day, rejections }: Pick<UsageDay, 'eventId' | 'day' | 'rejections'>): string =>
  rejections === 0 ? `${eventId}:${day}` : `${eventId}:${day}:${rejections}`;

/** The day that an identifier names; undefined for a foreign one. */
export function dayOf(identifier: string): Pick<UsageDay, 'eventId' | 'day' | 'rejections'> | undefined {
  const [, eventId, day, rejections = '0'] = /^([^:]+):(\d{4}-\d{2}-\d{2})(?::(\d+))?$/.exec(identifier) ?? [];
  return eventId === undefined || day === undefined ? undefined : { eventId, day, rejections: Number(rejections) };
}

export const minuteOf = (at: number): number => at - (at % MINUTE_MS);

/**
 * How to send a day. `repeat`: Stripe recognizes it if it has arrived. `check`: ask the meter first whether it arrived,
 * because Stripe may have forgotten its name, or its time lies in a closed period.
 */
export type UsagePlan = { type: 'start' } | { type: 'repeat' | 'check'; usageAt: number };

/** Pure. The period is the subscription's present one; times are epoch ms. */
export function planUsage(day: UsageDay, periodStartsAt: number, now: number): UsagePlan {
  const { attemptedAt, usageAt } = day;
  if (attemptedAt === null || usageAt === null) return { type: 'start' };
  const isKnownAgain = now - attemptedAt < IDENTIFIER_MS;
  const isInPeriod = usageAt >= periodStartsAt && now - usageAt < USAGE_AGE_MAX_MS;
  return { type: isKnownAgain && isInPeriod ? 'repeat' : 'check', usageAt };
}

/**
 * The time to send a day with: its own if the present period contains it, otherwise now, because usage that arrives
 * after its period's invoice is on none. No two days of an account share a minute, so that the meter's sum of that
 * minute tells whether this day arrived. Undefined when a period has just begun and all its minutes are taken: try
 * again later.
 */
export function chooseUsageTime(
  day: UsageDay,
  { periodStartsAt, taken, now }: { periodStartsAt: number; taken: ReadonlySet<number>; now: number },
): number | undefined {
  const isInPeriod = day.billableAt >= periodStartsAt && now - day.billableAt < USAGE_AGE_MAX_MS;
  // A period that has just begun at Stripe may be ahead of the clock here.
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
