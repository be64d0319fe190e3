import { createMiddleware } from 'hono/factory';
import { publicOrigin, requiresHttps, trustedProxy } from '../../env';
import { isUpgrade } from '../../lib/origin';
import { isOverHttps } from '../../lib/visitor';
import { AppError } from '../../shared/errors';
import type { AppEnv } from '../../services/context';

/** The same page over HTTPS, at the operator's own address where there is one. */
function overHttps(address: string, origin: string | null): string {
  const url = new URL(address);
  url.protocol = 'https:';
  // Put together as text: a path with two slashes in front would be another host's.
  return `${origin ?? url.origin}${url.pathname}${url.search}`;
}

/**
 * Where HTTPS is a must, plain HTTP gets no more than the way to it: 308 for pages and files, 403 for calls and upgrades, whose
 * client has sent what it should not have and is to hear of it.
 */
export const httpsOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (isOverHttps(c.req.raw, trustedProxy(c.env)) || !requiresHttps(c.env)) return await next();
  const { method, path } = c.req;
  const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith('/api/') && !isUpgrade(c.req.raw);
  if (!isPage) throw new AppError('https_required');
  c.header('Cache-Control', 'no-store');
  return c.redirect(overHttps(c.req.url, publicOrigin(c.env)), 308);
});
