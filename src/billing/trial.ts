import { DAY_MS } from '../shared/limits';
import { SECOND_MS, toMs, toSeconds } from './unix-time';

/** Stripe announces a trial's end this long before it (docs.stripe.com/billing/subscriptions/trials). */
const NOTICE_MS = 3 * DAY_MS;
/**
 * The extra time for an account that Stripe hears of when its trial is nearly over, or over: nobody's doors lock
 * without notice because Stripe was down, or because billing was turned on for older accounts.
 */
const GRACE_MS = 7 * DAY_MS;

/** Whether enough is left of a trial that ends at `trialEndsAt`, epoch ms, for an account without a card. */
export const leavesNotice = (trialEndsAt: number, now: number): boolean => trialEndsAt - now >= NOTICE_MS;

/** The end of the account's own trial, in Stripe's whole seconds; undefined when it is over. */
export function restOfTrial(trialEndsAt: number, now: number): number | undefined {
  // Rounded down: what counts as outside the trial here must count so at Stripe.
  const endsAt = Math.floor(trialEndsAt / SECOND_MS);
  return toMs(endsAt) > now ? endsAt : undefined;
}

/**
 * The end of the extra time that begins now, unix seconds. Rounded to a whole day, so that all attempts of a day agree.
 */
export const graceEnd = (now: number): number => toSeconds(Math.ceil((now + GRACE_MS) / DAY_MS) * DAY_MS);
