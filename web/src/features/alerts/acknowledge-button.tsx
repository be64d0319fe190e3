import { useState } from 'react';
import { callApi, isRefusal } from '../../api/api-client';
import { dialogTexts } from '../../texts/dialog-texts';
import { showToast } from '../../ui/overlays/toasts';
import { useRealtime } from '../../realtime/hooks';
import { Button } from '../../ui/button';
import { Check } from '../../ui/icons/checks';
import { CONNECT_TIMEOUT_MS } from '../../../../src/shared/limits';
import { type Alert, AlertListSchema } from '../../../../src/shared/schemas/alert';

export interface AcknowledgeButtonProps {
  eventId: string;
  /** The alerts that the button acknowledges: one or several. */
  alertIds: readonly string[];
  /** The id of the element that describes the alert. */
  describedBy?: string;
}

/** Acknowledges the alerts. Shows the answer of the call at once, because the room's own frame may take long. */
export function AcknowledgeButton({ eventId, alertIds, describedBy }: AcknowledgeButtonProps) {
  const realtime = useRealtime();
  const [busy, setBusy] = useState(false);

  /** Returns false if the call failed. */
  async function acknowledge(alertId: string): Promise<boolean> {
    try {
      const seen = await acknowledgeAlert(eventId, alertId, realtime.clientIdOf(eventId));
      realtime.acknowledged(eventId, alertId, seen);
    } catch (failure) {
      if (!isRefusal(failure, 'not_found')) return false;
      // The alert ended before it could be acknowledged.
      realtime.acknowledged(eventId, alertId, undefined);
    }
    return true;
  }

  async function acknowledgeEach() {
    setBusy(true);
    const done = await Promise.all(alertIds.map(acknowledge));
    if (done.includes(false)) showToast(dialogTexts.alert.failed);
    setBusy(false);
  }

  return (
    <Button
      variant="quiet"
      busy={busy}
      aria-describedby={describedBy}
      onClick={() => void acknowledgeEach()}
      // The button is as low as its row. The pseudo-element enlarges its touch target to the size of a thumb.
      className="relative ml-auto min-h-9! shrink-0 px-3! text-sm! before:absolute before:inset-x-0 before:-inset-y-1"
    >
      <Check aria-hidden size={22} className="hidden @max-[15rem]:block" />
      <span className="@max-[15rem]:sr-only">
        {alertIds.length === 1 ? dialogTexts.alert.acknowledge : dialogTexts.alert.acknowledgeAll}
      </span>
    </Button>
  );
}

/**
 * Acknowledges the alert.
 * @param clientId the client id of this page, from which the room knows the device
 * @returns the alert as it is now; undefined when it is over
 */
async function acknowledgeAlert(eventId: string, alertId: string, clientId: string | null): Promise<Alert | undefined> {
  const path = `/api/events/${encodeURIComponent(eventId)}/alerts/${encodeURIComponent(alertId)}/acknowledge`;
  const { alerts } = await callApi(path, AlertListSchema, {
    method: 'POST',
    body: clientId === null ? {} : { clientId },
    // A network that drops calls must not disable the button forever.
    signal: AbortSignal.timeout(CONNECT_TIMEOUT_MS),
  });
  return alerts.find((alert) => alert.alertId === alertId);
}
