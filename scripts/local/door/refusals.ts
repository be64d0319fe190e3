import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../../../src/shared/errors.ts';

/** The methods of the product's calls and pages (src/routes). */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** A name or an address, with or without a port. The runtime makes an address of it, so it must not contain a path. */
const HOST = /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** A path as most requests have it. Two slashes, or a backslash, would begin a host's name. */
const PATH = /^\/(?![/\\])[!-\u00ff]*$/;

/** What Miniflare keeps for itself: stored files and its own tools (`CorePaths` in its source). */
const INSIDE = /cdn-cgi|__cf_local/;

/** Whether a path leads to Miniflare's own answers, however it is written. */
function leadsInside(target: string): boolean {
  let path = target.split(/[?#]/, 1)[0]?.toLowerCase() ?? '';
  for (let isDecoded = false; !isDecoded;) {
    const once = path.replaceAll(/%([0-9a-f]{2})/g, (_, code: string) =>
      String.fromCodePoint(Number.parseInt(code, 16)),
    );
    isDecoded = once === path;
    path = once.toLowerCase();
  }
  // URLs lose these characters when they are read (url.spec.whatwg.org).
  return INSIDE.test(path.replaceAll(/[\t\n\r]/g, ''));
}

/** Returns why a request may not reach the runtime; null if it may. */
export function refusalOf({ method = '', url = '', headers }: IncomingMessage): ErrorCode | null {
  if (!METHODS.has(method)) return 'not_found';
  if (!HOST.test(headers.host ?? '')) return 'invalid_input';
  if (headers.upgrade !== undefined && headers.upgrade.toLowerCase() !== 'websocket') return 'invalid_input';
  return PATH.test(url) && !leadsInside(url) ? null : 'not_found';
}
