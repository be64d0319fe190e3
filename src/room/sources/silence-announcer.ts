import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { logError } from '../../observability/log';
import type { AlertNews, AnnouncedEvent } from '../../rpc/alert-news';
import { ALERT_THRESHOLD_MAX } from '../../shared/limits';
import { ALERTS_PER_ANNOUNCEMENT, alertRetryMs } from '../limits';
import type { Clock } from '../ports';
import type { RoomState } from '../state';
import type { Silence, SilenceRows } from './silence-rows';
import { sourceClientOf } from './source-rows';

export interface SilenceAnnouncerDeps {
  silences: SilenceRows;
  now: Clock;
  /** Undefined in a room without an event or with a deleted event. */
  state(): RoomState | undefined;
  /** Tells the account's hub. Telling it again changes nothing. */
  tell(ownerId: string, event: AnnouncedEvent, news: readonly AlertNews[]): Promise<void>;
}

/** Tells the account's hub of alerts about silent sources, as AlertAnnouncer does of those about crowds. */
export class SilenceAnnouncer implements AlarmJob {
  readonly name = 'silence news';
  private announcing: Promise<void> | undefined;

  constructor(private readonly deps: SilenceAnnouncerDeps) {}

  /** Never rejects: after a failure, the alarm tries again. */
  async announce(): Promise<void> {
    this.announcing ??= this.announceAll().finally(() => {
      this.announcing = undefined;
    });
    await this.announcing;
  }

  dueAt(): number | undefined {
    return this.deps.state() === undefined ? undefined : this.deps.silences.announcementDueAt;
  }

  async run(): Promise<void> {
    if (this.announcing !== undefined || (this.dueAt() ?? Infinity) <= this.deps.now()) await this.announce();
  }

  private async announceAll(): Promise<void> {
    const { deps } = this;
    const { silences } = deps;
    for (;;) {
      const event = deps.state()?.event;
      const some = event === undefined ? [] : silences.unannounced(ALERTS_PER_ANNOUNCEMENT);
      const [first] = some;
      if (event === undefined || first === undefined) return;
      try {
        const { eventId, ownerId } = event;
        await deps.tell(ownerId, { eventId, eventName: event.event.eventName }, some.map(silenceNews));
        silences.setAnnounced(some);
      } catch (error) {
        logError('room.silence_news', error, { eventId: event.eventId });
        const now = deps.now();
        silences.postponeAnnouncement(now + alertRetryMs(now - lastChangeOf(first)));
        return;
      }
    }
  }
}

const lastChangeOf = ({ raisedAt, acknowledgedAt, clearedAt }: Silence): number =>
  Math.max(raisedAt, acknowledgedAt ?? 0, clearedAt ?? 0);

/** The hub keeps it apart from the alerts of areas under the source's client id. It concerns recipients of every level. */
export const silenceNews = ({
  silenceId,
  sourceId,
  sourceName,
  areaId: _areaId,
  note: _note,
  ...silence
}: Silence): AlertNews => ({
  ...silence,
  alertId: silenceId,
  areaId: sourceClientOf(sourceId),
  areaName: sourceName,
  threshold: ALERT_THRESHOLD_MAX,
  occupancy: 0,
  capacity: 0,
  isHighest: false,
});
