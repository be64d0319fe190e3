import { type ListedAlerts, ListedAlertsSchema } from '../../../../src/shared/schemas/alert';
import { callApi } from '../../api/api-client';
import { eventPath } from '../events/events-api';

/** How many alerts of an event are read at once. */
const PAGE = 100;

/** @param after the `next` of the page before; null for the newest alerts */
export function fetchAlerts(
  eventId: string,
  after: string | null,
  signal: AbortSignal,
  limit = PAGE,
): Promise<ListedAlerts> {
  const query = new URLSearchParams({ limit: String(limit), ...(after !== null && { after }) });
  return callApi(`${eventPath(eventId)}/alerts?${query.toString()}`, ListedAlertsSchema, { signal });
}
