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

/** The overview as a wall. */
export const WALL_PATH = `${appPaths.overview}?wall`;

/** Returns the path of an event's settings. */
export const eventSettingsPath = (eventId: string): string =>
  appPaths.eventSettings.replace(':eventId', encodeURIComponent(eventId));

/** The query parameter that holds an event's id, on the pages that have it not in their path. */
export const EVENT_PARAM = 'event';

/** The sections of the account's settings, as addresses name them. */
export type AccountSection = 'plan' | 'security' | 'members' | 'audit' | 'keys' | 'recipients' | 'data' | 'delete';

/** Returns the path of a section of the account's settings. */
export const accountSettingsPath = (section: AccountSection): string => `${appPaths.accountSettings}#${section}`;

/** Returns the path of the list of alerts, with those of one event. */
export const alertListPath = (eventId: string): string =>
  `${appPaths.alertList}?${EVENT_PARAM}=${encodeURIComponent(eventId)}`;

/** Returns the path at which this event is counted, also in a window of its own. */
export const countingPath = (eventId: string): string =>
  `${appPaths.app}?${EVENT_PARAM}=${encodeURIComponent(eventId)}`;

/** Returns the path of an event's doors. */
export const doorsPath = (eventId: string): string =>
  appPaths.eventDoors.replace(':eventId', encodeURIComponent(eventId));

/** Returns the path of an event's report. */
export const reportsPath = (eventId: string): string =>
  `${appPaths.reports}?${EVENT_PARAM}=${encodeURIComponent(eventId)}`;

/** Returns the path of the capacity assistant for an event. */
export const capacityPath = (eventId: string): string =>
  `${appPaths.capacity}?${EVENT_PARAM}=${encodeURIComponent(eventId)}`;

/** The query parameter of the counting page that holds the id of the area on the whole screen. */
export const AREA_PARAM = 'area';

/** Returns the path at which the selected event shows an area on the whole screen. */
export const areaPath = (areaId: string): string => `${appPaths.app}?${AREA_PARAM}=${encodeURIComponent(areaId)}`;
