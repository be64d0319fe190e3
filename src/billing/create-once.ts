import type { Stripe } from 'stripe';
import { isReplay } from './failures';
import { HOUR_MS } from '../shared/limits';

/**
 * Creates something under an idempotency key: for a day, Stripe answers a repetition with what the first attempt came to,
 * be it a failure (docs.stripe.com/api/idempotent_requests). After a failure that is only repeated, another key is taken,
 * one an hour. The caller has looked whether the thing is there already, and passes the same parameters each time.
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
