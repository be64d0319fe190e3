import { createMiddleware } from 'hono/factory';
import { withLoggingSuppressed } from '../../observability/log';
import type { AppEnv } from '../../services/context';

/**
 * The platform logs a call's address with each of its lines (docs/operations.md), so calls with a secret in it log
 * nothing.
 */
export const secretAddress = createMiddleware<AppEnv>(async (c, next) => {
  await (holdsSecret(c.req.url) ? withLoggingSuppressed(next) : next());
});

/** What precedes an access code or a display's token in a path, of calls and of pages, with any number of slashes. */
const SECRET_FOLLOWS = /\/(?:by-access-code|displays?)\/+[^/]/i;

/** A join link's access code (web/src/features/join/join-link.ts). */
const SECRET_PARAMETER = 'code';

/** Whether the address contains an access code or a display's token. */
export function holdsSecret(address: string): boolean {
  const { pathname, searchParams } = new URL(address);
  return SECRET_FOLLOWS.test(pathname) || searchParams.has(SECRET_PARAMETER);
}
