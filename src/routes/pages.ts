import type { Context } from 'hono';
import type { AppEnv } from '../services/context';
import { isAppPath } from '../shared/paths';
import { fetchAsset } from './assets';

/** The app's HTML as the build writes it (web/shell.html). Nobody gets it under this name: wrangler.toml. */
const SHELL_PATH = '/shell';

const wantsHtml = (c: Context<AppEnv>): boolean => c.req.header('accept')?.includes('text/html') ?? false;

function withHeaders(answer: Response, status: number, cacheControl: string): Response {
  const headers = new Headers(answer.headers);
  headers.set('Cache-Control', cacheControl);
  return new Response(answer.body, { status, headers });
}

/**
 * What no static file answers: the app's HTML on its own paths, and with a 404 on all others, where the app says that there
 * is no such page. A copy kept by the browser is asked about each time, so that it never names chunks of an older build.
 */
export async function page(c: Context<AppEnv>): Promise<Response> {
  const reading = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (reading && isAppPath(c.req.path)) {
    const shell = await fetchAsset(c, SHELL_PATH);
    return withHeaders(shell, shell.status, 'no-cache');
  }
  if (!reading || !wantsHtml(c)) return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
  // Without the validators that the browser sent: a 304 would be an answer about another page.
  const shell = await fetchAsset(c, SHELL_PATH, new Headers());
  const notFound = withHeaders(shell, 404, 'no-store');
  notFound.headers.delete('ETag');
  return notFound;
}
