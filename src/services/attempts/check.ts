import { and, gt, inArray } from 'drizzle-orm';
import { attempts } from '../../db/schema';
import type { ServiceContext } from '../../lib/context';
import { AppError } from '../../shared/errors';
import { ATTEMPT_SLICE_MS, type AttemptLimit, waitMs } from '../../shared/rules/attempts';
import { LONGEST_WINDOW_MS } from './limits';

/** What is counted, and how much of it is let through. */
export interface Counted {
  key: string;
  limit: AttemptLimit;
}

/** 429 with the longest wait when any of the limits is reached. */
export async function checkAttempts(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  const keys = counted.map(({ key }) => key);
  const slices = await ctx.db
    .select()
    .from(attempts)
    .where(and(inArray(attempts.key, keys), gt(attempts.sliceStartsAt, now - LONGEST_WINDOW_MS - ATTEMPT_SLICE_MS)));
  const waits = counted.map(({ key, limit }) => waitMs(slices.filter((slice) => slice.key === key), limit, now));
  const longestMs = Math.max(0, ...waits);
  if (longestMs > 0) throw new AppError('too_many_attempts', undefined, { retryAfterS: Math.ceil(longestMs / 1000) });
}
