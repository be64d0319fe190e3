import { isInvalid, isRefusal, isUnanswered, retryAfterMs } from '../../api/api-client';
import type { Failure, Outcome } from '../effects';

function failureOf(error: unknown): Failure {
  if (isRefusal(error, 'unauthenticated')) return 'unauthenticated';
  if (isRefusal(error, 'not_found')) return 'gone';
  if (isRefusal(error, 'client_id_taken')) return 'client_id_taken';
  if (isRefusal(error, 'reload_needed')) return 'reload_needed';
  if (isUnanswered(error)) return 'unanswered';
  return isInvalid(error) ? 'refused' : 'later';
}

/** Makes a call to the API and returns its result, with the category of a failure. */
export async function outcomeOf<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await call };
  } catch (error) {
    const waitMs = retryAfterMs(error);
    return { ok: false, failure: failureOf(error), ...(waitMs !== null && { retryAfterMs: waitMs }) };
  }
}
