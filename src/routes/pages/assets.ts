import { type Context, Hono } from 'hono';
import type { AppEnv } from '../../services/context';

/** A static file, or a redirect to it. The request is passed without its body, which was read already. */
export function fetchAsset(c: Context<AppEnv>, path: string, headers: Headers = c.req.raw.headers): Promise<Response> {
  const url = new URL(c.req.url);
  url.pathname = path;
  return c.env.ASSETS.fetch(new Request(url, { method: c.req.method, headers, redirect: 'manual' }));
}

export const assets = new Hono<AppEnv>();

/** Nobody may cache a missing hashed file, although the rule for this folder says forever (web/public/_headers). */
assets.get('/*', async (c) => {
  const answer = await fetchAsset(c, c.req.path);
  if (answer.ok || answer.status === 304) return answer;
  await answer.body?.cancel();
  return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
});
