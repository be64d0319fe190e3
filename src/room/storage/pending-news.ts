import * as z from 'zod/mini';
import { isUrgentNews } from '../../rpc/urgent-news';
import { type EventNews, EventNewsSchema } from '../../rpc/webhook-bodies';
import { logError } from '../../observability/log';
import type { Outbox } from '../delivery-job';
import { deliveryBackoffMs } from '../limits';
import { NEWS_PER_ANNOUNCEMENT, PENDING_NEWS_MAX } from './limits';
import type { Meta } from './meta';

const ListSchema = z.array(z.unknown());

/** Key in the table `meta`. It is missing as a rule. */
const NEWS = 'pending_news';

/** What has happened at the event and the account's hub does not know yet, the oldest first. */
export class PendingNews implements Outbox<readonly EventNews[]> {
  private hasLogged = false;

  constructor(private readonly meta: Meta) {}

  /**
   * Leaves out what it cannot read, such as news that only a later release knows, after a rollback: orders and closed days do
   * not fail because of it.
   */
  get list(): EventNews[] {
    const stored = this.meta.get(NEWS);
    if (stored === undefined) return [];
    return z.parse(ListSchema, JSON.parse(stored)).flatMap((entry) => {
      const news = z.safeParse(EventNewsSchema, entry);
      if (!news.success) this.logOnce(news.error);
      return news.success ? [news.data] : [];
    });
  }

  /**
   * Adds news. Must be called in the transaction that stores what has happened. If there is too much, news of orders goes
   * first, and urgent news last: a flood of orders must not cost a closed day.
   */
  add(news: EventNews): void {
    const list = [...this.list, news];
    while (list.length > PENDING_NEWS_MAX) {
      const order = list.findIndex((one) => one.type.startsWith('order.') && !isUrgentNews(one));
      const other = list.findIndex((one) => !isUrgentNews(one));
      list.splice(Math.max(0, order < 0 ? other : order), 1);
    }
    this.meta.set(NEWS, JSON.stringify(list));
  }

  get dueAt(): number | undefined {
    return this.list.length === 0 ? undefined : 0;
  }

  next(): readonly EventNews[] | undefined {
    const some = this.list.slice(0, NEWS_PER_ANNOUNCEMENT);
    return some.length === 0 ? undefined : some;
  }

  postpone(_now: number, failures: number): number {
    return deliveryBackoffMs(failures);
  }

  done(taken: readonly EventNews[]): void {
    const known = new Set(taken.map((news) => JSON.stringify(news)));
    const left = this.list.filter((news) => !known.has(JSON.stringify(news)));
    if (left.length === 0) this.meta.delete(NEWS);
    else this.meta.set(NEWS, JSON.stringify(left));
  }

  private logOnce(error: Error): void {
    if (this.hasLogged) return;
    this.hasLogged = true;
    logError('room.event_news', error);
  }
}
