import type { Context } from 'hono';
import { matchedRoutes } from 'hono/route';
import type { AppEnv } from '../../services/context';

/**
 * The pattern of the call that answers, not its path, which may contain an access code; a middleware's pattern when
 * there is none.
 */
export function routeOf(c: Context<AppEnv>): string {
  const routes = matchedRoutes(c);
  return (routes.find(({ path }) => !path.endsWith('*')) ?? routes.at(-1))?.path ?? '';
}
