import { appPaths } from '../../src/shared/paths';

/** How the worker answers: with the shell, with a kept file, or not (`untouched`): then the network answers. */
export type Handling = 'shell' | 'file' | 'untouched';

/** The parts of a request on which its handling depends. */
export type Asked = Pick<Request, 'method' | 'mode' | 'url'>;

/** The pages on which somebody counts, or logs in to count. Other pages do not work without the server. */
const SHELL_PATHS: ReadonlySet<string> = new Set([appPaths.app, appPaths.admin, appPaths.user, appPaths.login]);

/** The folder of Vite's files: each file name contains a hash of the contents. */
const HASHED_FOLDER = '/assets/';

/**
 * Decides how the worker answers a request.
 * @param rootFiles the paths of files outside the hashed folder that the shell refers to
 */
export function handlingOf({ method, mode, url }: Asked, origin: string, rootFiles: ReadonlySet<string>): Handling {
  const asked = new URL(url);
  if (method !== 'GET' || asked.origin !== origin) return 'untouched';
  // A trailing slash is ignored, as the server and the router ignore it.
  if (mode === 'navigate') return SHELL_PATHS.has(asked.pathname.replace(/(?<=.)\/$/, '')) ? 'shell' : 'untouched';
  return asked.pathname.startsWith(HASHED_FOLDER) || rootFiles.has(asked.pathname) ? 'file' : 'untouched';
}
