import { AnySchema, callApi } from '../../lib/api-client';

/**
 * Somebody has seen it. What becomes of it comes with the room's next word, which all devices hear.
 * @param clientId this page's at the room, which knows its device by it
 */
export async function acknowledgeAlert(eventId: string, alertId: string, clientId: string | null): Promise<void> {
  const path = `/api/events/${encodeURIComponent(eventId)}/alerts/${encodeURIComponent(alertId)}/acknowledge`;
  await callApi(path, AnySchema, { method: 'POST', body: clientId === null ? {} : { clientId } });
}
