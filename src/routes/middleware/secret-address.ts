import { createMiddleware } from 'hono/factory';
import { withLoggingSuppressed } from '../../observability/log';
import type { AppEnv } from '../../services/context';
import { holdsSecret } from '../request/secret-addresses';

/**
 * The platform logs a call's address with each of its lines (docs/operations.md), so calls with a secret in it log
 * nothing.
 */
export const secretAddress = createMiddleware<AppEnv>(async (c, next) => {
  await (holdsSecret(c.req.url) ? withLoggingSuppressed(next) : next());
});
