import { type Context, Hono } from 'hono';
import type { AppEnv } from '../services/context';

/** The static file, or the app's HTML when there is none. Without the body, which has been read. */
export function fetchAsset(c: Context<AppEnv>): Promise<Response> {
  const { method, url, headers } = c.req.raw;
  return c.env.ASSETS.fetch(new Request(url, { method, headers }));
}

export const assets = new Hono<AppEnv>();

/** For a missing hashed file the assets answer the app's HTML, cached for good: that must be a 404 instead. */
assets.get('/*', async (c) => {
  const answer = await fetchAsset(c);
  if (!answer.headers.get('content-type')?.includes('text/html')) return answer;
  await answer.body?.cancel();
  return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
});
