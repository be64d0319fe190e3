import { AppError } from '../../shared/errors';
import { MINUTE_MS } from '../../shared/limits';
import type { Readiness } from '../../shared/schemas/system';
import { measureReadiness, type ReadinessPorts } from './measure';

/** One measurement answers everyone for so long: whoever asks on and on makes no load with it. */
const KEPT_MS = 5_000;
/** The payment provider counts our questions together with those that matter. */
const BILLING_KEPT_MS = MINUTE_MS;
/** A measurement ends within three seconds; one whose caller has gone away may never. */
const WAIT_MS = 4_000;
const LOOK_INTERVAL_MS = 50;
const RETRY_S = 2;

let kept: { readiness: Readiness; measuredAt: number; billingAskedAt: number } | undefined;
let measuringSince = -Infinity;

/**
 * How things stand, at most KEPT_MS old; or older while that is being measured: an isolate measures once at a time. Only what
 * was found is shared between calls: workerd lets none wait for another's reads.
 *
 * @throws {AppError} `unavailable`: nothing has been found yet, and whoever measures does not get to an end
 */
export async function readReadiness(ports: ReadinessPorts): Promise<Readiness> {
  const now = ports.now();
  const before = kept;
  const isMeasuring = isWithin(KEPT_MS, now - measuringSince);
  if (before && (isMeasuring || isWithin(KEPT_MS, now - before.measuredAt))) return before.readiness;
  if (isMeasuring) return await firstReadiness();
  measuringSince = now;
  const isBillingKnown = before !== undefined && isWithin(BILLING_KEPT_MS, now - before.billingAskedAt);
  const readiness = await measureReadiness(ports, isBillingKnown ? before.readiness.checks.billing : undefined);
  kept = { readiness, measuredAt: ports.now(), billingAskedAt: isBillingKnown ? before.billingAskedAt : now };
  return readiness;
}

/** What another call is about to find, when nothing has been found before. */
async function firstReadiness(): Promise<Readiness> {
  for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += LOOK_INTERVAL_MS) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_INTERVAL_MS);
    });
    if (kept) return kept.readiness;
  }
  throw new AppError('unavailable', undefined, { retryAfterS: RETRY_S });
}

/** A clock that was set back has said nothing of how long ago something was. */
const isWithin = (limitMs: number, ageMs: number): boolean => ageMs >= 0 && ageMs < limitMs;
