import { createMiddleware } from 'hono/factory';
import { bodyBytes, readBody } from '../body';
import type { AppEnv } from '../../services/context';
import { newId } from '../../lib/ids';
import { isForeign } from '../../lib/origin';
import { AppError } from '../../shared/errors';
import { BODY_MAX_BYTES, ERROR_REPORT_MAX_BYTES } from '../../shared/limits';

/** Names the request in logs and in the answer to a failed one. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  c.set('requestId', newId());
  await next();
});

const maxBodyBytes = (path: string): number => (path === '/api/errors' ? ERROR_REPORT_MAX_BYTES : BODY_MAX_BYTES);

/** Reads the body before anything answers: an answer to an unread request breaks the kept-alive connection. */
export const body = createMiddleware<AppEnv>(async (c, next) => {
  c.set('body', await readBody(c.req.raw.body, maxBodyBytes(c.req.path)));
  await next();
});

/** Refuses what another site's page sends with the visitor's cookie. */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (isForeign(c.req.raw)) throw new AppError('foreign_origin');
  await next();
});

/** Refuses a call whose body is too large or did not arrive whole, also where nobody reads it. */
export const wholeBody = createMiddleware<AppEnv>(async (c, next) => {
  bodyBytes(c);
  await next();
});
