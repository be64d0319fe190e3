import { letsIn, type ToldOrder } from '../../../../src/shared/orders/schemas';
import { rulesOf } from '../../../../src/shared/rules/modes';
import type { Alert } from '../../../../src/shared/schemas/alert';
import type { RoomSnapshot } from '../../realtime/view/snapshot';

/** What holds at an event. */
interface InForce {
  /** The orders that are not for another device. */
  readonly orders: readonly ToldOrder[];
  /** An organizer's device is told of all orders. */
  readonly allOrders: readonly ToldOrder[];
  readonly alerts: readonly Alert[];
}

const NO_ALERTS: readonly Alert[] = [];

/**
 * Returns what is in force beside an evacuation or drill. Nobody is let in while people leave: orders that let people in end
 * when it starts, which a device may hear later (docs/product.md, O10), and how full a place is does not matter then (A7).
 */
export function inForce(room: Pick<RoomSnapshot, 'orders' | 'alerts' | 'evacuation'>): InForce {
  const { orders, alerts, evacuation } = room;
  const { mayLetIn } = rulesOf(evacuation);
  const allOrders = orders.filter(({ kind }) => mayLetIn || !letsIn(kind));
  return {
    orders: allOrders.filter(({ target, isForYou }) => target.type !== 'device' || isForYou),
    allOrders,
    alerts: mayLetIn ? alerts : NO_ALERTS,
  };
}
