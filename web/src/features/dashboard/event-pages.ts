import type { Verb } from '../../../../src/shared/rules/roles';
import type { User } from '../../../../src/shared/schemas/user';
import { may } from '../../session/may';
import { texts } from '../../texts/app-texts';
import { alertListPath, countingPath, doorsPath, eventSettingsPath, reportsPath } from '../../urls/paths';

export type EventPage = 'count' | 'alerts' | 'doors' | 'reports' | 'settings';

interface PageOfEvent {
  page: EventPage;
  name: string;
  to: string;
}

/**
 * The pages of an event, with what a user must be allowed to do there, and their addresses. A further page appears among
 * the tabs, in the organizer's sheet and in the command menu by its line here.
 */
const EVENT_PAGES = [
  ['count', 'watch', countingPath],
  ['alerts', 'review', alertListPath],
  ['doors', 'review', doorsPath],
  ['reports', 'review', reportsPath],
  ['settings', 'manage', eventSettingsPath],
] as const satisfies readonly [EventPage, Verb, (eventId: string) => string][];

/** Returns the pages of an event that this user may see, in the order of the tabs. */
export function eventPagesOf(user: User, eventId: string): PageOfEvent[] {
  const watches = !may(user, 'count', eventId);
  return EVENT_PAGES.filter(([, verb]) => may(user, verb, eventId)).map(([page, , pathOf]) => ({
    page,
    name: page === 'count' && watches ? texts.tabs.numbers : texts.tabs[page],
    to: pathOf(eventId),
  }));
}
