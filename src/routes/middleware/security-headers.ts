import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../services/context';
import { isHttps } from '../../http/origin';

const SWITCHING_PROTOCOLS = 101;
/** The header applies to this host only, because subdomains may not belong to this installation. */
const HSTS = 'max-age=31536000';

/** The calls that pages of all sites may read; nobody's session matters to them. */
const PUBLIC = /^\/api\/public\//;

/** Adds security headers to the worker's own answers. Static files get theirs from `_headers`. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  // The answer to an upgrade comes from the room and cannot be changed.
  if (c.res.status === SWITCHING_PROTOCOLS) return;
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  // A bank may confirm a card in its own window (3-D Secure), and that window must be able to return here.
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
  if (isHttps(c.req.url)) c.header('Strict-Transport-Security', HSTS);
  // This is the path as the router decodes it: /%61pi/ is /api/, too.
  if (!c.req.path.startsWith('/api/')) return;
  const isPublic = PUBLIC.test(c.req.path);
  c.header('Cache-Control', isPublic && c.res.status === 200 ? 'public, max-age=1' : 'no-store');
  c.header('Cross-Origin-Resource-Policy', isPublic ? 'cross-origin' : 'same-origin');
  if (isPublic) c.header('Access-Control-Allow-Origin', '*');
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
});
