import { useEffect, useState } from 'react';
import type { Order } from '../../../../src/shared/orders/schemas';
import { rulesOf } from '../../../../src/shared/rules/modes';
import type { RoomSnapshot } from '../../realtime/view/snapshot';

/** How long the end of an order stays on the screen, in ms. */
const TOLD_MS = 10_000;

const NONE: readonly Order[] = [];
const isIn = (orders: readonly Order[], { orderId }: Order): boolean =>
  orders.some((order) => order.orderId === orderId);

/**
 * Returns the orders that this device followed and that have just ended, without another one that takes their
 * place: a new order, or an evacuation, says itself what holds now.
 */
export function useEndedOrders(
  followed: readonly Order[],
  { orders, evacuation }: Pick<RoomSnapshot, 'orders' | 'evacuation'>,
): readonly Order[] {
  const [before, setBefore] = useState(followed);
  const [ended, setEnded] = useState(NONE);
  const ids = (list: readonly Order[]) => list.map(({ orderId }) => orderId).join(' ');
  if (ids(before) !== ids(followed)) {
    setBefore(followed);
    const gone = before.filter((order) => !isIn(orders, order));
    const isReplaced = followed.some((order) => !isIn(before, order));
    setEnded(isReplaced || !rulesOf(evacuation).mayLetIn ? NONE : gone);
  }
  useEffect(() => {
    if (ended.length === 0) return undefined;
    const timer = setTimeout(() => setEnded(NONE), TOLD_MS);
    return () => clearTimeout(timer);
  }, [ended]);
  return ended;
}
