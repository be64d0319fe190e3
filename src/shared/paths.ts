/** Every address of the app: the server answers these with the app's HTML, and any other with that and a 404. */
export const appPaths = {
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  /** The one-time token follows as the fragment, which no server and no log sees. */
  resetPassword: '/reset-password',
  app: '/app',
  overview: '/app/overview',
  reports: '/app/reports',
  /** The same report, laid out for paper. */
  printedReport: '/app/reports/print',
  /** The public display, under its link's token. */
  display: '/display/:token',
  admin: '/admin',
  user: '/user',
} as const;
