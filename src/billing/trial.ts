import { DAY_MS } from '../shared/limits';
import { SECOND_MS, toMs, toSeconds } from './unix-time';

/** Stripe tells of a trial's end so long before (docs.stripe.com/billing/subscriptions/trials). */
const NOTICE_MS = 3 * DAY_MS;
/**
 * What an account gets of which Stripe hears when its trial is nearly over, or is: nobody's doors lock without notice
 * because Stripe was down, or because billing was turned on for accounts that are older.
 */
const GRACE_MS = 7 * DAY_MS;

/** Whether enough is left of a trial that ends at `trialEndsAt`, epoch ms, for whoever has no card yet. */
export const leavesNotice = (trialEndsAt: number, now: number): boolean => trialEndsAt - now >= NOTICE_MS;

/** The end of the account's own trial, in Stripe's whole seconds; undefined when it is over. */
export function restOfTrial(trialEndsAt: number, now: number): number | undefined {
  // Rounded down: what counts as outside the trial here must do so there.
  const endsAt = Math.floor(trialEndsAt / SECOND_MS);
  return toMs(endsAt) > now ? endsAt : undefined;
}

/** The end of the grace that begins now, unix seconds. A whole day, so that all attempts of a day agree. */
export const graceEnd = (now: number): number => toSeconds(Math.ceil((now + GRACE_MS) / DAY_MS) * DAY_MS);
