import { appPaths } from '../shared/paths';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

function hostOf(origin: string): string | null {
  try {
    return new URL(origin).host;
  } catch {
    return null;
  }
}

export const isHttps = (address: string): boolean => new URL(address).protocol === 'https:';

export const isUpgrade = (request: Request): boolean => request.headers.get('upgrade')?.toLowerCase() === 'websocket';

/**
 * Whether the request comes from a page of another site and changes something or opens a socket. Only hosts are
 * compared, because a proxy may end TLS. A request without an Origin does not come from a browser.
 */
export function isForeign(request: Request): boolean {
  if (SAFE_METHODS.has(request.method) && !isUpgrade(request)) return false;
  const origin = request.headers.get('origin');
  return origin !== null && hostOf(origin) !== new URL(request.url).host;
}

const patterns = Object.values(appPaths).map((path) => path.replace(/:\w+/, '[^/]+'));
const known = new RegExp(`^(?:${patterns.join('|')})/?$`);

/** Whether the path is a page of the app, with or without a trailing slash, as the router accepts it. */
export const isAppPath = (pathname: string): boolean => known.test(pathname);
