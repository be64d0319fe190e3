import { alertListPath, countingPath, doorsPath, eventSettingsPath, reportsPath } from '../../urls/paths';

export type EventPage = 'count' | 'alerts' | 'doors' | 'reports' | 'settings';

/**
 * The pages of an event, with their addresses. A further page appears among the tabs, in the organizer's sheet and in the
 * command menu by its line here.
 */
export const EVENT_PAGES = [
  ['count', countingPath],
  ['alerts', alertListPath],
  ['doors', doorsPath],
  ['reports', reportsPath],
  ['settings', eventSettingsPath],
] as const satisfies readonly [EventPage, (eventId: string) => string][];
