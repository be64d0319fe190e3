import { createMiddleware } from 'hono/factory';
import { publicOrigin, requiresHttps } from '../../env';
import { isHttps, isUpgrade } from '../../http/origin';
import { AppError } from '../../shared/errors';
import type { AppEnv } from '../../services/context';

/** Returns the same page's address with HTTPS, at the installation's own origin if it has one. */
function overHttps(address: string, origin: string | null): string {
  const url = new URL(address);
  url.protocol = 'https:';
  // The parts are joined as text: with `new URL`, a path that begins with two slashes would lead to another host.
  return `${origin ?? url.origin}${url.pathname}${url.search}`;
}

/**
 * Refuses plain HTTP where HTTPS is required. Pages and files redirect to HTTPS (308). Calls and upgrades get 403,
 * because their client has already sent something in plain text and must learn of it.
 */
export const httpsOnly = createMiddleware<AppEnv>(async (c, next) => {
  if (isHttps(c.req.url) || !requiresHttps(c.env)) return await next();
  const { method, path } = c.req;
  const isPage = (method === 'GET' || method === 'HEAD') && !path.startsWith('/api/') && !isUpgrade(c.req.raw);
  if (!isPage) throw new AppError('https_required');
  c.header('Cache-Control', 'no-store');
  return c.redirect(overHttps(c.req.url, publicOrigin(c.env)), 308);
});
