import type { ServiceContext } from './context';
import { logError } from '../observability/log';
import type { Result } from '../rpc/contract';
import { isStorageFull } from '../durable-object/storage-full';
import { AppError } from '../shared/errors';

const UNAVAILABLE_RETRY_S = 2;

/**
 * Tells a room or hub what D1 already holds. Tried once more after a failure, then only logged: the room notices with
 * its next call that it is behind and reloads; ended sessions are found by the upkeep of rooms and hubs.
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

/** Calls a room for something that only it can do; 507 when it cannot write, 503 when it cannot be reached. */
export async function callRoom<T>(ctx: ServiceContext, what: string, question: () => Promise<T>): Promise<T> {
  try {
    return await question();
  } catch (error) {
    logError(what, error, { requestId: ctx.requestId });
    if (isStorageFull(error)) throw new AppError('storage_full');
    throw new AppError('unavailable', undefined, { retryAfterS: UNAVAILABLE_RETRY_S });
  }
}

/** The value of a room's answer; throws the room's refusal as the call's. */
export function valueOrThrow<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  const { code, message, retryAfterMs } = result;
  throw new AppError(code, message, retryAfterMs === undefined ? {} : { retryAfterS: Math.ceil(retryAfterMs / 1000) });
}
