import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { logError } from '../../observability/log';
import type { AlertNews, AnnouncedEvent } from '../../rpc/alert-news';
import { MINUTE_MS } from '../../shared/limits';
import { ALERTS_PER_ANNOUNCEMENT, alertRetryMs } from '../limits';
import type { Clock } from '../ports';
import { type EventState, liveAreas, type RoomState } from '../state';
import { venueSettingsOf } from '../../shared/rules/venue-capacity';
import type { AlertRows, KnownAlert } from './alert-rows';

export interface AlertAnnouncerDeps {
  alerts: AlertRows;
  /** The open alerts about silent machines, which are told anew with the others after the room was set back. */
  openSilences(): AlertNews[];
  now: Clock;
  /** Undefined in a room without an event or with a deleted event. */
  state(): RoomState | undefined;
  /** Tells the account's hub. Telling it again changes nothing. */
  tell(ownerId: string, event: AnnouncedEvent, news: readonly AlertNews[], isAll: boolean): Promise<void>;
  /** Makes the alarm ring no later than `at` (epoch ms). */
  wakeBy(at: number): void;
}

/**
 * Tells the account's hub of alerts that were raised, acknowledged or ended, each at least once, and tries again until it
 * succeeds. It begins after the alerts are stored, and no tap waits for it.
 */
export class AlertAnnouncer implements AlarmJob {
  readonly name = 'alert news';
  private announcing: Promise<void> | undefined;

  constructor(private readonly deps: AlertAnnouncerDeps) {}

  /** Never rejects: after a failure, the alarm tries again. */
  async announce(): Promise<void> {
    this.announcing ??= this.announceAll().finally(() => {
      this.announcing = undefined;
    });
    await this.announcing;
  }

  dueAt(): number | undefined {
    return this.deps.state() === undefined ? undefined : this.deps.alerts.announcementDueAt;
  }

  async run(): Promise<void> {
    if (this.announcing !== undefined || (this.dueAt() ?? Infinity) <= this.deps.now()) await this.announce();
  }

  private async announceAll(): Promise<void> {
    const { deps } = this;
    const { alerts } = deps;
    for (;;) {
      const room = deps.state();
      if (room === undefined) return;
      const isAll = alerts.mustTellAll;
      const some = isAll
        ? alerts.open().map((alert) => ({ ...alert, clearedAt: null }))
        : alerts.unannounced(ALERTS_PER_ANNOUNCEMENT);
      const [first] = some;
      if (first === undefined && !isAll) return;
      const { event } = room;
      try {
        await deps.tell(
          event.ownerId,
          aboutEvent(event),
          [...some.map((alert) => newsOf(alert, room)), ...(isAll ? deps.openSilences() : [])],
          isAll,
        );
        alerts.setAnnounced(some);
      } catch (error) {
        logError('room.alert_news', error, { eventId: event.eventId });
        const now = deps.now();
        const retryAt = now + (first === undefined ? MINUTE_MS : alertRetryMs(now - lastChangeOf(first)));
        alerts.postponeAnnouncement(retryAt);
        deps.wakeBy(retryAt);
        return;
      }
    }
  }
}

const lastChangeOf = ({ raisedAt, acknowledgedAt, clearedAt }: KnownAlert): number =>
  Math.max(raisedAt, acknowledgedAt ?? 0, clearedAt ?? 0);

const aboutEvent = ({ eventId, event }: EventState): AnnouncedEvent => ({ eventId, eventName: event.eventName });

function newsOf(alert: KnownAlert, room: RoomState): AlertNews {
  const { alertThresholds } = venueSettingsOf(room.event.event);
  const area = liveAreas(room).find(({ areaId }) => areaId === alert.areaId);
  return {
    ...alert,
    areaName: area?.areaName ?? null,
    isHighest: alertThresholds.every((threshold) => threshold <= alert.threshold),
  };
}
