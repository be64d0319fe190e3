import type { NewArea } from '../../../../src/shared/rules/capacity';
import { AnySchema, callApi } from '../../lib/api-client';

/** What changed comes with the list, which everyone on the event fetches again. */

const areaPath = (areaId: string): string => `/api/areas/${encodeURIComponent(areaId)}`;

export async function createArea(eventId: string, area: NewArea): Promise<void> {
  await callApi(`/api/events/${encodeURIComponent(eventId)}/areas`, AnySchema, { method: 'POST', body: area });
}

/** A new name or a new capacity. */
export async function updateArea(areaId: string, change: Partial<NewArea>): Promise<void> {
  await callApi(areaPath(areaId), AnySchema, { method: 'PATCH', body: change });
}

/** Sets the occupancy to 0; the totals stay. */
export async function resetArea(areaId: string): Promise<void> {
  await callApi(`${areaPath(areaId)}/reset`, AnySchema, { method: 'PUT' });
}

export async function deleteArea(areaId: string): Promise<void> {
  await callApi(areaPath(areaId), AnySchema, { method: 'DELETE' });
}
