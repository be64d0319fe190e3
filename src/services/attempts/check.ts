import { and, gt, inArray } from 'drizzle-orm';
import { attempts } from '../../db/schema';
import type { ServiceContext } from '../context';
import { RateLimit } from '../../concurrency/rate-limit';
import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/durations';
import { ATTEMPT_SLICE_MS, type AttemptLimit, type AttemptSlice, waitMs } from './slices';
import { LONGEST_WINDOW_MS } from './limits';

/** A key under which attempts are counted, and the limit for that key. */
export interface Counted {
  key: string;
  limit: AttemptLimit;
}

/** Returns the time before which slices no longer count, epoch ms. */
export const forgottenBefore = (now: number): number => now - LONGEST_WINDOW_MS - ATTEMPT_SLICE_MS;

export const slicesOf = ({ db }: ServiceContext, counted: readonly Counted[], now: number) => {
  const keys = counted.map(({ key }) => key);
  return db
    .select()
    .from(attempts)
    .where(and(inArray(attempts.key, keys), gt(attempts.sliceStartsAt, forgottenBefore(now))));
};

type KeyedSlices = readonly (AttemptSlice & { key: string })[];

/** Returns the key that takes longest until another attempt is allowed, and that time in ms; null for none. */
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

/** Throws a 429 with the longest waiting time if any limit is reached. */
export function refuseWhenReached(slices: KeyedSlices, counted: readonly Counted[], now: number): void {
  const reached = longestReached(slices, counted, now);
  if (reached) throw tooMany(reached.forMs);
}

/** Whether any limit is reached. */
export async function isReached(ctx: ServiceContext, counted: readonly Counted[]): Promise<boolean> {
  const now = ctx.now();
  return longestReached(await slicesOf(ctx, counted, now), counted, now) !== null;
}

/** Throws a 429 if one more attempt would exceed a limit. */
export async function checkAttempts(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  refuseWhenReached(await slicesOf(ctx, counted, now), counted, now);
}

/** How many reads of D1 a refused key causes in a second, counted in each isolate. */
const REFUSALS = new RateLimit(5, 1_000);
const RETRY_AFTER_MS = MINUTE_MS;

/**
 * Does what {@link checkAttempts} does, for attempts that a client can repeat without end: while a limit is reached, D1 is read
 * at most five times a second.
 */
export async function checkOften(ctx: ServiceContext, counted: readonly Counted[]): Promise<void> {
  const now = ctx.now();
  if (counted.some(({ key }) => REFUSALS.isOver(key, now))) throw tooMany(RETRY_AFTER_MS);
  const reached = longestReached(await slicesOf(ctx, counted, now), counted, now);
  if (!reached) return;
  REFUSALS.take(reached.key, now);
  throw tooMany(reached.forMs);
}

/** Returns the limit for the caller's address, and a higher one for its network. */
export const byAddress = ({ address, network }: ServiceContext, what: string, limit: AttemptLimit): Counted[] => [
  { key: `${what}:${address}`, limit },
  ...(network ? [{ key: `${what}:${network.key}`, limit: { ...limit, limit: limit.limit * network.addresses } }] : []),
];
