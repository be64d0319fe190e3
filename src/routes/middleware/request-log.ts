import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { logInfo } from '../../observability/log';
import type { AppEnv, ServiceContext } from '../../services/context';
import { routeOf } from '../request/route-of';

/** The form of an id from `newId`: anything else in its place may be a code. */
const ID = /^[0-9a-f]{32}$/;

/** Whose call it is, by ids only. */
function subjectOf(services: ServiceContext | undefined): { userId?: string; eventId?: string } {
  const identity = services?.session?.identity;
  if (identity === undefined) return {};
  return identity.type === 'admin' ? { userId: identity.userId } : { eventId: identity.eventId };
}

/** The event that the address names, unless the call was refused before anybody looked for it. */
function eventOf(c: Context<AppEnv>): { eventId?: string } {
  const eventId = c.req.param('eventId') ?? '';
  return ID.test(eventId) ? { eventId } : {};
}

/**
 * Logs one line for each call: its route, not its address, which may contain an access code or a link's token. `ms` is
 * the time until the answer began, as far as the clock tells: Cloudflare's clock stands still between reads and writes.
 * Files have no line: they are many, and each failure logs a line of its own.
 */
export const requestLog = createMiddleware<AppEnv>(async (c, next) => {
  const startedAt = Date.now();
  await next();
  if (!c.req.path.startsWith('/api/')) return;
  logInfo('request', {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: routeOf(c),
    status: c.res.status,
    ms: Date.now() - startedAt,
    ...subjectOf(c.get('services')),
    ...eventOf(c),
  });
});
