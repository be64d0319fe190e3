import type { Stripe } from 'stripe';
import type { UsageDay } from '../../db/usage-day';
import { loadUsageTimes, markAttempted, markAccepted } from '../../db/usage-days';
import { MINUTE_MS } from '../../shared/durations';
import { METER_CUSTOMER_KEY, METER_EVENT_NAME, METER_VALUE_KEY } from '../catalog';
import type { Billing } from '../client';
import { isDuplicateUsage, isFinal, logFailure } from '../stripe-errors';
import { stateOf } from '../subscription-rules';
import { toSeconds } from '../unix-time';
import { chooseUsageTime, identifierOf, minuteOf, planUsage } from './usage-plan';

/** The customer to whom usage belongs, and the subscription that bills it. */
export interface UsageAccount {
  userId: string;
  customerId: string;
  subscription: Stripe.Subscription;
}

/** Whether usage can be sent now, because an invoice for it will come. Otherwise it waits until the account pays. */
export const takesUsage = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean =>
  status === 'active' || status === 'past_due';

/** Returns the id of the meter that the subscription's price uses. */
function meterOf({ items }: Stripe.Subscription): string {
  const meter = items.data[0]?.price.recurring?.meter;
  if (!meter) throw new Error("The subscription's price has no meter");
  return meter;
}

/** Reads what the meter has counted for the customer, from minute `from` to before minute `to`, epoch ms. */
export async function readMeter(
  { stripe }: Billing,
  { customerId, subscription }: UsageAccount,
  { from, to }: { from: number; to: number },
): Promise<number> {
  const { data } = await stripe.billing.meters.listEventSummaries(meterOf(subscription), {
    customer: customerId,
    start_time: toSeconds(from),
    end_time: toSeconds(to),
  });
  return data.reduce((sum, summary) => sum + summary.aggregated_value, 0);
}

/**
 * Sends each day that the meter does not have yet, and returns how many must be sent later. If Stripe refuses a day for
 * good, the refusal is logged and the day stays unsent. Throws if Stripe cannot be reached; the next run finds out what
 * has arrived.
 */
export async function sendUsage(billing: Billing, account: UsageAccount, days: readonly UsageDay[]): Promise<number> {
  const periodStartsAt = stateOf(account.subscription).periodStartsAt ?? 0;
  const times = await loadUsageTimes(billing.db, account.userId, periodStartsAt - MINUTE_MS);
  const taken = new Set(times.map(minuteOf));
  let left = 0;
  for (const day of days) {
    try {
      if (!(await sendDay(billing, account, day, { periodStartsAt, taken }))) left += 1;
    } catch (error) {
      if (!isFinal(error)) throw error;
      logFailure('billing.usage', error, { userId: account.userId });
      left += 1;
    }
  }
  return left;
}

async function sendDay(
  billing: Billing,
  account: UsageAccount,
  day: UsageDay,
  { periodStartsAt, taken }: { periodStartsAt: number; taken: Set<number> },
): Promise<boolean> {
  const { db, now } = billing;
  const plan = planUsage(day, periodStartsAt, now());
  if (plan.type === 'repeat') {
    await send(billing, account, day, plan.usageAt);
    return await markAccepted(db, day, { acceptedAt: now(), usageAt: plan.usageAt });
  }
  if (plan.type === 'check') {
    const from = minuteOf(plan.usageAt);
    if ((await readMeter(billing, account, { from, to: from + MINUTE_MS })) > 0) {
      return await markAccepted(db, day, { acceptedAt: now(), usageAt: plan.usageAt });
    }
  }
  const usageAt = chooseUsageTime(day, { periodStartsAt, taken, now: now() });
  if (usageAt === undefined) return false;
  taken.add(minuteOf(usageAt));
  // Stripe has rejected the day since it was read, which changed its identifier. The next run sends it.
  if (!(await markAttempted(db, day, { attemptedAt: now(), usageAt }))) return false;
  const isNew = await send(billing, account, day, usageAt);
  // An earlier attempt had arrived, but the meter showed it late: the day counts with the time of that attempt.
  const countedAt = isNew || plan.type === 'start' ? usageAt : plan.usageAt;
  return await markAccepted(db, day, { acceptedAt: now(), usageAt: countedAt });
}

/** Sends one day. Returns false if Stripe already had it. */
async function send(
  { stripe }: Billing,
  { customerId }: UsageAccount,
  day: UsageDay,
  usageAt: number,
): Promise<boolean> {
  try {
    await stripe.billing.meterEvents.create({
      event_name: METER_EVENT_NAME,
      identifier: identifierOf(day),
      timestamp: toSeconds(usageAt),
      payload: { [METER_CUSTOMER_KEY]: customerId, [METER_VALUE_KEY]: '1' },
    });
    return true;
  } catch (error) {
    if (!isDuplicateUsage(error)) throw error;
    return false;
  }
}
