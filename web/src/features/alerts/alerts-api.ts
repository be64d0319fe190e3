import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/protocol/limits';
import { type Alert, AlertListSchema } from '../../../../src/shared/schemas/alert';
import { callApi, isRefusal } from '../../api/api-client';
import type { Realtime } from '../../realtime/realtime';
import { dialogTexts } from '../../texts/dialog-texts';
import { showToast } from '../../ui/overlays/toasts';
import { eventPath } from '../events/events-api';

/**
 * Acknowledges the alert, with a note if there is one. Shows the answer at once, because the room's own frame may take
 * long. Throws if the call fails, but not for an alert that is gone.
 */
export async function acknowledgeAlert(
  realtime: Realtime,
  eventId: string,
  alertId: string,
  note?: string,
): Promise<void> {
  // The room knows the device from the client id of this page.
  const clientId = realtime.clientIdOf(eventId);
  let seen: Alert | undefined;
  try {
    const { alerts } = await callApi(
      `${eventPath(eventId)}/alerts/${encodeURIComponent(alertId)}/acknowledge`,
      AlertListSchema,
      {
        method: 'POST',
        body: { ...(clientId !== null && { clientId }), ...(note !== undefined && { note }) },
        keepalive: true,
        // A network that drops calls must not disable the button forever.
        signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
      },
    );
    seen = alerts.find((alert) => alert.alertId === alertId);
  } catch (failure) {
    // The alert may have ended before it could be acknowledged.
    if (!isRefusal(failure, 'not_found')) throw failure;
  }
  realtime.acknowledged(eventId, alertId, seen);
}

/** Waits for acknowledgments, and says if one of them failed. */
export async function tellOfFailure(acknowledgments: readonly Promise<void>[]): Promise<void> {
  const done = await Promise.allSettled(acknowledgments);
  if (done.some(({ status }) => status === 'rejected')) showToast(dialogTexts.alert.failed);
}
