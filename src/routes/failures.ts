import type { Context } from 'hono';
import type { AppEnv } from '../services/context';
import { logError } from '../lib/log';
import { AppError, errorMessage, errorStatus } from '../shared/errors';
import type { ErrorBody } from '../shared/schemas/error';
import { page } from './pages';
import { routeOf } from './route-of';
import { clearSignedInCookie } from './session-cookie';

/** Refusals as their status and text; everything else as a generic 500 with the request's id, its cause only in the log. */
export function onError(error: Error, c: Context<AppEnv>): Response {
  if (error instanceof AppError) {
    const isOver = error.code === 'unauthenticated';
    if (isOver) clearSignedInCookie(c);
    const reason = isOver && c.get('services').endReason;
    const body: ErrorBody = { error: error.message, code: error.code, ...(reason && { reason }) };
    const headers = error.retryAfterS === undefined ? {} : { 'Retry-After': String(error.retryAfterS) };
    return c.json(body, error.status, headers);
  }
  const requestId = c.get('requestId');
  logError('request failed', error, { requestId, method: c.req.method, route: routeOf(c) });
  const body: ErrorBody = { error: errorMessage('internal'), code: 'internal', requestId };
  return c.json(body, errorStatus('internal'));
}

/** Unknown calls; other paths belong to the web. */
export async function notFound(c: Context<AppEnv>): Promise<Response> {
  if (c.req.path.startsWith('/api/') || c.req.path === '/api') {
    const body: ErrorBody = { error: 'There is no such call.', code: 'not_found' };
    return c.json(body, 404);
  }
  return page(c);
}
