import { describe, expect, test } from 'vitest';
import { chooseUsageTime, dayOf, identifierOf, minuteOf, planUsage } from '../../../src/billing/usage/usage-plan';
import type { UsageDay } from '../../../src/db/usage-day';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/shared/durations';

const PERIOD = Date.UTC(2026, 10, 1);
const BILLABLE = PERIOD + 10 * DAY_MS + 1234;
const day = (changes: Partial<UsageDay> = {}): UsageDay => ({
  eventId: 'abc',
  day: '2026-11-11',
  billableAt: BILLABLE,
  attemptedAt: null,
  usageAt: null,
  rejections: 0,
  ...changes,
});

test('the usage identifier of a day contains its rejections and can be parsed, and other identifiers belong to no day', () => {
  expect(identifierOf(day())).toBe('abc:2026-11-11');
  for (const rejections of [0, 1, 12]) {
    expect(dayOf(identifierOf(day({ rejections })))).toEqual({ eventId: 'abc', day: '2026-11-11', rejections });
  }
  expect(['abc', 'abc:2026-11-11:x', 'a:b:2026-11-11'].map(dayOf)).toEqual([undefined, undefined, undefined]);
});

const SENT = { attemptedAt: BILLABLE, usageAt: minuteOf(BILLABLE) };

test.each([
  ['for the first time when it was never sent', null, PERIOD, 0, 'start'],
  [
    'again unchanged while Stripe remembers its identifier and its period is open',
    SENT,
    PERIOD,
    23 * HOUR_MS - 1,
    'repeat',
  ],
  [
    'only after a check for its arrival, once Stripe may have forgotten its identifier',
    SENT,
    PERIOD,
    23 * HOUR_MS,
    'check',
  ],
  [
    'only after a check for its arrival when its period has closed meanwhile',
    SENT,
    SENT.usageAt + 1,
    MINUTE_MS,
    'check',
  ],
])('a day is sent %s', (_what, sent, periodStartsAt, laterMs, type) => {
  const plan = sent ? { type, usageAt: sent.usageAt } : { type };
  expect(planUsage(day(sent ?? {}), periodStartsAt, BILLABLE + laterMs)).toEqual(plan);
});

describe('chooseUsageTime', () => {
  const choose = (changes: { periodStartsAt?: number; taken?: number[]; now?: number; billableAt?: number }) => {
    const { periodStartsAt = PERIOD, taken = [], now = BILLABLE + HOUR_MS, billableAt = BILLABLE } = changes;
    return chooseUsageTime(day({ billableAt }), { periodStartsAt, taken: new Set(taken), now });
  };
  const minute = minuteOf(BILLABLE);

  test('the usage time is the second of the count, or now when its period is over or too long ago', () => {
    expect(choose({})).toBe(BILLABLE - (BILLABLE % 1000));
    const now = BILLABLE + 20 * DAY_MS;
    expect(choose({ periodStartsAt: BILLABLE + 1, now })).toBe(now - (now % 1000));
    const late = BILLABLE + 35 * DAY_MS;
    expect(choose({ now: late })).toBe(late - (late % 1000));
    expect(choose({ now: late - 1 })).toBe(BILLABLE - (BILLABLE % 1000));
    // The period has just begun at Stripe, whose clock is ahead of the local clock.
    const periodStartsAt = BILLABLE + 5_000 - (BILLABLE % 1000);
    expect(choose({ periodStartsAt, now: BILLABLE })).toBe(periodStartsAt);
  });

  test('the usage time shares no minute with another day: it moves to an earlier minute, or else a later one, within the period and not in the future', () => {
    expect(choose({ taken: [minute] })).toBe(minute - MINUTE_MS);
    expect(choose({ taken: [minute, minute - MINUTE_MS] })).toBe(minute - 2 * MINUTE_MS);
    expect(choose({ taken: [minute], periodStartsAt: minute })).toBe(minute + MINUTE_MS);
    expect(choose({ taken: [minute], periodStartsAt: minute - MINUTE_MS + 1 })).toBe(minute + MINUTE_MS);
    expect(choose({ taken: [minute], periodStartsAt: minute, now: BILLABLE })).toBeUndefined();
  });

  test('many days of one moment each find a minute of their own', () => {
    const taken: number[] = [];
    const now = PERIOD + 40 * MINUTE_MS;
    for (let n = 0; n < 41; n += 1) {
      const at = choose({ billableAt: PERIOD + 20 * MINUTE_MS, taken, now });
      if (at === undefined) throw new Error('no minute');
      expect(at).toBeGreaterThanOrEqual(PERIOD);
      expect(at).toBeLessThanOrEqual(now);
      taken.push(minuteOf(at));
    }
    expect(new Set(taken).size).toBe(41);
    expect(choose({ billableAt: PERIOD + 20 * MINUTE_MS, taken, now })).toBeUndefined();
  });
});
