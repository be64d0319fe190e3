import { eventPath } from '../events/events-api';

/** The path of the calls about an event's links for inspectors. */
export const inspectorLinksPath = (eventId: string): string => `${eventPath(eventId)}/inspections`;

/** The key of the query for these links. */
export const inspectorLinksKey = (eventId: string): readonly string[] => ['inspector-links', eventId];
