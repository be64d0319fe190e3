import { lt, sql } from 'drizzle-orm';
import { attempts } from '../../db/schema';
import type { ServiceContext } from '../context';
import { sliceOf } from './slices';
import { byAddress, checkAttempts, type Counted, forgottenBefore, refuseWhenReached, slicesOf } from './check';
import { CONFIRM_MAILS_PER_ADDRESS, FAILED_LOGINS_PER_ADDRESS, FAILED_LOGINS_PER_IDENTIFIER } from './limits';
import { withoutTag } from '../accounts/email';
import { DAY_MS } from '../../shared/durations';
import { sha256Hex } from '../../crypto/ids';

/**
 * Counts one attempt for each key and deletes old slices. Throws a 429 if this attempt exceeds a limit. Counting and
 * reading are one transaction, so that of many simultaneous attempts only as many as allowed learn their outcome.
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

/** Counts an attempt, whatever its outcome. Throws a 429 if it would exceed a limit; then it is not counted. */
export async function countAttempt(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  await checkAttempts(ctx, counted);
  await recordAttempt(ctx, counted);
}

/**
 * Returns whether this is the first question for the key today, in UTC. The row stays until the day is over, because its slice
 * starts then.
 */
export async function isFirstToday({ db, now }: ServiceContext, key: string): Promise<boolean> {
  const at = now();
  const first = await db
    .insert(attempts)
    .values({ key, sliceStartsAt: at - (at % DAY_MS) + DAY_MS, count: 1 })
    .onConflictDoNothing()
    .returning({ key: attempts.key });
  return first.length > 0;
}

/** Returns the limit for mails to somebody who did not ask for them, of whatever account: tags lead to one mailbox. */
export const byMailbox = async (email: string): Promise<Counted[]> => [
  { key: `alert-mail:${await sha256Hex(withoutTag(email))}`, limit: CONFIRM_MAILS_PER_ADDRESS },
];

/** Returns a key for an address with an email or code, hashed: people type passwords into the wrong field. */
const pairOf = ({ address }: ServiceContext, identifier: string): Promise<string> =>
  sha256Hex(`${address} ${identifier}`);

/** Returns the key of failed logins from the caller's address with one email or code. */
export const loginKey = async (ctx: ServiceContext, identifier: string): Promise<string> =>
  `login:${await pairOf(ctx, identifier)}`;

/** Returns the limits of failed logins with one email, which failures elsewhere that tell as much count towards, too. */
export const failedLogins = async (ctx: ServiceContext, email: string): Promise<Counted[]> => [
  { key: await loginKey(ctx, email), limit: FAILED_LOGINS_PER_IDENTIFIER },
  ...byAddress(ctx, 'login', FAILED_LOGINS_PER_ADDRESS),
];

/** Returns the key of successful logins from the caller's address with one email or code. */
export const enteredKey = async (ctx: ServiceContext, identifier: string): Promise<string> =>
  `entered:${await pairOf(ctx, identifier)}`;
