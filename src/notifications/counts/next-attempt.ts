import { HOUR_MS } from '../../shared/durations';
import { COUNTS_INTERVAL_MS } from '../../shared/notifications/limits';
import { type Outcome, retryAt } from '../message';
import type { CountsRow } from './counts-row';

/**
 * Returns when the next counts may be sent (epoch ms): a second after the last attempt, and after failures later. It may be
 * in the past.
 */
export const nextAttemptAt = ({ lastAt, dueAt }: Pick<CountsRow, 'lastAt' | 'dueAt'>): number =>
  Math.max(lastAt + COUNTS_INTERVAL_MS, dueAt ?? 0);

/** Counts that were not accepted for a day are given up. New counts are still tried this often. */
const GIVEN_UP_RETRY_MS = HOUR_MS;

/**
 * Returns what a recipient knows after an attempt.
 * @param mark names the counts that were sent
 * @param now when the attempt began if it succeeded, otherwise when it failed, epoch ms
 */
export function afterAttempt(before: CountsRow, mark: string, outcome: Outcome, now: number): CountsRow {
  const { answer } = outcome;
  if (outcome.type === 'sent')
    return { ...before, mark, state: 'sent', answer, failures: 0, failingSince: null, lastAt: now, dueAt: null };
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? now;
  const askedMs = outcome.type === 'again' ? outcome.afterMs : undefined;
  const again = outcome.type === 'again' ? retryAt(failingSince, failures, now, askedMs) : undefined;
  const noted = { ...before, answer, failures, failingSince, lastAt: now };
  return again === undefined
    ? { ...noted, state: 'failed', dueAt: now + GIVEN_UP_RETRY_MS }
    : { ...noted, state: 'waiting', dueAt: again };
}
