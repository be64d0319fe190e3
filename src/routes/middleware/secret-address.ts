import { createMiddleware } from 'hono/factory';
import { withLoggingSuppressed } from '../../observability/log';
import type { AppEnv } from '../../services/context';

/**
 * Suppresses the log lines of calls with a secret in their address, because the platform adds the address to each line
 * (docs/incidents.md, "The log").
 */
export const secretAddress = createMiddleware<AppEnv>(async (c, next) => {
  await (holdsSecret(c.req.url) ? withLoggingSuppressed(next) : next());
});

/** The parts of a call's or page's path that an access code or a link's token follows. */
const SECRET_FOLLOWS =
  /\/(?:by-access-code|displays?|inspect|widget|api\/+(?:inspections|invitations|alert-mails|public))\/+[^/]/i;

/** The parameter of a join link that holds the access code (web/src/features/join/join-link.ts). */
const SECRET_PARAMETER = 'code';

/** Whether the URL contains an access code or a link's token. */
export function holdsSecret(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return SECRET_FOLLOWS.test(pathname) || searchParams.has(SECRET_PARAMETER);
}
