import type { Alert } from '../../shared/schemas/alert';
import type { AlertPage, AlertPageAnswer } from '../alert-page';
import type { Actor, RoomCallContext } from '../identity';
import type { Result } from '../result';

/** The calls about alerts. */
export interface RoomAlertCalls {
  /**
   * Acknowledges an alert for the device that uses `clientId`. A `note` replaces what was written about it, also after
   * the alert has ended; null removes it. Returns the open alerts. Refuses too many notes of a session with too_fast.
   */
  acknowledgeAlert(
    context: RoomCallContext,
    alertId: string,
    actor: Actor,
    clientId: string | null,
    note: string | null | undefined,
    sessionId: string,
  ): Promise<Result<Alert[]>>;
  /** Returns a part of the alerts that are open or ended within ENDED_ALERT_LISTED_MS, about crowds and machines, newest first. */
  listAlerts(context: RoomCallContext, read: AlertPage): Promise<Result<AlertPageAnswer>>;
}
