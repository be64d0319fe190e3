import * as z from 'zod/mini';
import type { EventNews } from '../rpc/webhook-bodies';
import { MINUTE_MS } from '../shared/durations';
import { MESSAGES_WAITING_MAX, ORDER_MESSAGES_PER_MINUTE } from '../shared/notifications/limits';
import { COLUMNS, toMessage } from './message-row';
import { newsKey } from './news-key';
import { isSameTarget, needed } from './order-news';
import { isUrgentNews } from '../rpc/urgent-news';

const TotalSchema = z.object({ total: z.int() });
const KeyRowSchema = z.object({ key: z.string() });

/** A message that is to be queued; it is due at `dueAt`, epoch ms. */
interface Added {
  key: string;
  news: EventNews;
  dueAt: number;
}

/**
 * Returns what news changes in a recipient's queue: the ids of waiting messages that are not needed any more, and the
 * messages to add. News that has a message, whatever became of it, adds none. Urgent news is always added and no limit
 * counts it.
 */
export function changesOf(
  sql: SqlStorage,
  recipientId: string,
  all: readonly EventNews[],
  now: number,
): { gone: number[]; added: Added[] } {
  const keyOf = (news: EventNews): string =>
    `${isUrgentNews(news) ? 'urgent ' : ''}news ${recipientId} ${newsKey(news)}`;
  const known = knownKeys(sql, all.map(keyOf));
  const fresh = all.filter((news) => !known.has(keyOf(news)));
  const orders = waitingOrders(sql, recipientId);
  const before = orders.map(({ news }) => news);
  const others = waitingCount(sql, recipientId) - before.filter((news) => !isUrgentNews(news)).length;
  const after = needed([...before, ...fresh], MESSAGES_WAITING_MAX - others);
  const gone = orders.filter(({ news }) => !after.includes(news));
  const added = after.flatMap((news) => {
    if (before.includes(news)) return [];
    // A message takes over the turn of those that it replaces: the receiver hears of each target in the end.
    const turns = gone.filter((one) => isSameTarget(one.news, news)).map(({ dueAt }) => dueAt);
    const dueAt = isOften(sql, recipientId, news, now) ? Math.min(now + MINUTE_MS, ...turns) : now;
    return [{ key: keyOf(news), news, dueAt }];
  });
  return { gone: gone.map(({ id }) => id), added };
}

function knownKeys(sql: SqlStorage, keys: readonly string[]): ReadonlySet<string> {
  const query = 'SELECT key FROM alert_messages WHERE key IN (SELECT value FROM json_each(?))';
  const rows = sql.exec(query, JSON.stringify(keys)).toArray();
  return new Set(rows.map((row) => z.parse(KeyRowSchema, row).key));
}

/** The news of orders that wait for this recipient, the oldest first. */
function waitingOrders(sql: SqlStorage, recipientId: string): { id: number; dueAt: number; news: EventNews }[] {
  const query = `SELECT ${COLUMNS} FROM alert_messages
    WHERE due_at IS NOT NULL AND recipient_id = ? AND (key GLOB 'news * order.*' OR key GLOB 'urgent news * order.*') ORDER BY id`;
  return sql
    .exec(query, recipientId)
    .toArray()
    .map(toMessage)
    .flatMap(({ id, dueAt, content }) =>
      content.type === 'news' ? [{ id, dueAt: dueAt ?? 0, news: content.news }] : [],
    );
}

function waitingCount(sql: SqlStorage, recipientId: string): number {
  const query = `SELECT count(*) AS total FROM alert_messages
    WHERE due_at IS NOT NULL AND recipient_id = ? AND key NOT GLOB 'urgent news *'`;
  return z.parse(TotalSchema, sql.exec(query, recipientId).one()).total;
}

/** Whether the recipient was told so much of orders of this event within the last minute that more of it waits. */
function isOften(sql: SqlStorage, recipientId: string, news: EventNews, now: number): boolean {
  if (isUrgentNews(news) || !news.type.startsWith('order.')) return false;
  const query = `SELECT count(*) AS total FROM alert_messages WHERE recipient_id = ? AND created_at > ?
    AND key GLOB 'news * order.*' AND json_extract(body, '$.news.data.eventId') = ?`;
  const row = sql.exec(query, recipientId, now - MINUTE_MS, news.data.eventId).one();
  return z.parse(TotalSchema, row).total >= ORDER_MESSAGES_PER_MINUTE;
}
