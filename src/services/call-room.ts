import type { ServiceContext } from './context';
import { logError } from '../observability/log';
import type { Result } from '../rpc/contract';
import { isStorageFull } from '../durable-object/storage-full';
import { AppError } from '../shared/errors';
import { untranslated } from '../shared/messages/service-texts';

const UNAVAILABLE_RETRY_S = 2;

/**
 * Sends a room or hub a change that D1 already holds. A failed call is repeated once; a second failure is only logged.
 * At its next call the room sees the higher revision and reloads; the upkeep of rooms and hubs finds ended sessions.
 */
export async function callBestEffort(ctx: ServiceContext, what: string, tell: () => Promise<void>): Promise<void> {
  try {
    await tell();
  } catch {
    try {
      await tell();
    } catch (error) {
      logError(what, error, { requestId: ctx.requestId });
    }
  }
}

/** Calls a room or hub whose answer is needed. Throws a 507 if it cannot write, and a 503 if it cannot be reached. */
export async function callRoom<T>(
  ctx: Pick<ServiceContext, 'requestId'>,
  what: string,
  question: () => Promise<T>,
): Promise<T> {
  try {
    return await question();
  } catch (error) {
    logError(what, error, { requestId: ctx.requestId });
    if (isStorageFull(error)) throw new AppError('storage_full');
    throw new AppError('unavailable', undefined, { retryAfterS: UNAVAILABLE_RETRY_S });
  }
}

/** Returns the value of a room's answer, or throws the room's refusal as the call's error. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code, message: text, retryAfterMs } = result;
  const detail = result.detail ?? (text === undefined ? undefined : untranslated(text));
  throw new AppError(code, detail, retryAfterMs === undefined ? {} : { retryAfterS: Math.ceil(retryAfterMs / 1000) });
}
