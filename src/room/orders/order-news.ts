import { assertNever } from '../../shared/assert-never';
import type { JournalOrder, OrderTarget } from '../../shared/orders/schemas';
import type { EventNews, OrderFact } from '../../rpc/webhook-bodies';
import { isoTime } from '../../time/iso-time';
import { aboutEvent, type RoomState } from '../state/room-state';
import type { StoredOrder } from '../storage/order-rows';

/** What webhooks are told of orders. Times are epoch ms. */

/** Why an order has ended. */
export type EndReason = Extract<EventNews, { type: 'order.ended' }>['data']['reason'];

function namedTarget({ areas }: RoomState, target: OrderTarget, deviceName: string | null): OrderFact['target'] {
  switch (target.type) {
    case 'event':
      return target;
    case 'area':
      return { ...target, areaName: areas.get(target.areaId)?.areaName ?? null };
    case 'device':
      return { ...target, deviceName };
    default:
      return assertNever(target);
  }
}

/** The event and the order, as each of the messages has them. */
function about(state: RoomState, order: StoredOrder, deviceName: string | null) {
  const { orderId, kind, target, note, givenAt, givenBy } = order;
  const named = namedTarget(state, target, deviceName);
  return {
    ...aboutEvent(state.event),
    order: { orderId, kind, target: named, note, givenAt: isoTime(givenAt), givenBy },
  };
}

export const givenNews = (
  state: RoomState,
  order: StoredOrder,
  { deviceName, devices }: JournalOrder,
  replacedOrderId: string | null,
): EventNews => ({
  type: 'order.given',
  data: { ...about(state, order, deviceName), replacedOrderId, devices },
});

export const confirmedNews = (
  state: RoomState,
  { order, confirmations }: { order: StoredOrder; confirmations: readonly unknown[] },
  { deviceName }: JournalOrder,
  at: number,
): EventNews => ({
  type: 'order.confirmed',
  data: { ...about(state, order, deviceName), confirmed: confirmations.length, confirmedAt: isoTime(at) },
});

export const endedNews = (
  state: RoomState,
  order: StoredOrder,
  { deviceName }: JournalOrder,
  ended: { reason: EndReason; confirmed: number; at: number },
): EventNews => ({
  type: 'order.ended',
  data: {
    ...about(state, order, deviceName),
    reason: ended.reason,
    confirmed: ended.confirmed,
    endedAt: isoTime(ended.at),
  },
});

export const unconfirmedNews = (
  state: RoomState,
  order: StoredOrder,
  { deviceName }: JournalOrder,
  waited: { minutes: number; waiting: number },
): EventNews => ({
  type: 'order.unconfirmed',
  data: { ...about(state, order, deviceName), ...waited },
});
