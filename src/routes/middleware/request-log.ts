import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { logInfo } from '../../observability/log';
import type { AppEnv, ServiceContext } from '../../services/context';
import { routeOf } from '../request/route-of';

/** The form of an id from `newId`. Any other text in its place may be an access code. */
const ID = /^[0-9a-f]{32}$/;

interface Subject {
  userId?: string;
  personId?: string;
  keyId?: string;
  eventId?: string;
}

/** Returns whose call this is. Only ids are logged. */
function subjectOf(services: ServiceContext | undefined): Subject {
  if (!services?.session) return {};
  const { identity, key } = services.session;
  if (key) return { keyId: key.keyId };
  return identity.type === 'member'
    ? { userId: identity.userId, personId: identity.personId }
    : { eventId: identity.eventId };
}

/** Returns the event in the call's path, if there is one in the form of an id. */
function eventOf(c: Context<AppEnv>): { eventId?: string } {
  const eventId = c.req.param('eventId') ?? '';
  return ID.test(eventId) ? { eventId } : {};
}

/**
 * Logs one line for each call. The line contains the route, not the path, which may contain an access code or a link's
 * token. `ms` is the time until the answer began, as far as the clock tells: Cloudflare's clock stands still between
 * reads and writes. Files get no line: they are many, and each failure logs its own line.
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
