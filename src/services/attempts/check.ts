import { and, gt, inArray } from 'drizzle-orm';
import { attempts } from '../../db/schema';
import type { ServiceContext } from '../context';
import { AppError } from '../../shared/errors';
import { ATTEMPT_SLICE_MS, type AttemptLimit, type AttemptSlice, waitMs } from '../../shared/rules/attempts';
import { LONGEST_WINDOW_MS } from './limits';

/** What is counted, and how much of it is let through. */
export interface Counted {
  key: string;
  limit: AttemptLimit;
}

/** Slices that start before this are of no use any more. */
export const forgottenBefore = (now: number): number => now - LONGEST_WINDOW_MS - ATTEMPT_SLICE_MS;

export const slicesOf = ({ db }: ServiceContext, counted: readonly Counted[], now: number) => {
  const keys = counted.map(({ key }) => key);
  return db
    .select()
    .from(attempts)
    .where(and(inArray(attempts.key, keys), gt(attempts.sliceStartsAt, forgottenBefore(now))));
};

/** 429 with the longest wait when any of the limits is reached. */
export function refuseWhenReached(
  slices: readonly (AttemptSlice & { key: string })[],
  counted: readonly Counted[],
  now: number,
): void {
  const waits = counted.map(({ key, limit }) =>
    waitMs(
      slices.filter((slice) => slice.key === key),
      limit,
      now,
    ),
  );
  const longestMs = Math.max(0, ...waits);
  if (longestMs > 0) throw new AppError('too_many_attempts', undefined, { retryAfterS: Math.ceil(longestMs / 1000) });
}

/** 429 when one more attempt would be over a limit. */
export async function checkAttempts(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  refuseWhenReached(await slicesOf(ctx, counted, now), counted, now);
}
