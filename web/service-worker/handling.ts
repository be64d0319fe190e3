import { appPaths } from '../../src/shared/paths';

/** `untouched`: the browser asks the network as if there were no worker. */
export type Handling = 'shell' | 'file' | 'untouched';

/** What the worker looks at in a request. */
export type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** Where somebody counts, or logs in to count. Sign-up and the public pages need the server anyway. */
const SHELL_PATHS: ReadonlySet<string> = new Set([appPaths.app, appPaths.admin, appPaths.user, appPaths.login]);

/** Vite's folder: each name in it holds a hash of what is in it. */
const HASHED_FOLDER = '/assets/';

/** @param rootFiles paths of the files outside the hashed folder that the shell names */
export function handlingOf({ method, mode, url }: Asked, origin: string, rootFiles: ReadonlySet<string>): Handling {
  const asked = new URL(url);
  if (method !== 'GET' || asked.origin !== origin) return 'untouched';
  // With or without a slash at its end, as the server and the router take it.
  if (mode === 'navigate') return SHELL_PATHS.has(asked.pathname.replace(/(?<=.)\/$/, '')) ? 'shell' : 'untouched';
  return asked.pathname.startsWith(HASHED_FOLDER) || rootFiles.has(asked.pathname) ? 'file' : 'untouched';
}
