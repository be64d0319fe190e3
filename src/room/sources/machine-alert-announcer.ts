import { logError } from '../../observability/log';
import type { AlertState, AnnouncedEvent } from '../../rpc/alert-calls';
import { ALERT_THRESHOLD_MAX } from '../../shared/limits';
import { aboutEvent, Announcer, type AnnouncerDeps, lastChangeOf } from '../announcer';
import { ALERTS_PER_ANNOUNCEMENT, alertRetryMs } from '../limits';
import type { RoomState } from '../state';
import type { MachineAlert, MachineAlertRows } from './machine-alert-rows';
import { sourceClientOf } from './source-rows';

export interface MachineAlertAnnouncerDeps extends AnnouncerDeps {
  machineAlerts: MachineAlertRows;
  /** Tells the account's hub. Telling it again changes nothing. */
  tell(ownerId: string, event: AnnouncedEvent, alerts: readonly AlertState[]): Promise<void>;
}

type Some = readonly [MachineAlert, ...MachineAlert[]];

/** Tells the account's hub of alerts about sources, as AlertAnnouncer does of those about crowds. */
export class MachineAlertAnnouncer extends Announcer<Some, MachineAlertAnnouncerDeps> {
  readonly name = 'machine alert states';

  protected tellDueAt(): number | undefined {
    return this.deps.machineAlerts.announcementDueAt;
  }

  protected next(): Some | undefined {
    const [first, ...others] = this.deps.machineAlerts.unannounced(ALERTS_PER_ANNOUNCEMENT);
    return first === undefined ? undefined : [first, ...others];
  }

  protected async tell(alerts: Some, { event }: RoomState): Promise<void> {
    await this.deps.tell(event.ownerId, aboutEvent(event), alerts.map(machineAlertState));
  }

  protected done(alerts: Some): void {
    this.deps.machineAlerts.setAnnounced(alerts);
  }

  protected failed([first]: Some): number {
    const now = this.deps.now();
    const retryAt = now + alertRetryMs(now - lastChangeOf(first));
    this.deps.machineAlerts.postponeAnnouncement(retryAt);
    return retryAt;
  }

  protected log(error: unknown, eventId: string): void {
    logError('room.machine_alert_states', error, { eventId });
  }
}

/**
 * The hub keeps it apart from the alerts of areas, and from those about the same source with another trouble: who knows that
 * a machine is silent is told that it is back, and that its clock is wrong. It concerns recipients of every level.
 */
export const machineAlertState = ({
  alertId,
  sourceId,
  sourceName,
  areaId: _areaId,
  note: _note,
  heardAt,
  trouble,
  ...alert
}: MachineAlert): AlertState => ({
  ...alert,
  alertId,
  areaId: trouble.kind === 'silent' ? sourceClientOf(sourceId) : `${sourceClientOf(sourceId)}:${trouble.kind}`,
  areaName: sourceName,
  threshold: ALERT_THRESHOLD_MAX,
  occupancy: 0,
  capacity: 0,
  isHighest: false,
  machine: { sourceId, heardAt, trouble },
});
