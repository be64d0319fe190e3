import type { NewArea } from '../../../../../src/shared/schemas/inputs';
import { type Recount, type RecountAnswer, RecountAnswerSchema } from '../../../../../src/shared/schemas/area';
import { AnySchema, callApi, ended } from '../../../api/api-client';

/**
 * The calls that change areas return no areas. The room sends `areas_changed` to all devices of the event, which then
 * load the areas again.
 */
const areaPath = (areaId: string): string => `/api/areas/${encodeURIComponent(areaId)}`;

export async function createArea(eventId: string, area: NewArea): Promise<void> {
  await callApi(`/api/events/${encodeURIComponent(eventId)}/areas`, AnySchema, { method: 'POST', body: area });
}

/** Sets a new name, a new own capacity, or new limits. */
export async function updateArea(areaId: string, change: Partial<NewArea>): Promise<void> {
  await callApi(areaPath(areaId), AnySchema, { method: 'PATCH', body: change });
}

/** Sets the occupancy to 0 and keeps the totals. */
export async function resetArea(areaId: string): Promise<void> {
  await callApi(`${areaPath(areaId)}/reset`, AnySchema, { method: 'PUT' });
}

/** Sets the occupancy to the number that somebody counted by eye. Returns by how much the earlier occupancy was off. */
export const recountArea = (areaId: string, recount: Recount): Promise<RecountAnswer> =>
  callApi(`${areaPath(areaId)}/recount`, RecountAnswerSchema, { method: 'PUT', body: recount });

export const deleteArea = (areaId: string): Promise<void> =>
  ended(callApi(areaPath(areaId), AnySchema, { method: 'DELETE' }));
