import type { NewArea } from '../../../../src/shared/rules/capacity';
import { AnySchema, callApi } from '../../lib/api-client';

/** The new area itself comes with the list, which everyone on the event fetches again. */
export async function createArea(eventId: string, area: NewArea): Promise<void> {
  await callApi(`/api/events/${encodeURIComponent(eventId)}/areas`, AnySchema, { method: 'POST', body: area });
}
