import { logError } from '../../observability/log';
import type { AlertState, AnnouncedEvent } from '../../rpc/alert-calls';
import { MINUTE_MS } from '../../shared/limits';
import { aboutEvent, Announcer, type AnnouncerDeps, lastChangeOf } from '../announcer';
import { ALERTS_PER_ANNOUNCEMENT, alertRetryMs } from '../limits';
import { liveAreas, type RoomState } from '../state';
import { venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { AlertRows, KnownAlert } from './alert-rows';

export interface AlertAnnouncerDeps extends AnnouncerDeps {
  alerts: AlertRows;
  /** Returns the open alerts about silent machines. After the room was restored, the hub is told of them with the others. */
  openMachineAlerts(): AlertState[];
  /** Tells the account's hub. Telling it again changes nothing. */
  tell(ownerId: string, event: AnnouncedEvent, alerts: readonly AlertState[], isAll: boolean): Promise<void>;
}

interface Announcement {
  alerts: readonly KnownAlert[];
  /** Whether these are all open alerts. The hub is told of all of them again after the room was restored. */
  isAll: boolean;
}

/** Tells the account's hub of alerts that were raised, acknowledged or ended. */
export class AlertAnnouncer extends Announcer<Announcement, AlertAnnouncerDeps> {
  readonly name = 'alert states';

  protected tellDueAt(): number | undefined {
    return this.deps.alerts.announcementDueAt;
  }

  protected next(): Announcement | undefined {
    const { alerts } = this.deps;
    if (alerts.mustTellAll)
      return { alerts: alerts.open().map((alert) => ({ ...alert, clearedAt: null })), isAll: true };
    const some = alerts.unannounced(ALERTS_PER_ANNOUNCEMENT);
    return some.length === 0 ? undefined : { alerts: some, isAll: false };
  }

  protected async tell({ alerts, isAll }: Announcement, room: RoomState): Promise<void> {
    const { deps } = this;
    const all = [...alerts.map((alert) => stateOf(alert, room)), ...(isAll ? deps.openMachineAlerts() : [])];
    await deps.tell(room.event.ownerId, aboutEvent(room.event), all, isAll);
  }

  protected done({ alerts, isAll }: Announcement): void {
    this.deps.alerts.setAnnounced(alerts, isAll);
  }

  protected failed({ alerts: [first] }: Announcement): number {
    const now = this.deps.now();
    const retryAt = now + (first === undefined ? MINUTE_MS : alertRetryMs(now - lastChangeOf(first)));
    this.deps.alerts.postponeAnnouncement(retryAt);
    return retryAt;
  }

  protected log(error: unknown, eventId: string): void {
    logError('room.alert_states', error, { eventId });
  }
}

function stateOf(alert: KnownAlert, room: RoomState): AlertState {
  const { alertThresholds } = venueSettingsOf(room.event.event);
  const area = liveAreas(room).find(({ areaId }) => areaId === alert.areaId);
  return {
    ...alert,
    areaName: area?.areaName ?? null,
    isHighest: alertThresholds.every((threshold) => threshold <= alert.threshold),
  };
}
