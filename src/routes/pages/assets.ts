import { type Context, Hono } from 'hono';
import type { AppEnv } from '../../services/context';

/** Fetches a static file, or a redirect to it. The body is left out, because it was already read. */
export function fetchAsset(c: Context<AppEnv>, path: string, headers: Headers = c.req.raw.headers): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = path;
  return c.env.ASSETS.fetch(new Request(url, { method: c.req.method, headers, redirect: 'manual' }));
}

export const assets = new Hono<AppEnv>();

/** Serves hashed files. A missing one must not be cached, although this folder's rule allows it (_headers). */
assets.get('/*', async (c) => {
  const answer = await fetchAsset(c, c.req.path);
  if (answer.ok || answer.status === 304) return answer;
  await answer.body?.cancel();
  return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
});
