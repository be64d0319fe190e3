import type { Context } from 'hono';
import { billingConfig, signUpMode } from '../../env';
import type { AppEnv } from '../../services/context';
import { isAppPath } from '../../http/origin';
import { appPaths } from '../../shared/paths';
import { fetchAsset } from './assets';
import { withStripe } from './stripe-policy';
import { unsentPage } from './unsent-page';
import { isWidgetPath, widgetPage } from './widget-page';

/** The file of the app's HTML that the build writes (web/shell.html). It is not served under this path. */
const SHELL_PATH = '/shell';
const isShell = (pathname: string): boolean => /^\/shell(?:\.html)?\/?$/.test(pathname);

const POLICY = 'Content-Security-Policy';

const wantsHtml = (c: Context<AppEnv>): boolean => c.req.header('accept')?.includes('text/html') ?? false;

function withHeaders(answer: Response, status: number, cacheControl: string): Response {
  const headers = new Headers(answer.headers);
  headers.set('Cache-Control', cacheControl);
  return new Response(answer.body, { status, headers });
}

/** Pages with their own HTML, whose form works before the app is loaded (web/src/app/early-pages.tsx). */
const EARLY_PATHS: ReadonlySet<string> = new Set([appPaths.login, appPaths.signup]);

/** Removes a trailing slash, which the router accepts, too. */
const withoutSlash = (path: string): string => path.replace(/(?<=.)\/$/, '');

const isEarlyPath = (path: string): boolean => EARLY_PATHS.has(withoutSlash(path));

/**
 * Returns the file of the page at this path. Where not everybody may sign up, the app shows the sign-up: the early form
 * does not know that nobody needs to fill it in.
 */
function htmlOf({ req: { path }, env }: Context<AppEnv>): string {
  const isForm = isEarlyPath(path) && (withoutSlash(path) !== appPaths.signup || signUpMode(env) === 'open');
  return isForm ? withoutSlash(path) : SHELL_PATH;
}

/**
 * Serves the app's HTML for one of the app's paths. Browsers revalidate it each time, so that a cached copy never
 * refers to files of an older build.
 */
async function appPage(c: Context<AppEnv>): Promise<Response> {
  return billingConfig(c.env).configured ? shellWithStripe(c) : plainShell(c);
}

async function plainShell(c: Context<AppEnv>): Promise<Response> {
  const shell = await fetchAsset(c, htmlOf(c));
  return withHeaders(shell, shell.status, 'no-cache');
}

/** Serves the HTML with a policy that allows Stripe.js. Validators are left out: they do not include the policy. */
async function shellWithStripe(c: Context<AppEnv>): Promise<Response> {
  const shell = await fetchAsset(c, htmlOf(c), new Headers());
  const answer = withHeaders(shell, shell.status, 'no-cache');
  answer.headers.delete('ETag');
  const policy = answer.headers.get(POLICY);
  if (policy !== null) answer.headers.set(POLICY, withStripe(policy));
  return answer;
}

/** Serves the app's HTML with status 404. The app shows its 404 page. */
async function missingPage(c: Context<AppEnv>): Promise<Response> {
  // The browser's validators are left out: a 304 would refer to another page.
  const shell = await fetchAsset(c, SHELL_PATH, new Headers());
  const notFound = withHeaders(shell, 404, 'no-store');
  notFound.headers.delete('ETag');
  return notFound;
}

/** Answers everything that is no call: the app's pages, static pages and files, and the 404 page. */
export async function page(c: Context<AppEnv>): Promise<Response> {
  const { path, method } = c.req;
  if (method === 'GET' || method === 'HEAD') {
    if (isAppPath(path)) return appPage(c);
    if (isWidgetPath(path)) return widgetPage(c);
    const file = isShell(path) ? null : await fetchAsset(c, path);
    if (file && file.status !== 404) return file;
    await file?.body?.cancel();
    if (wantsHtml(c)) return missingPage(c);
  }
  if (method === 'POST' && isEarlyPath(path)) return unsentPage(c, withoutSlash(path));
  return c.text('Not found', 404, { 'Cache-Control': 'no-store' });
}
