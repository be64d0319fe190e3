import { MINUTE_MS } from '../../shared/limits';
import type { Readiness } from '../../shared/schemas/system';
import { measureReadiness, type ReadinessPorts } from './measure';

/** One measurement answers everyone for so long: whoever asks on and on makes no load with it. */
const KEPT_MS = 5_000;
/** The payment provider counts our questions together with those that matter. */
const BILLING_KEPT_MS = MINUTE_MS;

let kept: { readiness: Readiness; measuredAt: number; billingAskedAt: number } | undefined;
let measuringSince = -Infinity;

/**
 * How things stand, at most KEPT_MS old; or older while that is being measured. Only what was found is shared between
 * calls: workerd lets none wait for another's reads.
 */
export async function readReadiness(ports: ReadinessPorts): Promise<Readiness> {
  const now = ports.now();
  const before = kept;
  if (before && (isWithin(KEPT_MS, now - before.measuredAt) || isWithin(KEPT_MS, now - measuringSince))) {
    return before.readiness;
  }
  measuringSince = now;
  const isBillingKnown = before !== undefined && isWithin(BILLING_KEPT_MS, now - before.billingAskedAt);
  const readiness = await measureReadiness(ports, isBillingKnown ? before.readiness.checks.billing : undefined);
  kept = { readiness, measuredAt: ports.now(), billingAskedAt: isBillingKnown ? before.billingAskedAt : now };
  return readiness;
}

/** A clock that was set back has said nothing of how long ago something was. */
const isWithin = (limitMs: number, ageMs: number): boolean => ageMs >= 0 && ageMs < limitMs;
