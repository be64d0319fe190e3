import type { Context } from 'hono';
import type { Env } from '../env';
import { noSuchCall } from '../services/access/operator';
import type { AppEnv } from '../services/context';
import { logError } from '../observability/log';
import { getProbeRoom } from '../rpc/objects';
import { isStorageFull, isUnexplained } from '../durable-object/storage-full';
import { AppError, errorMessage, errorStatus } from '../shared/errors';
import type { ErrorBody } from '../http/error-schema';
import { page } from './pages/pages';
import { routeOf } from './request/route-of';
import { clearSignedInCookie } from './request/session-cookie';

/**
 * Answers an error: a refusal with its status and text, full storage with its own code, and everything else as a
 * generic 500. The request's id is in both the answer and the log; the cause is only in the log.
 */
export async function onError(error: Error, c: Context<AppEnv>): Promise<Response> {
  if (error instanceof AppError) {
    const isOver = error.code === 'unauthenticated';
    // A call with an API key uses no session cookie, so no session has ended.
    if (isOver && c.get('services').apiKey === null) clearSignedInCookie(c);
    const reason = isOver && c.get('services').endReason;
    const { code, detail } = error;
    const body: ErrorBody = {
      error: error.message,
      code,
      ...(detail && { message: { id: detail.id, values: detail.values } }),
      ...(reason && { reason }),
    };
    const headers = error.retryAfterS === undefined ? {} : { 'Retry-After': String(error.retryAfterS) };
    return c.json(body, error.status, headers);
  }
  const requestId = c.get('requestId');
  logError('request failed', error, { requestId, method: c.req.method, route: routeOf(c) });
  const code = (await isOutOfStorage(error, c.env)) ? 'storage_full' : 'internal';
  const body: ErrorBody = { error: errorMessage(code), code, requestId };
  return c.json(body, errorStatus(code));
}

/** Whether storage is full. Local D1 does not say so. It shares its disk with the rooms, so a room tries to write. */
async function isOutOfStorage(error: Error, env: Env): Promise<boolean> {
  if (isStorageFull(error) || !isUnexplained(error)) return isStorageFull(error);
  try {
    await getProbeRoom(env).ping();
    return false;
  } catch (failure) {
    return isStorageFull(failure);
  }
}

/** Answers unknown calls. Other unknown paths get the web's page. */
export async function notFound(c: Context<AppEnv>): Promise<Response> {
  if (c.req.path.startsWith('/api/') || c.req.path === '/api') return onError(noSuchCall(), c);
  return page(c);
}
