/** Every address of the web, in one place. */
export const paths = {
  home: '/',
  login: '/login',
  signup: '/signup',
  app: '/app',
  admin: '/admin',
  user: '/user',
} as const;
