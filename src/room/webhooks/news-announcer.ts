import { logError } from '../../observability/log';
import type { EventNews } from '../../rpc/webhook-bodies';
import { Announcer, type AnnouncerDeps } from '../announcer';
import { deliveryBackoffMs, NEWS_PER_ANNOUNCEMENT } from '../limits';
import type { RoomState } from '../state';
import type { PendingNews } from './pending-news';

export interface NewsAnnouncerDeps extends AnnouncerDeps {
  news: PendingNews;
  /** Tells the account's hub. Telling it again changes nothing. */
  tell(ownerId: string, news: readonly EventNews[]): Promise<void>;
}

/** Tells the account's hub what has happened at the event, the oldest first. */
export class NewsAnnouncer extends Announcer<readonly EventNews[], NewsAnnouncerDeps> {
  readonly name = 'event news';
  private failures = 0;
  private retryAt = 0;

  protected tellDueAt(): number | undefined {
    return this.next() === undefined ? undefined : Math.max(this.deps.now(), this.retryAt);
  }

  protected next(): readonly EventNews[] | undefined {
    const some = this.deps.news.list.slice(0, NEWS_PER_ANNOUNCEMENT);
    return some.length === 0 ? undefined : some;
  }

  protected async tell(news: readonly EventNews[], room: RoomState): Promise<void> {
    await this.deps.tell(room.event.ownerId, news);
  }

  protected done(news: readonly EventNews[]): void {
    this.failures = 0;
    this.deps.news.remove(news);
  }

  protected failed(): number {
    this.failures += 1;
    this.retryAt = this.deps.now() + deliveryBackoffMs(this.failures);
    return this.retryAt;
  }

  protected log(error: unknown, eventId: string): void {
    logError('room.event_news', error, { eventId });
  }
}
