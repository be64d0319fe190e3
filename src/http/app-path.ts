import { appPaths } from '../shared/paths';

const patterns = Object.values(appPaths).map((path) => path.replace(/:\w+/, '[^/]+'));
const known = new RegExp(`^(?:${patterns.join('|')})/?$`);

/** With or without a trailing slash, as the router accepts it. */
export const isAppPath = (pathname: string): boolean => known.test(pathname);
