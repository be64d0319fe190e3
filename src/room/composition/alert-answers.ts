import type { AlertPage, AlertPageAnswer } from '../../rpc/alert-page';
import type { Actor } from '../../rpc/identity';
import { ok, type Result } from '../../rpc/result';
import type { Alert } from '../../shared/schemas/alert';
import type { RoomModules } from './assembly';

export const NO_LISTED_ALERTS: AlertPageAnswer = { alerts: [], machineAlerts: [] };

/** Returns a part of the alerts that are open or ended recently, and on the first page those about machines. */
export function listAlerts({ core, alerts, machineAlerts }: RoomModules, page: AlertPage): Result<AlertPageAnswer> {
  const machines = page.after === null ? machineAlerts.listed() : [];
  return ok({ alerts: alerts.listed(page, core.state), machineAlerts: machines });
}

/** Acknowledges an alert for the device that uses `clientId`; see {@link AlertBook.acknowledge}. */
export function acknowledgeAlert(
  { core, connections, devices, alerts, machineAlerts }: RoomModules,
  alertId: string,
  actor: Actor,
  clientId: string | null,
  note: string | null | undefined,
  sessionId: string,
): Result<Alert[]> {
  const by = clientId === null ? null : devices.nameOf(clientId, actor);
  const noteWaitMs = () => connections.allowances.note(sessionId, core.now());
  const seen = { alertId, actor, by, note, noteWaitMs };
  const answer = machineAlerts.book.acknowledge(seen) ?? alerts.book.acknowledge(seen);
  if (answer === null) return { ok: false, code: 'not_found' };
  return answer.ok ? ok(alerts.list) : answer;
}
