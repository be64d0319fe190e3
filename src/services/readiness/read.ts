import { sql } from 'drizzle-orm';
import { SharedAnswer } from '../../concurrency/shared-answer';
import { askForPrice } from '../../billing/usage/price';
import { openDatabase } from '../../db/client';
import { type Env, isBillingOn } from '../../env';
import { openMail } from '../../mail/open';
import { logError } from '../../observability/log';
import { getMonitor, getProbeRoom } from '../../rpc/objects';
import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/durations';
import type { Readiness } from '../../shared/schemas/system';
import { measureReadiness, type ReadinessPorts } from './measure';

/** A measurement takes at most three seconds, so waiting four seconds is enough. */
const ANSWER_CACHE = { keptMs: 5_000, oldMs: 10_000, waitMs: 4_000 };
const measured = new SharedAnswer<{ readiness: Readiness; billingAskedAt: number }>(ANSWER_CACHE);

/** How long Stripe's answer is reused: these calls count toward the same rate limit as important ones. */
const BILLING_KEPT_MS = MINUTE_MS;
const RETRY_S = 2;

/**
 * Returns the state of the product, at most five seconds old, or ten while a new measurement runs.
 * @throws {AppError} `unavailable`: there is no result yet, and the running measurement does not end
 */
export async function readReadiness(env: Env): Promise<Readiness> {
  const ports: ReadinessPorts = {
    db: openDatabase(env.DB),
    pingRoom: () => getProbeRoom(env).ping(),
    readFailures: async () => await getMonitor(env).readFailures(),
    isMailOn: openMail(env) !== null,
    isBillingOn: isBillingOn(env),
    askForPrice: () => askForPrice(env),
    now: () => Date.now(),
  };
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

/** The last answer for each D1 binding. An isolate has one binding; tests have several, some of them broken. */
const answers = new WeakMap<object, SharedAnswer<boolean>>();

/** Whether D1 answers. D1 is asked at most once a second, however many callers there are. */
export async function isDatabaseThere({ DB }: Env, requestId: string): Promise<boolean> {
  const kept = answers.get(DB) ?? new SharedAnswer<boolean>({ keptMs: 1000, waitMs: 4000 });
  answers.set(DB, kept);
  const isThere = await kept.read(Date.now, async () => {
    try {
      await openDatabase(DB).get(sql`SELECT 1`);
      return true;
    } catch (error) {
      logError('health', error, { requestId });
      return false;
    }
  });
  return isThere ?? false;
}
