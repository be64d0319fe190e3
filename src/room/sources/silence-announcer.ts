import { logError } from '../../observability/log';
import type { AlertNews, AnnouncedEvent } from '../../rpc/alert-news';
import { ALERT_THRESHOLD_MAX } from '../../shared/limits';
import { aboutEvent, Announcer, type AnnouncerDeps, lastChangeOf } from '../announcer';
import { ALERTS_PER_ANNOUNCEMENT, alertRetryMs } from '../limits';
import type { RoomState } from '../state';
import type { Silence, SilenceRows } from './silence-rows';
import { sourceClientOf } from './source-rows';

export interface SilenceAnnouncerDeps extends AnnouncerDeps {
  silences: SilenceRows;
  /** Tells the account's hub. Telling it again changes nothing. */
  tell(ownerId: string, event: AnnouncedEvent, news: readonly AlertNews[]): Promise<void>;
}

/** Tells the account's hub of alerts about silent sources, as AlertAnnouncer does of those about crowds. */
export class SilenceAnnouncer extends Announcer<readonly [Silence, ...Silence[]], SilenceAnnouncerDeps> {
  readonly name = 'silence news';

  protected newsDueAt(): number | undefined {
    return this.deps.silences.announcementDueAt;
  }

  protected next(): readonly [Silence, ...Silence[]] | undefined {
    const [first, ...others] = this.deps.silences.unannounced(ALERTS_PER_ANNOUNCEMENT);
    return first === undefined ? undefined : [first, ...others];
  }

  protected async tell(silences: readonly Silence[], { event }: RoomState): Promise<void> {
    await this.deps.tell(event.ownerId, aboutEvent(event), silences.map(silenceNews));
  }

  protected done(silences: readonly Silence[]): void {
    this.deps.silences.setAnnounced(silences);
  }

  protected failed([first]: readonly [Silence, ...Silence[]]): number {
    const now = this.deps.now();
    const retryAt = now + alertRetryMs(now - lastChangeOf(first));
    this.deps.silences.postponeAnnouncement(retryAt);
    return retryAt;
  }

  protected log(error: unknown, eventId: string): void {
    logError('room.silence_news', error, { eventId });
  }
}

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
