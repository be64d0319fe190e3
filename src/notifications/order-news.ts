import { isUrgentNews } from '../rpc/urgent-news';
import type { EventNews } from '../rpc/webhook-bodies';

type OrderNews = Extract<EventNews, { type: `order.${string}` }>;

const isOrderNews = (news: EventNews): news is OrderNews => 'order' in news.data;

/** The order that the news is about; undefined if it is about none. */
export const orderIdOf = (news: EventNews): string | undefined =>
  isOrderNews(news) ? news.data.order.orderId : undefined;

/** Two orders with the same key are never in force at the same time. */
function targetKey({ eventId, order: { target } }: OrderNews['data']): string {
  const id = target.type === 'area' ? target.areaId : target.type === 'device' ? target.deviceId : '';
  return `${eventId} ${target.type} ${id}`;
}

/** Whether both news are about the same target. */
export const isSameTarget = (one: EventNews, other: EventNews): boolean =>
  isOrderNews(one) && isOrderNews(other) && targetKey(one.data) === targetKey(other.data);

const isSameOrder = (one: EventNews, other: EventNews): boolean => orderIdOf(one) === orderIdOf(other);

/** The order of which somebody knows who has heard nothing of these news about one target, the oldest first. */
function knownOrderId([first]: readonly EventNews[], otherwise: string | null): string | null {
  if (first === undefined || !isOrderNews(first)) return otherwise;
  return first.type === 'order.given' ? first.data.replacedOrderId : first.data.order.orderId;
}

/**
 * Returns what a recipient still needs of news that wait for it, the oldest first. An order that is given leaves no need of
 * earlier news about its target, and names the order that the recipient knows as replaced; so it is with an order that is
 * confirmed again. Urgent news stays, and with it what says which order it is about. Nothing else is left out, unless more
 * than `max` wait beside urgent news: then the oldest orders that were given and ended meanwhile.
 */
export function needed(news: readonly EventNews[], max: number): EventNews[] {
  const unconfirmed = new Set(news.filter(isUrgentNews).map(orderIdOf));
  const stays = (one: EventNews) =>
    isUrgentNews(one) || (one.type === 'order.given' && unconfirmed.has(orderIdOf(one)));
  let kept: EventNews[] = [];
  for (const one of news) {
    if (one.type === 'order.given') {
      const earlier = kept.filter((other) => isSameTarget(one, other) && !stays(other));
      const replacedOrderId = knownOrderId(earlier, one.data.replacedOrderId);
      kept = kept.filter((other) => !earlier.includes(other));
      kept.push(earlier.length === 0 ? one : { ...one, data: { ...one.data, replacedOrderId } });
      continue;
    }
    // Who confirmed last says how many have.
    if (one.type === 'order.confirmed')
      kept = kept.filter((other) => !(other.type === one.type && isSameOrder(one, other)));
    kept.push(one);
  }
  while (kept.filter((one) => !isUrgentNews(one)).length > max) {
    const over = orderThatIsOver(kept.filter((one) => !unconfirmed.has(orderIdOf(one))));
    if (over === undefined) break;
    kept = kept.filter((one) => orderIdOf(one) !== over);
  }
  return kept;
}

/** The oldest order of which nobody needs to know: it was given and ended, and replaced none that the recipient knows. */
function orderThatIsOver(news: readonly EventNews[]): string | undefined {
  const given = new Set(
    news.flatMap((one) =>
      one.type === 'order.given' && one.data.replacedOrderId === null ? [one.data.order.orderId] : [],
    ),
  );
  const ended = news.find((one) => one.type === 'order.ended' && given.has(one.data.order.orderId));
  return ended?.type === 'order.ended' ? ended.data.order.orderId : undefined;
}
