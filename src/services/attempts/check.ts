import { and, gt, inArray } from 'drizzle-orm';
import { attempts } from '../../db/schema';
import type { ServiceContext } from '../context';
import { RateLimit } from '../../concurrency/rate-limit';
import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/limits';
import { ATTEMPT_SLICE_MS, type AttemptLimit, type AttemptSlice, waitMs } from './slices';
import { LONGEST_WINDOW_MS } from './limits';

/** What is counted, and its limit. */
export interface Counted {
  key: string;
  limit: AttemptLimit;
}

/** Slices that start before this do not matter any more. */
export const forgottenBefore = (now: number): number => now - LONGEST_WINDOW_MS - ATTEMPT_SLICE_MS;

export const slicesOf = ({ db }: ServiceContext, counted: readonly Counted[], now: number) => {
  const keys = counted.map(({ key }) => key);
  return db
    .select()
    .from(attempts)
    .where(and(inArray(attempts.key, keys), gt(attempts.sliceStartsAt, forgottenBefore(now))));
};

type KeyedSlices = readonly (AttemptSlice & { key: string })[];

/** The key whose limit takes the longest to clear, and how long that is in ms; null when no limit is reached. */
function longestReached(slices: KeyedSlices, counted: readonly Counted[], now: number) {
  const waits = counted.map(({ key, limit }) => ({
    key,
    forMs: waitMs(
      slices.filter((slice) => slice.key === key),
      limit,
      now,
    ),
  }));
  const longest = waits.reduce((one, other) => (other.forMs > one.forMs ? other : one), { key: '', forMs: 0 });
  return longest.forMs > 0 ? longest : null;
}

const tooMany = (forMs: number): AppError =>
  new AppError('too_many_attempts', undefined, { retryAfterS: Math.ceil(forMs / 1000) });

/** 429 with the longest waiting time when any limit is reached. */
export function refuseWhenReached(slices: KeyedSlices, counted: readonly Counted[], now: number): void {
  const reached = longestReached(slices, counted, now);
  if (reached) throw tooMany(reached.forMs);
}

/** 429 when one more attempt would exceed a limit. */
export async function checkAttempts(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  refuseWhenReached(await slicesOf(ctx, counted, now), counted, now);
}

/** How often refused callers that keep asking make a read of D1. In this isolate only. */
const REFUSALS = new RateLimit(5, 1_000);
const RETRY_AFTER_MS = MINUTE_MS;

/**
 * Like {@link checkAttempts}, for attempts that anybody may repeat at will: a limit that is reached is checked at most
 * five times a second.
 */
export async function checkOften(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  if (counted.some(({ key }) => REFUSALS.isOver(key, now))) throw tooMany(RETRY_AFTER_MS);
  const reached = longestReached(await slicesOf(ctx, counted, now), counted, now);
  if (!reached) return;
  REFUSALS.take(reached.key, now);
  throw tooMany(reached.forMs);
}

/** The limit for the visitor's address, and a higher one for its network. */
export const byAddress = ({ address, network }: ServiceContext, what: string, limit: AttemptLimit): Counted[] => [
  { key: `${what}:${address}`, limit },
  ...(network ? [{ key: `${what}:${network.key}`, limit: { ...limit, limit: limit.limit * network.addresses } }] : []),
];
