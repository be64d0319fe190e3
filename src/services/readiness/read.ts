import { sql } from 'drizzle-orm';
import { SharedAnswer } from '../../concurrency/shared-answer';
import type { Database } from '../../db/client';
import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/limits';
import type { Readiness } from '../../shared/schemas/system';
import { measureReadiness, type ReadinessPorts } from './measure';

/** A measurement ends within three seconds. */
const measured = new SharedAnswer<{ readiness: Readiness; billingAskedAt: number }>({ keptMs: 5_000, waitMs: 4_000 });

/** Stripe counts these questions together with those that matter. */
const BILLING_KEPT_MS = MINUTE_MS;
const RETRY_S = 2;

/**
 * The state of the product, at most five seconds old, or older while it is being measured.
 * @throws {AppError} `unavailable`: nothing is known yet, and the running measurement does not end
 */
export async function readReadiness(ports: ReadinessPorts): Promise<Readiness> {
  const found = await measured.read(ports.now, async (before) => {
    const now = ports.now();
    const ageMs = now - (before?.billingAskedAt ?? Infinity);
    const isBillingKnown = before !== undefined && ageMs >= 0 && ageMs < BILLING_KEPT_MS;
    const readiness = await measureReadiness(ports, isBillingKnown ? before.readiness.checks.billing : undefined);
    return { readiness, billingAskedAt: isBillingKnown ? before.billingAskedAt : now };
  });
  if (!found) throw new AppError('unavailable', undefined, { retryAfterS: RETRY_S });
  return found.readiness;
}

/** By binding: an isolate has one; tests have some that are broken. */
const answers = new WeakMap<object, SharedAnswer<boolean>>();
interface Ports {
  db: Database;
  /** What is known about the database. */
  binding: object;
  /** Epoch ms. */
  now: () => number;
  onFailure: (error: unknown) => void;
}

/** Whether D1 answers. It is asked at most once a second, however many callers there are. */
export async function isDatabaseThere({ db, binding, now, onFailure }: Ports): Promise<boolean> {
  const kept = answers.get(binding) ?? new SharedAnswer<boolean>({ keptMs: 1000, waitMs: 4000 });
  answers.set(binding, kept);
  const isThere = await kept.read(now, async () => {
    try {
      await db.get(sql`SELECT 1`);
      return true;
    } catch (error) {
      onFailure(error);
      return false;
    }
  });
  return isThere ?? false;
}
