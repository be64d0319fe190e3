import { type Context, Hono } from 'hono';
import type { AppEnv } from '../services/context';

/** A static file; without the request's body, which has been read. */
export function fetchAsset(c: Context<AppEnv>, path: string, headers: Headers = c.req.raw.headers): Promise<Response> {
  return c.env.ASSETS.fetch(new Request(new URL(path, c.req.url), { method: c.req.method, headers }));
}

export const assets = new Hono<AppEnv>();

/** Nobody may keep a missing hashed file, though the rule for all of this folder says for good (web/public/_headers). */
assets.get('/*', async (c) => {
  const answer = await fetchAsset(c, c.req.path);
  if (answer.ok || answer.status === 304) return answer;
  await answer.body?.cancel();
  return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
});
