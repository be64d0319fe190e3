/** All paths of the app. The server answers them with the app's HTML, and unknown paths with that and a 404. */
export const appPaths = {
  login: '/login',
  signup: '/signup',
  forgotPassword: '/forgot-password',
  /** The one-time token is in the fragment, which browsers do not send to servers. */
  resetPassword: '/reset-password',
  /** Where somebody accepts an invitation to an account. The token is in the fragment. */
  invitation: '/invitation',
  app: '/app',
  overview: '/app/overview',
  /** The alerts of all events, open ones and those of the last day. */
  alertList: '/app/alerts',
  reports: '/app/reports',
  /** The same report in a layout for paper. */
  printedReport: '/app/reports/print',
  /** The capacity assistant for the selected event. */
  capacity: '/app/capacity',
  /** The public display, with the token of its link. */
  display: '/display/:token',
  /** Checks an evidence pack, without an account. */
  verify: '/verify',
  /** What an inspector sees, with the token of the link. */
  inspect: '/inspect/:token',
  /** The devices of one event, orders to its doors, and its evacuation. */
  eventDoors: '/app/events/:eventId/doors',
  /** The settings of one event. */
  eventSettings: '/app/events/:eventId/settings',
  /** The settings of the account. */
  accountSettings: '/app/settings',
  /** An earlier address of those settings' section about recipients of alerts. */
  alertRecipients: '/app/alert-recipients',
  /** Where the holder of a mail address agrees to alerts, and leaves. The token is in the fragment. */
  confirmAlertMails: '/alert-mails/confirm',
  leaveAlertMails: '/alert-mails/leave',
  admin: '/admin',
  user: '/user',
} as const;

/** A page for frames of other sites, which is no part of the app: how busy an event is, with the token of its public link. */
export const WIDGET_PATH = '/widget/:token';
