import { appPaths } from '../../src/shared/paths';
import type { Build } from './build';
import { PAGE_LOCK_PREFIX } from './names';

const CACHE_PREFIX = 'headroom-';
const cacheName = ({ id }: Build): string => `${CACHE_PREFIX}${id}`;

/** The path of the shell on the server and in the cache. */
const SHELL = appPaths.app;

/** @throws {Error} the server refused, or redirected to another page */
async function fetchFile(path: string, cache: RequestCache): Promise<Response> {
  const answer = await fetch(path, { cache });
  if (!answer.ok || answer.redirected) throw new Error(`${path} answered ${answer.status}`);
  return answer;
}

async function isShellOf({ shellNames }: Build, answer: Response): Promise<boolean> {
  const html = await answer.clone().text();
  return shellNames.every((name) => html.includes(name));
}

async function fetchShell(build: Build): Promise<Response> {
  const shell = await fetchFile(SHELL, 'no-store');
  // While a deploy is in progress, the server may send the shell of another build than this worker's.
  if (!(await isShellOf(build, shell))) throw new Error('The shell is of another build');
  return shell;
}

async function fetchNamed(path: string, cache: RequestCache): Promise<Response> {
  const file = await fetchFile(path, cache);
  if (file.headers.get('content-type')?.startsWith('text/html')) throw new Error(`${path} answered a page`);
  return file;
}

/**
 * Keeps all files of a build.
 * @throws {Error} a file is missing: then the earlier worker stays active
 */
export async function keepBuild(build: Build): Promise<void> {
  // The shell is fetched before the other files, because it shows whether the server has this build.
  const shell = await fetchShell(build);
  const cache = await caches.open(cacheName(build));
  await Promise.all([
    // Hashed files can come from the browser's own cache, if the page has just loaded them.
    ...build.hashed.map(async (path) => cache.put(path, await fetchNamed(path, 'default'))),
    ...build.rootFiles.map(async (path) => cache.put(path, await fetchNamed(path, 'no-cache'))),
  ]);
  await cache.put(SHELL, shell);
}

/** Whether the server answers this address with the shell. The login has its own HTML. */
export const isShellAddress = (url: string): boolean => !new URL(url).pathname.startsWith(appPaths.login);

/** Returns a build's shell from the cache; undefined if the browser has deleted it. */
export const keptShell = (build: Build): Promise<Response | undefined> =>
  caches.match(SHELL, { cacheName: cacheName(build) });

const POLICY = 'content-security-policy';

/**
 * Replaces the kept shell with the server's present one if their policies differ. The policy depends on the server's
 * settings, which can change while the build stays the same.
 */
export async function renewShell(build: Build, answer: Response): Promise<void> {
  const kept = await keptShell(build);
  if (!kept || !answer.ok || kept.headers.get(POLICY) === answer.headers.get(POLICY)) return;
  if (await isShellOf(build, answer)) await (await caches.open(cacheName(build))).put(SHELL, answer);
}

/** Returns a kept file of this build, or of another build that a page still uses. */
export async function keptFile(build: Build, request: Request): Promise<Response | undefined> {
  const options = { ignoreVary: true };
  return (
    (await caches.match(request, { ...options, cacheName: cacheName(build) })) ?? (await caches.match(request, options))
  );
}

/** Returns the start scripts of the open pages. */
async function runningScripts(): Promise<string[]> {
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PAGE_LOCK_PREFIX));
  return names.map((name) => name.slice(PAGE_LOCK_PREFIX.length));
}

/** Deletes other builds, except builds that an open page still uses, because the page may need more of their files. */
export async function dropUnusedBuilds(build: Build): Promise<void> {
  const scripts = await runningScripts();
  for (const name of await caches.keys()) {
    if (!name.startsWith(CACHE_PREFIX) || name === cacheName(build)) continue;
    const used = await Promise.all(scripts.map((script) => caches.match(script, { cacheName: name })));
    if (used.every((file) => file === undefined)) await caches.delete(name);
  }
}
