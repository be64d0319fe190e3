/** Every address of the app: the server answers these with the app's HTML, and any other with that and a 404. */
export const appPaths = {
  login: '/login',
  signup: '/signup',
  app: '/app',
  admin: '/admin',
  user: '/user',
} as const;

const known: ReadonlySet<string> = new Set(Object.values(appPaths));

/** With or without a slash at its end, as the router takes it. */
export const isAppPath = (pathname: string): boolean => known.has(pathname.replace(/(?<=.)\/$/, ''));
