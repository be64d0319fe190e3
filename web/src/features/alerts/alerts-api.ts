import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/limits';
import { type Alert, AlertListSchema } from '../../../../src/shared/schemas/alert';
import { callApi } from '../../api/api-client';

/**
 * Acknowledges the alert.
 * @param clientId this page's at the room, which knows its device by it
 * @returns the alert as it is now; undefined when it is over
 */
export async function acknowledgeAlert(
  eventId: string,
  alertId: string,
  clientId: string | null,
): Promise<Alert | undefined> {
  const path = `/api/events/${encodeURIComponent(eventId)}/alerts/${encodeURIComponent(alertId)}/acknowledge`;
  const { alerts } = await callApi(path, AlertListSchema, {
    method: 'POST',
    body: clientId === null ? {} : { clientId },
    // A connection that swallows calls must not disable the button for good.
    signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
  });
  return alerts.find((alert) => alert.alertId === alertId);
}
