import { lt, sql } from 'drizzle-orm';
import { attempts } from '../../db/schema';
import type { ServiceContext } from '../context';
import { sliceOf } from './slices';
import { type Counted, forgottenBefore, refuseWhenReached, slicesOf } from './check';

/**
 * Counts one more for each key and deletes what is too old. 429 when this attempt exceeds a limit. Counting and reading
 * are one transaction, so that exactly as many simultaneous attempts as allowed learn their outcome.
 */
export async function recordAttempt(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  const rows = counted.map(({ key }) => ({ key, sliceStartsAt: sliceOf(now), count: 1 }));
  const [, , slices] = await ctx.db.batch([
    ctx.db
      .insert(attempts)
      .values(rows)
      .onConflictDoUpdate({
        target: [attempts.key, attempts.sliceStartsAt],
        set: { count: sql`${attempts.count} + 1` },
      }),
    ctx.db.delete(attempts).where(lt(attempts.sliceStartsAt, forgottenBefore(now))),
    slicesOf(ctx, counted, now),
  ]);
  const withThisOne = counted.map(({ key, limit }) => ({ key, limit: { ...limit, limit: limit.limit + 1 } }));
  refuseWhenReached(slices, withThisOne, now);
}
