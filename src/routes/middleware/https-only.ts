import { createMiddleware } from 'hono/factory';
import { publicOrigin, requiresHttps, trustedProxy } from '../../env';
import { isUpgrade } from '../../http/origin';
import { isOverHttps } from '../../http/visitor';
import { AppError } from '../../shared/errors';
import type { AppEnv } from '../../services/context';

/** The same page over HTTPS, at the operator's own address if there is one. */
function overHttps(address: string, origin: string | null): string {
  const url = new URL(address);
  url.protocol = 'https:';
  // Joined as text: a path that begins with two slashes would be another host's.
  return `${origin ?? url.origin}${url.pathname}${url.search}`;
}

/**
 * Where HTTPS is required, plain HTTP only leads to it: 308 for pages and files. Calls and upgrades get 403, because
 * their client has sent what it should not have sent and must learn of it.
 */
export const httpsOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (isOverHttps(c.req.raw, trustedProxy(c.env)) || !requiresHttps(c.env)) return await next();
  const { method, path } = c.req;
  const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith('/api/') && !isUpgrade(c.req.raw);
  if (!isPage) throw new AppError('https_required');
  c.header('Cache-Control', 'no-store');
  return c.redirect(overHttps(c.req.url, publicOrigin(c.env)), 308);
});
