import type { AlarmJob } from '../../durable-object/alarm-scheduler';
import { logError } from '../../observability/log';
import type { EventNews } from '../../rpc/webhook-bodies';
import { deliveryBackoffMs, NEWS_PER_ANNOUNCEMENT } from '../limits';
import type { Clock } from '../ports';
import type { RoomState } from '../state';
import type { PendingNews } from './pending-news';

export interface NewsAnnouncerDeps {
  news: PendingNews;
  now: Clock;
  /** Undefined in a room without an event or with a deleted event. */
  state(): RoomState | undefined;
  /** Tells the account's hub. Telling it again changes nothing. */
  tell(ownerId: string, news: readonly EventNews[]): Promise<void>;
  /** Makes the alarm ring no later than `at` (epoch ms). */
  wakeBy(at: number): void;
}

/**
 * Tells the account's hub what has happened at the event, the oldest first and each at least once, and tries again until it
 * succeeds. It begins after the news is stored, and no tap waits for it.
 */
export class NewsAnnouncer implements AlarmJob {
  readonly name = 'event news';
  private announcing: Promise<void> | undefined;
  private failures = 0;
  private retryAt = 0;

  constructor(private readonly deps: NewsAnnouncerDeps) {}

  dueAt(): number | undefined {
    const { deps } = this;
    if (deps.state() === undefined || deps.news.list.length === 0) return undefined;
    return Math.max(deps.now(), this.retryAt);
  }

  async run(): Promise<void> {
    if ((this.dueAt() ?? Infinity) <= this.deps.now()) await this.announce();
  }

  /** Never rejects: after a failure, the alarm tries again. */
  async announce(): Promise<void> {
    this.announcing ??= this.announceAll().finally(() => {
      this.announcing = undefined;
    });
    await this.announcing;
  }

  private async announceAll(): Promise<void> {
    const { deps } = this;
    const { news } = deps;
    for (;;) {
      const room = deps.state();
      const some = room === undefined ? [] : news.list.slice(0, NEWS_PER_ANNOUNCEMENT);
      if (room === undefined || some.length === 0) return;
      try {
        await deps.tell(room.event.ownerId, some);
        this.failures = 0;
        if (deps.state() !== undefined) news.remove(some);
      } catch (error) {
        logError('room.event_news', error, { eventId: room.event.eventId });
        this.failures += 1;
        this.retryAt = deps.now() + deliveryBackoffMs(this.failures);
        deps.wakeBy(this.retryAt);
        return;
      }
    }
  }
}
