import { createMiddleware } from 'hono/factory';
import type { AppEnv } from '../../services/context';
import { trustedProxy } from '../../env';
import { isOverHttps } from '../../lib/visitor';

const SWITCHING_PROTOCOLS = 101;
/** This host only: what runs on other names of the domain is not ours to decide. */
const HSTS = 'max-age=31536000';

/** For what the worker answers itself; static files get theirs from `_headers`. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next();
  // An upgrade's answer belongs to the room and cannot be changed.
  if (c.res.status === SWITCHING_PROTOCOLS) return;
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()');
  // A card's bank may confirm in a window of its own (3-D Secure), which is to find its way back.
  c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
  c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
  if (isOverHttps(c.req.raw, trustedProxy(c.env))) c.header('Strict-Transport-Security', HSTS);
  // The path as routes are found by it: /%61pi/ is /api/, too.
  if (!c.req.path.startsWith('/api/')) return;
  c.header('Cache-Control', 'no-store');
  c.header('Cross-Origin-Resource-Policy', 'same-origin');
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
});
