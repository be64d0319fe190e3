import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { bodyBytes, readBody } from '../request/body';
import type { AppEnv } from '../../services/context';
import { errorReporting } from '../../observability/error-reporting';
import { newId } from '../../crypto/ids';
import { Leases } from '../../concurrency/leases';
import { isForeign } from '../../http/origin';
import { AppError } from '../../shared/errors';
import { BODY_MAX_BYTES, ERROR_REPORT_MAX_BYTES } from '../../shared/limits';

/** Names the request in logs and in the answer to a failed one. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  c.set('requestId', newId());
  await next();
});

/** Reports of 1 MiB each in an isolate's 128 MB (Cloudflare Workers, limits). */
const LARGE_BODIES_MAX = 8;
const LARGE_BODY_LEASE_MS = 30_000;
const largeBodies = new Leases(LARGE_BODIES_MAX, LARGE_BODY_LEASE_MS);

/** Only when error reports are accepted, and only from our own pages. */
const mayBeLarge = (c: Context<AppEnv>): boolean =>
  c.req.path === '/api/errors' && errorReporting(c.env) !== null && !isForeign(c.req.raw);

/** Reads the body before anything is answered: an answer to an unread request breaks the kept-alive connection. */
export const body = createMiddleware<AppEnv>(async (c, next) => {
  const isLarge = mayBeLarge(c);
  const giveBack = isLarge ? largeBodies.take(Date.now()) : null;
  try {
    const read = await readBody(c.req.raw.body, giveBack ? ERROR_REPORT_MAX_BYTES : BODY_MAX_BYTES);
    c.set('body', isLarge && !giveBack && read === 'too_large' ? 'unavailable' : read);
    await next();
  } finally {
    giveBack?.();
  }
});

/** Refuses requests that another site's page sends with the visitor's cookie. */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (isForeign(c.req.raw)) throw new AppError('foreign_origin');
  await next();
});

/** Refuses a call whose body is too large or incomplete, even when nobody reads it. */
export const wholeBody = createMiddleware<AppEnv>(async (c, next) => {
  bodyBytes(c);
  await next();
});
