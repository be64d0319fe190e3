import { appPaths } from '../../src/shared/paths';

/** `untouched`: the browser asks the network as if there were no worker. */
export type Handling = 'shell' | 'file' | 'untouched';

/** The parts of a request that the worker looks at. */
export type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** Where somebody counts, or logs in to count. Sign-up and the public pages need the server anyway. */
const SHELL_PATHS: ReadonlySet<string> = new Set([appPaths.app, appPaths.admin, appPaths.user, appPaths.login]);

/** Vite's folder: each name in it contains a hash of the contents. */
const HASHED_FOLDER = '/assets/';

/** @param rootFiles paths of the files outside the hashed folder that the shell names */
export function handlingOf({ method, mode, url }: Asked, origin: string, rootFiles: ReadonlySet<string>): Handling {
  const asked = new URL(url);
  if (method !== 'GET' || asked.origin !== origin) return 'untouched';
  // With or without a trailing slash, as the server and the router accept it.
  if (mode === 'navigate') return SHELL_PATHS.has(asked.pathname.replace(/(?<=.)\/$/, '')) ? 'shell' : 'untouched';
  return asked.pathname.startsWith(HASHED_FOLDER) || rootFiles.has(asked.pathname) ? 'file' : 'untouched';
}
