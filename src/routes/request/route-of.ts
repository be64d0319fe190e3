import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from '../../services/context';

/**
 * Returns the route of the call, not its path, which may contain an access code. Without a route, returns a
 * middleware's pattern.
 */
export function routeOf(c: Context<AppEnv>): string {
  const routes = matchedRoutes(c);
  return (routes.find(({ path }) => !path.endsWith('*')) ?? routes.at(-1))?.path ?? '';
}
