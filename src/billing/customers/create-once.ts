import type { Stripe } from 'stripe';
import { isReplay } from '../stripe-errors';
import { HOUR_MS } from '../../shared/durations';

/**
 * Creates an object at Stripe under an idempotency key. For a day, Stripe answers a repetition with the outcome of the
 * first attempt, even a failure (docs.stripe.com/api/idempotent_requests). After such a repeated failure another key is
 * used, a new one each hour. The caller has checked that the object does not exist, and passes the same parameters each
 * time.
 */
export async function createOnce<T>(
  key: string,
  now: number,
  create: (options: Stripe.RequestOptions) => Promise<T>,
): Promise<T> {
  try {
    return await create({ idempotencyKey: key });
  } catch (error) {
    if (!isReplay(error)) throw error;
    return await create({ idempotencyKey: `${key}:${Math.floor(now / HOUR_MS)}` });
  }
}
