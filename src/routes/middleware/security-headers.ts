import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../services/context';
import { trustedProxy } from '../../env';
import { isOverHttps } from '../../http/visitor';

const SWITCHING_PROTOCOLS = 101;
/** For this host only: other names of the domain are not ours to decide about. */
const HSTS = 'max-age=31536000';

/** For the worker's own answers; static files get theirs from `_headers`. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  // An upgrade's answer comes from the room and cannot be changed.
  if (c.res.status === SWITCHING_PROTOCOLS) return;
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  // A card's bank may confirm in a window of its own (3-D Secure), which must find its way back.
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
  if (isOverHttps(c.req.raw, trustedProxy(c.env))) c.header('Strict-Transport-Security', HSTS);
  // The path as the router decodes it: /%61pi/ is /api/, too.
  if (!c.req.path.startsWith('/api/')) return;
  c.header('Cache-Control', 'no-store');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
});
