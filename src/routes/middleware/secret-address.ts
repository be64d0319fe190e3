import { createMiddleware } from 'hono/factory';
import { withoutLines } from '../../lib/log';
import type { AppEnv } from '../../services/context';
import { holdsSecret } from '../secret-addresses';

/** The platform writes a call's address beside each of its lines (docs/operations.md): with a secret in it there are none. */
export const secretAddress = createMiddleware<AppEnv>(async (c, next) => {
  await (holdsSecret(c.req.url) ? withoutLines(next) : next());
});
