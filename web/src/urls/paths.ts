import { ENGLISH, type Language } from '../../../src/shared/languages';
import { appPaths } from '../../../src/shared/paths';

/** All paths of the web. Those that are not the app's are separate pages, which plain links open. */
export const paths = {
  ...appPaths,
  home: '/',
  privacyPolicy: '/privacy-policy',
  terms: '/tos',
  licenses: '/licenses.txt',
} as const;

/** Returns the path of a public page in a language. The app's own screens have one path for all languages. */
export const publicPath = (path: string, language: Language): string =>
  language === ENGLISH ? path : `/${language}${path}`;

/** The query parameter of the list of alerts that holds an event's id. */
export const ALERT_EVENT_PARAM = 'event';

/** Returns the path of the list of alerts, with those of one event. */
export const alertListPath = (eventId: string): string =>
  `${appPaths.alertList}?${ALERT_EVENT_PARAM}=${encodeURIComponent(eventId)}`;
