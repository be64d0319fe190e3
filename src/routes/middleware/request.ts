import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { bodyBytes, readBody } from '../request/body';
import type { AppEnv } from '../../services/context';
import { errorReporting } from '../../observability/error-reporting';
import { newId } from '../../crypto/ids';
import { Leases } from '../../concurrency/leases';
import { isForeign } from '../../http/origin';
import { AppError } from '../../shared/errors';
import { BODY_MAX_BYTES, ERROR_REPORT_MAX_BYTES } from './limits';

/** Gives the request an id for the log and for the answer to a failed call. */
export const requestId = createMiddleware<AppEnv>(async (c, next) => {
  c.set('requestId', newId());
  await next();
});

/** How many error reports of up to 1 MiB an isolate reads at once; it has 128 MB (Cloudflare Workers, limits). */
const LARGE_BODIES_MAX = 8;
const LARGE_BODY_LEASE_MS = 30_000;
const largeBodies = new Leases(LARGE_BODIES_MAX, LARGE_BODY_LEASE_MS);

/** Whether the body may be large: only for error reports from our own pages, if this installation accepts reports. */
const mayBeLarge = (c: Context<AppEnv>): boolean =>
  c.req.path === '/api/errors' && errorReporting(c.env) !== null && !isForeign(c.req.raw);

/** Reads the body before any answer is sent: an answer to an unread request breaks a kept-alive connection. */
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

/** Refuses requests that a page of another site sends with the user's cookie. */
export const sameOrigin = createMiddleware<AppEnv>(async (c, next) => {
  if (isForeign(c.req.raw)) throw new AppError('foreign_origin');
  await next();
});

/** Refuses a call whose body is too large or incomplete, even if the call does not use the body. */
export const wholeBody = createMiddleware<AppEnv>(async (c, next) => {
  bodyBytes(c);
  await next();
});
