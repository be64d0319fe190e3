import { Kept } from '../../lib/kept';
import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/limits';
import type { Readiness } from '../../shared/schemas/system';
import { measureReadiness, type ReadinessPorts } from './measure';

/** A measurement ends within three seconds. */
const measured = new Kept<{ readiness: Readiness; billingAskedAt: number }>({ keptMs: 5_000, waitMs: 4_000 });
/** The payment provider counts our questions together with those that matter. */
const BILLING_KEPT_MS = MINUTE_MS;
const RETRY_S = 2;

/**
 * How things stand, five seconds old at most, or older while that is being measured.
 *
 * @throws {AppError} `unavailable`: nothing has been found yet, and whoever measures does not get to an end
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
