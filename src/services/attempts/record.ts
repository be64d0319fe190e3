import { lt, sql } from 'drizzle-orm';
import { attempts } from '../../db/schema';
import type { ServiceContext } from '../../lib/context';
import { ATTEMPT_SLICE_MS, sliceOf } from '../../shared/rules/attempts';
import { type Counted, checkAttempts } from './check';
import { LONGEST_WINDOW_MS } from './limits';

/**
 * Counts one more for each key, atomically, and forgets what is too old. 429 when it is one over a limit: of attempts
 * made at the same time, too, no more than the limit learn their outcome.
 */
export async function recordAttempt(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  const rows = counted.map(({ key }) => ({ key, sliceStartsAt: sliceOf(now), count: 1 }));
  await ctx.db.batch([
    ctx.db
      .insert(attempts)
      .values(rows)
      .onConflictDoUpdate({
        target: [attempts.key, attempts.sliceStartsAt],
        set: { count: sql`${attempts.count} + 1` },
      }),
    ctx.db.delete(attempts).where(lt(attempts.sliceStartsAt, now - LONGEST_WINDOW_MS - ATTEMPT_SLICE_MS)),
  ]);
  const withThisOne = ({ key, limit }: Counted) => ({ key, limit: { ...limit, limit: limit.limit + 1 } });
  await checkAttempts(ctx, counted.map(withThisOne));
}
